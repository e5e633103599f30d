// RUN: not scanc-opt %s
// expected-error {{never read}}
