"""The live pages, measured against the plain recipe they grew out of."""
