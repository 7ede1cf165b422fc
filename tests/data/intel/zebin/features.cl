// What ordinary programs contain besides code: data of the file, private data in a buffer, structs by value, functions,
// payload of images and of the grid. Built by build.sh; tests/visa_zebin.rs says what each must leave.

constant int squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
constant short2 pairs[2][3] = {{(short2)(1, -1), (short2)(2, -2), (short2)(3, -3)},
                               {(short2)(10, -10), (short2)(20, -20), (short2)(30, -30)}};

kernel void tables(global int *out) {
    const int i = get_global_id(0);
    const short2 pair = pairs[i & 1][i % 3];
    out[i] = squares[i & 15] * pair.x + pair.y;
}

global int counter = 7;
global int never_set[4];
global int *global where[2] = {&counter, &never_set[2]};

kernel void counted(global int *out) {
    const int i = get_global_id(0);
    out[i] = atomic_add(&counter, 3);
    atomic_inc(&never_set[i & 3]);
}

kernel void followed(global int *out) {
    const int i = get_global_id(0);
    out[i] = *where[i & 1] + never_set[i & 3];
}

// 1200 bytes of a lane are more than scratch memory takes.
kernel void sorted(global int *out, global const int *in, const int n) {
    const int i = get_global_id(0);
    int kept[300];
    for (int j = 0; j < n; j++) kept[j] = in[(i + j) % n] ^ i;
    for (int j = 1; j < n; j++) {
        const int key = kept[j];
        int k = j;
        for (; k > 0 && kept[k - 1] > key; k--) kept[k] = kept[k - 1];
        kept[k] = key;
    }
    int sum = 0;
    for (int j = 0; j < n; j++) sum = sum * 31 + kept[j];
    out[i] = sum;
}

typedef struct {
    int a;
    long b;
    char c[5];
    short d;
} Given;

kernel void given(global long *out, const Given s, const char c, const long l) {
    const int i = get_global_id(0);
    out[i] = s.a + s.b * i + s.c[i % 5] * c - s.d + l;
}

__attribute__((noinline)) static int mixed(int x, int y) { return x * 31 + (y ^ x); }
__attribute__((noinline)) static int twice(int x, int y) { return mixed(mixed(x, y), y); }

kernel void called(global int *out, global const int *in) {
    const int i = get_global_id(0);
    int v = in[i];
    if (v & 1) v = twice(v, i);
    out[i] = v + mixed(i, v);
}

kernel void image_facts(read_only image2d_t a, write_only image2d_array_t b, read_only image3d_t c, global int *out) {
    out[0] = get_image_width(a);
    out[1] = get_image_height(a);
    out[2] = get_image_channel_order(a);
    out[3] = get_image_channel_data_type(a);
    out[4] = get_image_width(b);
    out[5] = get_image_array_size(b);
    out[6] = get_image_height(c);
    out[7] = get_image_depth(c);
}
