// Strings by tables in constant memory: what printf gets is a pointer that a table gave.
__constant char *__constant shades[2] = {"dark", "light"};
__constant char *const colours[3] = {"red", "green", "blue"};
__kernel void tables(__global const int *in) {
    uint i = get_global_id(0);
    __constant char *size = in[i] > 10 ? "large" : "small";
    printf("%u is %s and %s\n", i, colours[in[i] % 3], size);
    if (i == 0) printf("%s, %s, %c\n", shades[in[i] % 2], colours[1], "xyz"[in[3] % 3]);
}
