#include "scanc/Circuits/Search.h"
#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Spans.h"
#include "gtest/gtest.h"
#include <chrono>
using namespace scanc::circuits;
TEST(Search, Probe) {
  auto show=[&](int64_t n, std::optional<int64_t> d, std::optional<int64_t> f){
    auto t=std::chrono::steady_clock::now();
    auto r=searchLeastSize({n,d,f});
    double s=std::chrono::duration<double>(std::chrono::steady_clock::now()-t).count();
    if(!r){ printf("n=%ld d=%ld f=%ld ERR %s %.2fs\n",n,d.value_or(-1),f.value_or(-1),toString(r.takeError()).c_str(),s); return; }
    auto c=computeCost(r->network); bool ok=(bool)llvm::expectedToOptional(checkSpans(r->network));
    printf("n=%ld d=%ld f=%ld size %ld depth %ld uses %ld lb %ld opt %d ok %d %s %.2fs\n",n,d.value_or(-1),f.value_or(-1),c.size,c.depth,c.maxUses,r->lowerBound,r->isOptimal,ok,r->method.c_str(),s); fflush(stdout);
  };
  for(int k=2;k<=10;k++) show(1<<k,k,{});
  for(int d=6;d<=12;d++) show(64,d,{});
  show(64,63,{}); show(64,{},{});
  for(int d=11;d<=14;d++) show(1024,d,{});
  show(4096,13,{});show(4096,15,{});
  for(int n=3;n<=6;n++) for(int d=2;d<n;d++) for(int f=1;f<4;f++) show(n,d,f);
  for(int f:{1,2,3,4,6,8,16}) for(int d=6;d<=11;d++) show(64,d,f);
  show(1024,12,8); show(1024,10,4); show(256,9,8); show(128,8,4);
}
