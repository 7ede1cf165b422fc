// The records of `isotope vectors --format raw` on their way through a device: the head, then words in six columns.
// Nothing here needs a GPU. README.md has the format.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

enum { MEM, SRC0, SRC1, NEW, RETURNED, FLAGS, WORDS };
constexpr uint64_t HAS_BOTH = 3;

[[noreturn]] inline void fail(const std::string& what) {
    std::fprintf(stderr, "atoms: %s\n", what.c_str());
    std::exit(2);
}

struct Head {
    uint32_t word = 0;  // bytes
    uint64_t count = 0;
    std::string text;
};

inline void read_all(void* to, size_t bytes, const char* what) {
    if (std::fread(to, 1, bytes, stdin) != bytes) fail(std::string("the input ends within ") + what);
}

inline void write_all(const void* from, size_t bytes) {
    if (std::fwrite(from, 1, bytes, stdout) != bytes) fail("cannot write the answers");
}

inline Head read_head() {
    unsigned char fixed[24];
    read_all(fixed, sizeof fixed, "the head");
    if (std::memcmp(fixed, "ISOVEC1\n", 8) != 0) fail("expected records of `isotope vectors --format raw` on stdin");
    Head head;
    uint32_t length = 0;
    std::memcpy(&head.word, fixed + 8, 4);
    std::memcpy(&length, fixed + 12, 4);
    std::memcpy(&head.count, fixed + 16, 8);
    if (length > 1u << 16) fail("the text of the head is too long");
    head.text.resize(length);
    if (length != 0) read_all(&head.text[0], length, "the text of the head");
    return head;
}

inline void write_head(const Head& head) {
    unsigned char fixed[24];
    const auto length = static_cast<uint32_t>(head.text.size());
    std::memcpy(fixed, "ISOVEC1\n", 8);
    std::memcpy(fixed + 8, &head.word, 4);
    std::memcpy(fixed + 12, &length, 4);
    std::memcpy(fixed + 16, &head.count, 8);
    write_all(fixed, sizeof fixed);
    write_all(head.text.data(), length);
}

// One chunk: `columns` are the words of the records that the device sees, one after the other. What Isotope expects is
// never among them.
template <typename Word>
struct Chunk {
    std::vector<Word> records, columns[FLAGS];

    // What stands in a result until the device has written it.
    static constexpr Word POISON = static_cast<Word>(0xa5a5a5a5a5a5a5a5);

    void read(size_t n) {
        records.resize(n * WORDS);
        read_all(records.data(), n * WORDS * sizeof(Word), "the records");
        for (int c = 0; c < FLAGS; ++c) {
            columns[c].assign(n, POISON);
            for (size_t i = 0; i < n && c <= SRC1; ++i) columns[c][i] = records[i * WORDS + c];
        }
    }

    void write() {
        const size_t n = records.size() / WORDS;
        for (size_t i = 0; i < n; ++i) {
            records[i * WORDS + NEW] = columns[NEW][i];
            records[i * WORDS + RETURNED] = columns[RETURNED][i];
            records[i * WORDS + FLAGS] = HAS_BOTH;
        }
        write_all(records.data(), records.size() * sizeof(Word));
    }
};
