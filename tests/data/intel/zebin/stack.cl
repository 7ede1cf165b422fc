// Functions that call themselves, for which a compiler makes a stack in memory of each thread.

int factorial(int n);
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

kernel void factorials(global int *out) {
    const int i = get_global_id(0);
    out[i] = factorial(i % 13);
}

// Lanes go to different depths, two calls at each; a value of the caller is wanted after both.
int ackermann(int m, int n);
int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1)) + (m > 9);
}

kernel void deep(global int *out, global const int *in) {
    const int i = get_global_id(0);
    int v = in[i];
    if (i % 3) v = ackermann(i & 1, v & 3) * 100 + ackermann(2, i & 1);
    out[i] = v + i;
}

// In a file with such functions, arrays of this length lie in that memory too.
kernel void array(global int *out, global const int *in, const int n) {
    const int i = get_global_id(0);
    int kept[64];
    for (int j = 0; j < n; j++) kept[j] = in[i + j];
    int sum = 0;
    for (int j = 0; j < n; j++) sum = sum * 7 + kept[(in[j] + i) % n];
    out[i] = sum;
}
