// A compare-and-swap whose expected value nothing gives, and one that is given.
kernel void unwritten(global volatile uint *word, uint value) {
    uint expected;
    word[1] = atomic_cmpxchg(word, expected, value);
}

kernel void unwritten_right(global volatile uint *word, uint value) {
    uint expected = word[0];
    word[1] = atomic_cmpxchg(word, expected, value);
}
