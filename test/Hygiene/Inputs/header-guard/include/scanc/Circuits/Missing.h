int missing();
