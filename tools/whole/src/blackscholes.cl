float cnd(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = 0.39894228f * exp(-0.5f * d * d) *
              (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
kernel void blackscholes(global const float *S, global const float *X, global const float *T, global float *C,
                         global float *P) {
    int i = get_global_id(0);
    float s = S[i], x = X[i], t = T[i];
    float q = sqrt(t);
    float d1 = (log(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) / (0.3f * q), d2 = d1 - 0.3f * q;
    float a = cnd(d1), b = cnd(d2);
    float e = exp(-0.02f * t);
    C[i] = s * a - x * e * b;
    P[i] = x * e * (1.0f - b) - s * (1.0f - a);
}
