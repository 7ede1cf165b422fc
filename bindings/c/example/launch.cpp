// Runs a kernel that a vendor's compiler made on vectors, and what goes wrong with it. Handles free themselves.
#include <isotope.h>

#include "warm_up.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using Image = std::unique_ptr<isotope_image, decltype(&isotope_image_free)>;
using Launch = std::unique_ptr<isotope_launch, decltype(&isotope_launch_free)>;

void ok(isotope_status status) {
    if (status != ISOTOPE_STATUS_OK) throw std::runtime_error(isotope_last_error());
}

void expect(bool holds, const char *what) {
    if (!holds) throw std::runtime_error(std::string("expected ") + what + "; the last error is: " + isotope_last_error());
}

Image load(const char *path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    isotope_image *image = nullptr;
    ok(isotope_image_load(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size(), &image));
    return Image(image, isotope_image_free);
}

// The histogram of bytes in words of 32 bits.
Launch histogram(const Image &image, const std::vector<std::uint8_t> &data, std::uint32_t words, std::vector<std::uint32_t> &bins) {
    isotope_launch *made = nullptr;
    ok(isotope_launch_new(image.get(), "histogram256", &made));
    Launch launch(made, isotope_launch_free);
    ok(isotope_launch_shape(made, 4, 1, 1, 64, 1, 1));
    ok(isotope_launch_input(made, "data", data.data(), data.size()));
    ok(isotope_launch_u32(made, words));
    ok(isotope_launch_inout(made, "bins", bins.data(), bins.size() * sizeof bins[0]));
    return launch;
}

void tried(const char *path) {
    const Image image = load(path);
    std::printf("%s: %zu kernels, the first is %s\n", isotope_image_target(image.get()), isotope_image_kernel_count(image.get()),
                isotope_image_kernel_name(image.get(), 0));
    expect(isotope_image_kernel_name(image.get(), 99) == nullptr, "no kernel 99");

    std::vector<std::uint8_t> data(6000);
    std::vector<std::uint32_t> bins(256), expected(256);
    for (std::size_t i = 0; i < data.size(); i++) data[i] = static_cast<std::uint8_t>(i * i);
    for (std::uint8_t byte : data) expected[byte]++;
    {
        Launch launch = histogram(image, data, 1500, bins);
        isotope_stats stats;
        isotope_place place;
        ok(isotope_launch_run(launch.get(), &stats, &place));
        expect(bins == expected && stats.lane_atomics == 6000 && !place.known, "the histogram");
        // What is there is what the next run begins with.
        ok(isotope_launch_option(launch.get(), "seed", "7"));
        ok(isotope_launch_run(launch.get(), nullptr, nullptr));
        for (std::size_t i = 0; i < 256; i++) expect(bins[i] == 2 * expected[i], "twice as much");
        std::vector<std::uint32_t> again(256);
        std::size_t needed = 0;
        ok(isotope_launch_read(launch.get(), "bins", again.data(), 1024, &needed));
        expect(again == bins && needed == 1024, "the same by its name");
        expect(isotope_launch_read(launch.get(), "bins", again.data(), 4, &needed) == ISOTOPE_STATUS_ERROR, "no room");
        expect(isotope_launch_option(launch.get(), "assume", "amd.nothing=1") == ISOTOPE_STATUS_ERROR, "no such assumption");
    }
    // Past the end of the data.
    Launch launch = histogram(image, data, 1u << 20, bins);
    isotope_place place;
    expect(isotope_launch_run(launch.get(), nullptr, &place) == ISOTOPE_STATUS_FAULT, "a fault");
    std::printf("%s: %s\n", isotope_launch_outcome(launch.get()), isotope_last_error());
    expect(place.known && place.lane >= 0 && std::string(isotope_last_error()).find("out of range") != std::string::npos, "its place");

    isotope_image *none = nullptr;
    const std::uint8_t text[] = "no file";
    expect(isotope_image_load(text, sizeof text - 1, &none) == ISOTOPE_STATUS_ERROR && !none, "a refusal");
}

// One operation for many threads; each has its own error text.
void shared() {
    isotope_op *op = nullptr;
    ok(isotope_op_new("sm_50:ATOM.ADD", &op));
    std::vector<std::thread> threads;
    std::vector<int> right(8);
    for (std::uint32_t t = 0; t < 8; t++)
        threads.emplace_back([op, t, &right] {
            std::vector<std::uint32_t> mem(10000, t);
            const std::uint32_t one = 1;
            bool good = isotope_op_apply_u32(op, mem.size(), mem.data(), &one, 1, nullptr, 0, mem.data(), nullptr, nullptr, nullptr) ==
                        ISOTOPE_STATUS_OK;
            for (std::uint32_t value : mem) good = good && value == t + 1;
            isotope_op *wrong = nullptr;
            const std::string name = "sm_50:NOTHING" + std::to_string(t);
            good = good && isotope_op_new(name.c_str(), &wrong) == ISOTOPE_STATUS_ERROR && !wrong;
            right[t] = good && std::string(isotope_last_error()).find(name) != std::string::npos;
        });
    for (std::thread &thread : threads) thread.join();
    for (int good : right) expect(good, "each thread its results and errors");
    isotope_op_free(op);
    expect(isotope_try_a_bug() == ISOTOPE_STATUS_BUG, "a caught panic");
}

}  // namespace

int main(int argc, char **argv) {
    try {
        warm_up();
        if (argc != 2) throw std::runtime_error("expected the path of histogram256.co");
        tried(argv[1]);
        shared();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
