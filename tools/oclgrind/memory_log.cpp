// A plugin for Oclgrind 21.10 that writes down every access of a work-item: the log that `isotope trace import oclgrind` reads.
//
//   c++ -std=c++17 -shared -fPIC -fno-rtti -I/usr/include/oclgrind -I$(llvm-config-14 --includedir) tools/oclgrind/memory_log.cpp -o memory_log.so
//   MEMORY_LOG=out.log oclgrind-kernel --plugins ./memory_log.so program.sim
//
// Lines: `buffer ADDRESS BYTES`; `kernel NAME GX GY GZ LX LY LZ`; `OP SPACE X Y Z ITEM ADDRESS BYTES OLD NEW` with the group and the work-item in it,
// addresses and values as hexadecimal digits, `-` for a value that there is not.
#include "Context.h"
#include "Kernel.h"
#include "KernelInvocation.h"
#include "Memory.h"
#include "Plugin.h"
#include "WorkGroup.h"
#include "WorkItem.h"
#include "common.h"

#include <cstdio>
#include <optional>
#include <string>

using namespace oclgrind;

class MemoryLog : public Plugin
{
public:
  MemoryLog(const Context* context) : Plugin(context)
  {
    const char* name = std::getenv("MEMORY_LOG");
    out = std::fopen(name ? name : "memory.log", "w");
  }
  ~MemoryLog() override
  {
    if (out)
      std::fclose(out);
  }
  // One thread: the order of the log is the order of the accesses.
  bool isThreadSafe() const override { return false; }

  void memoryAllocated(const Memory* memory, size_t address, size_t size, cl_mem_flags, const uint8_t*) override
  {
    if (memory->getAddressSpace() == AddrSpaceGlobal)
      std::fprintf(out, "buffer %zx %zu\n", address, size);
  }
  void kernelBegin(const KernelInvocation* kernel) override
  {
    const Size3 groups = kernel->getNumGroups(), local = kernel->getLocalSize();
    std::fprintf(out, "kernel %s %zu %zu %zu %zu %zu %zu\n", kernel->getKernel()->getName().c_str(), groups.x, groups.y, groups.z, local.x, local.y,
                 local.z);
  }
  void memoryLoad(const Memory* memory, const WorkItem* item, size_t address, size_t size) override
  {
    line("load", memory, item, address, size, bits(memory, address, size), "-");
  }
  void memoryStore(const Memory* memory, const WorkItem* item, size_t address, size_t size, const uint8_t* data) override
  {
    line("store", memory, item, address, size, bits(memory, address, size), digits(data, size));
  }
  // Both are told of before the operation is done: what it leaves is there when the instruction has been.
  void memoryAtomicLoad(const Memory* memory, const WorkItem* item, AtomicOp op, size_t address, size_t size) override
  {
    pending = Pending{memory, item, op, address, size, bits(memory, address, size)};
  }
  void instructionExecuted(const WorkItem* item, const llvm::Instruction*, const TypedValue&) override
  {
    if (!pending || pending->item != item)
      return;
    static const char* names[] = {"add", "and", "cmpxchg", "dec", "inc", "max", "min", "or", "sub", "xchg", "xor"};
    const std::string op = std::string("atomic.") + names[pending->op];
    line(op.c_str(), pending->memory, item, pending->address, pending->size, pending->old, bits(pending->memory, pending->address, pending->size));
    pending.reset();
  }

private:
  struct Pending
  {
    const Memory* memory;
    const WorkItem* item;
    AtomicOp op;
    size_t address, size;
    std::string old;
  };
  FILE* out;
  std::optional<Pending> pending;

  static std::string digits(const uint8_t* data, size_t size)
  {
    std::string text;
    for (size_t i = size; i-- > 0;)
    {
      char two[3];
      std::snprintf(two, sizeof two, "%02x", data[i]);
      text += two;
    }
    return text;
  }
  static std::string bits(const Memory* memory, size_t address, size_t size)
  {
    if (!memory->isAddressValid(address, size))
      return "-";
    return digits(static_cast<const uint8_t*>(memory->getPointer(address)), size);
  }
  void line(const char* op, const Memory* memory, const WorkItem* item, size_t address, size_t size, const std::string& old, const std::string& now)
  {
    // Private memory is the compiler's own, and constants are what the host wrote.
    const unsigned space = memory->getAddressSpace();
    if ((space != AddrSpaceGlobal && space != AddrSpaceLocal) || size > 16)
      return;
    const Size3 group = item->getWorkGroup()->getGroupID(), local = item->getLocalID(), sizes = item->getWorkGroup()->getGroupSize();
    const size_t index = local.x + sizes.x * (local.y + sizes.y * local.z);
    std::fprintf(out, "%s %s %zu %zu %zu %zu %zx %zu %s %s\n", op, space == AddrSpaceGlobal ? "global" : "shared", group.x, group.y, group.z, index,
                 address, size, old.c_str(), now.c_str());
  }
};

static MemoryLog* instance;

extern "C"
{
  void initializePlugins(Context* context)
  {
    instance = new MemoryLog(context);
    context->registerPlugin(instance);
  }
  void releasePlugins(Context* context)
  {
    context->unregisterPlugin(instance);
    delete instance;
  }
}
