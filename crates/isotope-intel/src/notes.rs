//! Statements that apply to many vISA instructions: which lanes execute, how addresses are formed, memory order and caches.

use isotope_target::note::Heading::{Addresses, Execution, Order};
use isotope_target::note::{Note, note};

const VISA: &str = "public vISA documentation";

#[rustfmt::skip]
pub static NOTES: &[Note] = &[
    note(Execution, "", |_| true,
        "Lanes are those of the execution mask that the instruction names, `(M1, 8)`: eight lanes from lane 0 on, those of them that the launch has. Both are one byte: in bits 2:0 code 0 for 1 lane, 1 for 2, 2 for 4, 3 for 8, 4 for 16, 5 for 32; in bits 7:4 code 0 for M1 (from lane 0 on), 1 for M2 (lane 4), 2 for M3 (lane 8), 3 for M4 (lane 12), 4 for M5 (lane 16), 5 for M6 (lane 20), 6 for M7 (lane 24), 7 for M8 (lane 28); codes 8 to 15 are M1_NM to M8_NM, which ignore the execution mask. `(8)` alone means M1.", VISA),
    note(Execution, "", |_| true,
        "A predicate `(P1)` in front, a variable that the kernel declares, narrows the lanes: to those whose bit is 1, with `!` 0; `.any` and `.all` ask for any and for all of them and decide for all. Its field has 16 bits: the predicate's number (0: none), bits 14:13 1 for `.any` and 2 for `.all`, bit 15 for `!`.", VISA),
    note(Execution, "svm_atomic dword_atomic", |_| true,
        "What an operation does not take is `%null`, in older text `V0` (see legality). Lanes take the elements of each variable in turn, which has one for each; what lies behind them is not read. The page's names in capitals, `SVM_ATOMIC.ADD`, are taken, too.",
        "Intel's SVM_ATOMIC page; Intel's DWORD_ATOMIC page"),
    note(Execution, "svm_atomic dword_atomic typed_atomic", |_| true,
        "Compilers write D for UD: the mode `compat` takes that.", "IGC's kernels"),
    note(Execution, "svm_atomic dword_atomic", |_| true,
        "`.16` changes a word and nothing beside it. Sources and dst have a doubleword for each lane, of which the low half is the value, read as UW, W or HF. Without a width an access has 32 bits.",
        "Intel's SVM_ATOMIC page; Intel's DWORD_ATOMIC page"),
    note(Execution, "svm_atomic", |_| true,
        "`.64` changes eight bytes. Sources and dst have a quadword for each lane. There is no width but `.16`, `.64` and 32 bits.", "Intel's SVM_ATOMIC page"),
    note(Execution, "dword_atomic", |_| true, "There is no width but `.16` and 32 bits.", "Intel's DWORD_ATOMIC page"),
    note(Execution, "svm_atomic dword_atomic", |t| t.memory,
        "Operands begin at element 0 whatever the mask: with `(M2, 4)` lane 4 has element 0. Bits of a predicate and of the execution mask are those of lanes: `(P1)` with `(M2, 4)` looks at bits 4 to 7.", VISA),
    note(Execution, "svm_atomic dword_atomic", |t| t.memory,
        "Where the result of one lane is unspecified, the instruction ends as unspecified and no lane's `dst` is written.",
        "Intel's SVM_ATOMIC page; Intel's DWORD_ATOMIC page"),
    note(Execution, "svm_atomic dword_atomic typed_atomic lsc_", |t| t.memory,
        "`%null` takes the place of an operand that the operation does not have; as destination it means that nothing is returned.", VISA),
    note(Addresses, "svm_atomic svm_gather svm_scatter", |t| t.memory, "Each lane has a 64-bit address, in bytes.", "Intel's SVM_ATOMIC page"),
    note(Addresses, "dword_atomic", |_| true,
        "The surface is one byte, the number of a surface variable that the kernel declares: 0 is shared local memory (T0, `%slm`), 5 the stateless surface (T255, `%scratch`), through which an offset is an address. Offsets are unsigned and count from the beginning of the buffer.", "Intel's DWORD_ATOMIC page"),
    note(Addresses, "dword_atomic", |t| t.memory || t.surface,
        "A surface and a byte offset for each lane. Out of bounds a read gives 0 and nothing is written. T0 (`%slm`) is shared local memory; bit 28 of its offsets is a tag.", "Intel's DWORD_ATOMIC page"),
    note(Addresses, "dword_atomic", |t| t.memory || t.surface,
        "Surfaces are 0 `%slm` (T0 of the page), 1 and 2 T1 and T2, 4 `%bss`, 5 `%scratch` (T255 of the page: offsets are then addresses), and from 6 on those that the text declares: `.decl T6 v_type=T num_elts=1`. Of SLM offsets bits 31:28 do not count. An access is in range if all its bytes are; the sum of base and offset does not wrap. In a surface the range is looked at before alignment, in SLM alignment first.", "Intel's DWORD_ATOMIC page; GenX_IR 1.0.12504.6"),
    note(Addresses, "gather scatter", |t| t.memory || t.surface,
        "A surface and a byte offset for each lane. Out of bounds a read gives 0 and nothing is written. T0 (`%slm`) is shared local memory; bit 28 of its offsets is a tag.", "as Intel's DWORD_ATOMIC page says of dword_atomic"),
    note(Addresses, "typed_atomic gather4_typed scatter4_typed load", |t| t.surface, "u, v, r and the level of a typed surface, a variable each.", VISA),
    note(Addresses, "lsc_", |t| t.memory,
        "`flat[scale*V+offset]` is an address, `bti`, `ss` and `bss` an offset in a surface; `:a32` and `:a64` say its width, and `.slm` leads to shared local memory.", VISA),
    note(Addresses, "oword media svm_block", |t| t.memory || t.surface, "One block for the thread, at an offset in bytes or owords that the first lane's operand says.", VISA),
    note(Order, "", |t| t.atomic,
        "Reading and writing are one step. Lanes that meet in a place are served one after another (`intel.lane_order`). The access is relaxed: it orders nothing else.", VISA),
    note(Order, "", |t| t.memory && !t.atomic, "Accesses promise no order to other threads; fences do.", VISA),
    note(Order, "lsc_", |t| t.memory, "The words behind the message are policies of L1 and L3: `.ca` keep, `.uc` pass by, `.wb` write back, `.wt` write through, `.st` evict early, `.ri` drop after reading.", VISA),
    note(Order, "fence lsc_fence barrier sbarrier nbarrier sampler_cache wait", |_| true,
        "A fence holds accesses back until those before it are seen in its scope; a barrier waits for threads and is no fence by itself. Memory is sequentially consistent here; exploration with race detection tells of a fence that is missing.", VISA),
];
