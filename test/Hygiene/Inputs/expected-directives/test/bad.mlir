// RUN: scanc-opt %s -split-input-file -verify-diagnostics
// expected-error@+1 {{good}} expected-note-re @below {{good}}
// expected-err {{bad}}
// expected-error@above
// expected-note@next {{bad}}
