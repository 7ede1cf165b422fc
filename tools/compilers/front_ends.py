"""Compilers with a language of their own (kernels/front_ends): each folder there has kernels, and `build.py` with how they are compiled and what they must leave."""
ALL = []
