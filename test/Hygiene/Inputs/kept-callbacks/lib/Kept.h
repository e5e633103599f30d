struct Kept {
  void run(llvm::function_ref<void()> body);
  bool holds(function_ref<bool(int)> condition) const {
    return condition(1);
  }
  llvm::function_ref<void(int, char)> first;
  const function_ref<int()> second = {};
};
