// clang wants it to be there; no program here draws random numbers on the device by it.
