int pretty();
