/* Isotope's tables, built where the leak checker of the address sanitizer does not look: they stay until the process ends. */
#ifndef WARM_UP_H
#define WARM_UP_H

#include <isotope.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_LEAK_CHECKER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_LEAK_CHECKER
#endif

#ifdef WITH_LEAK_CHECKER
#include <sanitizer/lsan_interface.h>
static void warm_up(void) {
    __lsan_disable();
    isotope_warm_up();
    __lsan_enable();
}
#else
static void warm_up(void) {}
#endif

#endif
