"""The core of the solver: one source over whole numbers, which runs as plain Python and as WebAssembly."""
