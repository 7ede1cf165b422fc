//! What is true of many instructions of a vendor: who executes, how addresses are formed, what order and caches mean. A page has the notes
//! that its instruction's traits ask for.

use isotope_op::claim::grades;

use super::traits::Traits;

/// A heading's kinds of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// Who executes.
    Execution,
    /// How an address is formed.
    Addresses,
    /// Order, scope, caches.
    Order,
}

impl Heading {
    /// Every heading, in the order of a page.
    pub const ALL: [Heading; 3] = [Heading::Execution, Heading::Addresses, Heading::Order];

    /// As it stands on a page.
    pub fn title(self) -> &'static str {
        match self {
            Heading::Execution => "Execution",
            Heading::Addresses => "Addresses",
            Heading::Order => "Order, scope and caches",
        }
    }

    /// Whether the page of an instruction has it.
    pub fn applies(self, traits: &Traits) -> bool {
        traits.runs
            && match self {
                Heading::Execution => true,
                Heading::Addresses => traits.memory || traits.unit,
                Heading::Order => traits.memory || traits.fence || traits.waits,
            }
    }
}

/// A sentence or two about many instructions.
pub struct Note {
    isa: &'static str,
    heading: Heading,
    /// Beginnings of page names, separated by blanks; any page if empty.
    pages: &'static str,
    asks: fn(&Traits) -> bool,
    text: &'static str,
    source: &'static str,
}

impl Note {
    /// The text with grade and source.
    pub fn said(&self) -> String {
        // What a document says of one instruction is our reading for others.
        let grade = if self.source.starts_with("as ") { "assumed" } else { grades(self.source) };
        format!("{} ({grade}: {})", self.text, self.source)
    }
}

/// The notes of a page under a heading.
pub fn of(isa: &str, page: &str, heading: Heading, traits: &Traits) -> Vec<&'static Note> {
    let fits = |note: &&Note| {
        let named = note.pages.is_empty() || note.pages.split(' ').any(|begin| page.starts_with(begin));
        note.isa == isa && note.heading == heading && named && (note.asks)(traits)
    };
    NOTES.iter().filter(fits).collect()
}

use Heading::{Addresses, Execution, Order};

const fn note(
    isa: &'static str,
    heading: Heading,
    pages: &'static str,
    asks: fn(&Traits) -> bool,
    text: &'static str,
    source: &'static str,
) -> Note {
    Note { isa, heading, pages, asks, text, source }
}

const ATOM: &str = "NVIDIA's ATOM page";
const SURED: &str = "NVIDIA's SURED page";
const GUIDE: &str = "RDNA3 ISA guide";
const VISA: &str = "public vISA documentation";

#[rustfmt::skip]
static NOTES: &[Note] = &[
    note("sm_50", Execution, "", |_| true,
        "Each active lane of the warp executes in which the guard `@Pg` is true; `@!Pg` asks for false. Codes 0 to 6 are P0 to P6, 7 is PT, which is always true and is left out. What other lanes hold stays as it is.",
        "nvdisasm 12.8.55; ptxas 12.4.99"),
    note("sm_50", Execution, "", |_| true,
        "RZ (code 255) reads 0 and drops what is written. Values of 64 bits are in an even register and the one behind it, low word first; `x.64` is that pair.",
        "ptxas 12.4.99"),
    note("sm_50", Execution, "ATOM", |t| t.atomic,
        "A `Ps` is encoded inverted: code 0 is PT, 7 is P0. It becomes true where the page is sparse: mapped, but without memory.",
        ATOM),
    note("sm_50", Execution, "SUATOM", |t| t.atomic,
        "A `Ps` is encoded inverted: code 0 is PT, 7 is P0. It becomes true where the page is sparse: mapped, but without memory.",
        "as NVIDIA's ATOM page says of ATOM"),
    note("sm_50", Execution, "ATOM", |t| t.atomic,
        "In a pixel shader, helper pixels and killed pixels (`KIL`) take no part.", ATOM),
    note("sm_50", Execution, "SURED", |t| t.atomic,
        "In a pixel shader, helper pixels and killed pixels (`KIL`) take no part.", SURED),
    note("sm_50", Execution, "RED SUATOM", |t| t.atomic,
        "In a pixel shader, helper pixels and killed pixels (`KIL`) take no part.", "as NVIDIA's ATOM page says of ATOM"),
    note("sm_50", Addresses, "ATOM", |t| t.global,
        "Without `.E` the address is the sum of `Ra` and the sign-extended offset modulo 2^32, extended by zeros to 40 bits. With `.E` it is the pair `Ra`, `Ra`+1 plus the sign-extended offset; `nv.e_address_high` says what happens where bits above 39 are set. Where `Ra` is left out (RZ), the offset is an unsigned absolute address.",
        ATOM),
    note("sm_50", Addresses, "RED LD ST CCTL", |t| t.global,
        "Without `.E` the address is the sum of `Ra` and the sign-extended offset modulo 2^32, extended by zeros to 40 bits. With `.E` it is the pair `Ra`, `Ra`+1 plus the sign-extended offset; `nv.e_address_high` says what happens where bits above 39 are set. Where `Ra` is left out (RZ), the offset is an unsigned absolute address.",
        "as NVIDIA's ATOM page says of ATOM"),
    note("sm_50", Addresses, "ATOM", |t| t.global,
        "The offset has 20 bits: -0x80000 to 0x7ffff, or 0 to 0xfffff alone. The page speaks of an ImmS32 for `.E`; the encoding has room for 20 bits. Forms with `Ps` have no offset. The address must be a multiple of the bytes accessed, in allocated memory, and outside the windows of shared and local memory.",
        "NVIDIA's ATOM page; nvdisasm 12.8.55"),
    note("sm_50", Addresses, "RED", |t| t.global,
        "The offset has 20 bits: -0x80000 to 0x7ffff, or 0 to 0xfffff alone. The page speaks of an ImmS32 for `.E`; the encoding has room for 20 bits. Forms with `Ps` have no offset. The address must be a multiple of the bytes accessed, in allocated memory, and outside the windows of shared and local memory.",
        "as NVIDIA's ATOM page says of ATOM"),
    note("sm_50", Addresses, "", |t| t.shared && !t.global,
        "A byte offset in the group's shared memory: `Ra` plus the sign-extended offset, modulo 2^32.", "nvdisasm 12.8.55; ptxas 12.4.99"),
    note("sm_50", Addresses, "", |t| t.private && !t.global,
        "A byte offset in the lane's local memory: `Ra` plus the sign-extended offset, modulo 2^32.", "nvdisasm 12.8.55; ptxas 12.4.99"),
    note("sm_50", Addresses, "", |t| t.constant, "A byte offset in a constant bank.", "nvdisasm 12.8.55"),
    note("sm_50", Addresses, "SURED", |t| t.surface,
        "Coordinates are in consecutive registers from `Ra` on: 1D and 1D_BUFFER x; 1D_ARRAY x, layer; 2D x, y; 2D_ARRAY x, y, layer; 3D x, y, z. x, y and z are signed, but x of a 1D_BUFFER is unsigned unless the clamp is `.NEAR`; of a layer the low 16 bits count. With `.BA` x counts bytes, without it elements of the access's size.",
        SURED),
    note("sm_50", Addresses, "SUATOM SULD SUST", |t| t.surface,
        "Coordinates are in consecutive registers from `Ra` on: 1D and 1D_BUFFER x; 1D_ARRAY x, layer; 2D x, y; 2D_ARRAY x, y, layer; 3D x, y, z. x, y and z are signed, but x of a 1D_BUFFER is unsigned unless the clamp is `.NEAR`; of a layer the low 16 bits count. With `.BA` x counts bytes, without it elements of the access's size.",
        "as NVIDIA's SURED page says of SURED"),
    note("sm_50", Addresses, "SURED", |t| t.surface,
        "The surface is named by a word `samplerPtr[31:20] | headerPtr[19:0]`: in a constant bank at the word index `idx`, or in `Rc`. A header beyond the pool's MaximumIndex is invalid (`nv.invalid_texture`). Sampler bits are ignored.",
        SURED),
    note("sm_50", Addresses, "SUATOM SULD SUST", |t| t.surface,
        "The surface is named by a word `samplerPtr[31:20] | headerPtr[19:0]`: in a constant bank at the word index `idx`, or in `Rc`. A header beyond the pool's MaximumIndex is invalid (`nv.invalid_texture`). Sampler bits are ignored.",
        "as NVIDIA's SURED page says of SURED"),
    note("sm_50", Addresses, "SURED", |t| t.surface,
        "Outside the surface: `.IGN` does nothing, `.NEAR` takes the nearest element, `.TRAP` is a fault.", "NVIDIA's SURED page, .clamp, by the names"),
    note("sm_50", Addresses, "SUATOM SULD SUST", |t| t.surface,
        "Outside the surface: `.IGN` does nothing, `.NEAR` takes the nearest element, `.TRAP` is a fault.", "as NVIDIA's SURED page says of SURED"),
    note("sm_50", Order, "ATOM", |t| t.atomic,
        "Reading and writing are one step: nobody's access to the place comes between. Lanes that meet in a place are served one after another (`nv.lane_order`). The access is relaxed: it orders nothing else.",
        ATOM),
    note("sm_50", Order, "RED SUATOM SURED", |t| t.atomic,
        "Reading and writing are one step: nobody's access to the place comes between. Lanes that meet in a place are served one after another (`nv.lane_order`). The access is relaxed: it orders nothing else.",
        "as NVIDIA's ATOM page says of ATOM"),
    note("sm_50", Order, "SURED", |t| t.surface, "Surface accesses pass L1 by; lines that texture loads brought there stay.", SURED),
    note("sm_50", Order, "SUATOM SULD SUST", |t| t.surface, "Surface accesses pass L1 by; lines that texture loads brought there stay.", "as NVIDIA's SURED page says of SURED"),
    note("sm_50", Order, "LD ST", |t| t.memory && !t.atomic,
        "Accesses promise no order among lanes of different groups; `MEMBAR` does. Cache words are hints but for `.CV` and `.WT`, which are what volatile accesses compile to.", "ptxas 12.4.99"),
    note("sm_50", Order, "MEMBAR BAR CCTL DEPBAR", |_| true,
        "`MEMBAR` holds accesses behind it back until those before it are seen by its group (`.CTA`), the device (`.GL`) or host and devices (`.SYS`). Memory is sequentially consistent here, so no fence is needed for a value; a kernel without one that it needs shows in `isotope explore --races`.",
        "ptxas 12.4.99"),

    note("gfx1100", Execution, "", |t| t.vector && !t.unit,
        "Lanes whose bit of EXEC is set execute; what others hold stays. A wave64 runs as two halves, lanes 31:0 first.", GUIDE),
    note("gfx1100", Execution, "", |t| t.scalar && !t.vector, "Once for the wave, whatever EXEC says.", GUIDE),
    note("gfx1100", Execution, "", |t| t.control && !t.vector && !t.scalar, "Once for the wave, whatever EXEC says.", GUIDE),
    note("gfx1100", Execution, "s_barrier s_cbranch s_wait s_sleep s_nop s_end s_set s_clause s_delay s_gl1 s_dcache s_icache s_sendmsg s_trap s_version s_dec s_inc s_ttrace s_wakeup s_code s_round s_denorm s_inst buffer_gl v_nop ds_nop v_pipeflush s_atc", |t| !t.scalar && !t.control,
        "Once for the wave, whatever EXEC says.", GUIDE),
    note("gfx1100", Execution, "ds_", |t| t.unit,
        "The wave asks the device's unit with M0 and the offset fields; one lane speaks for it, the first active one. With EXEC = 0 see `amd.gws_exec0` and `amd.ordered_exec0`.", GUIDE),
    note("gfx1100", Addresses, "global_ scratch_", |t| t.memory,
        "`vaddr` is a pair with a 64-bit address where `saddr` is `off`; with `saddr` it is one register with an unsigned 32-bit offset to the SGPR pair. The offset field has 13 bits and a sign.", GUIDE),
    note("gfx1100", Addresses, "flat_", |t| t.memory,
        "A pair with a 64-bit address plus an unsigned 12-bit offset. An address in the aperture of LDS or private memory leads there, lane by lane (`amd.apertures`).", GUIDE),
    note("gfx1100", Addresses, "ds_", |t| t.shared,
        "A byte offset in the group's LDS: the address register plus the 16-bit unsigned offset (offset1:offset0). Instructions with two addresses add each offset times the bytes of an element, and times 64 more with `stride64`.", GUIDE),
    note("gfx1100", Addresses, "buffer_ tbuffer_", |t| t.surface,
        "base + soffset + (offen: voffset) + offset + stride * ((idxen: vindex) + (add_tid: lane)), of the descriptor in four SGPRs. What is out of range by its OOB_SELECT is not written and reads 0.", "RDNA3.5 ISA guide, 9.4.1"),
    note("gfx1100", Addresses, "image_", |t| t.surface,
        "Coordinates are in VGPRs in the order of the dimension: x, y, z or layer, then fragment or level; with `a16` two in a register. The descriptor is in eight SGPRs (`r128`: four). What is out of range is not written and reads 0 (`amd.image_range`).", GUIDE),
    note("gfx1100", Addresses, "s_", |t| t.memory,
        "The SGPR pair plus the register and the signed 21-bit offset, down to a multiple of four.", GUIDE),
    note("gfx1100", Addresses, "ds_gws", |t| t.unit,
        "The resource is (BASE of the VMID + M0[21:16] + offset0[5:0]) mod 64. One that the VMID does not own is answered with a NACK: nothing changes, the wave goes back to the instruction and halts (`amd.gws_id_range`).", "AMD's RDNA3 chapter 13"),
    note("gfx1100", Addresses, "ds_ordered", |t| t.unit,
        "offset0[7:2] plus M0[31:16], modulo 16, is the counter; offset1[0] is wave_release, offset1[1] wave_done, offset1[5:4] the operation: 0 add, 1 exchange, 2 reserved, 3 wrap.", "RDNA3 ISA guide"),
    note("gfx1100", Addresses, "ds_append ds_consume", |t| t.unit || t.shared,
        "M0 plus the 16-bit offset: M0[15:0] in LDS, M0[31:16] in the global data share (`amd.append_m0`).", GUIDE),
    note("gfx1100", Addresses, "ds_add_gs ds_sub_gs", |t| t.unit, "GS register offset0[5:2]: 0 to 7 have 32 bits, 8 to 15 have 64.", GUIDE),
    note("gfx1100", Addresses, "ds_", |t| t.gds,
        "Bytes of the global data share: M0[31:16] is its base and M0[15:0] its size for the wave, within what the VMID owns.", GUIDE),
    note("gfx1100", Order, "", |t| t.atomic && !t.unit,
        "Reading and writing are one step. Lanes that meet in a place are served one after another (`amd.lane_order`). With `glc` the old value comes back. The access is relaxed: it orders nothing else.", GUIDE),
    note("gfx1100", Order, "", |t| t.memory && !t.scalar,
        "Loads and returning atomics count in vmcnt, stores and others in vscnt, LDS, GDS and scalar memory in lgkmcnt; `s_waitcnt` waits for them. Values are there at once here; `--check-rules` tells of a wait that is missing. `glc`, `slc` and `dlc` say how L0, L2 and the last level keep the line.", GUIDE),
    note("gfx1100", Order, "s_", |t| t.memory && t.scalar, "Through the scalar cache; counted in lgkmcnt, and not in order: only lgkmcnt(0) tells that it is there.", GUIDE),
    note("gfx1100", Order, "ds_", |t| t.unit,
        "The unit serves one request at a time. Requests count in lgkmcnt.", GUIDE),
    note("gfx1100", Order, "s_barrier s_wait s_gl1 s_dcache s_icache buffer_gl", |_| true,
        "What a wave has issued is not seen by others until it is out of the caches between: stores after vscnt(0), loads anew after buffer_gl1_inv and buffer_gl0_inv. `isotope explore --model rdna3` shows what happens without.", GUIDE),

    note("visa", Execution, "", |_| true,
        "Lanes are those of the execution mask that the instruction names, `(M1, 8)`: eight lanes from lane 0 on; M2 begins at lane 4, and so on to M8. `_NM` ignores the execution mask. A predicate `(P)` narrows them, lane by lane. Sizes are 1, 2, 4, 8, 16 and 32 (codes 0 to 5, bits 2:0); masks M1 to M8 are codes 0 to 7 of bits 7:4, with `_NM` 8 to 15.", VISA),
    note("visa", Execution, "svm_atomic dword_atomic typed_atomic lsc_", |t| t.memory,
        "`%null` takes the place of an operand that the operation does not have; as destination it means that nothing comes back.", VISA),
    note("visa", Addresses, "svm_", |t| t.memory, "Each lane has a 64-bit address, in bytes, in a variable of type uq.", "Intel's SVM_ATOMIC page"),
    note("visa", Addresses, "dword_atomic", |t| t.memory || t.surface,
        "A surface and a byte offset for each lane. Out of bounds a read gives 0 and nothing is written. T0 (`%slm`) is shared local memory; bit 28 of its offsets is a tag.", "Intel's DWORD_ATOMIC page"),
    note("visa", Addresses, "gather scatter", |t| t.memory || t.surface,
        "A surface and a byte offset for each lane. Out of bounds a read gives 0 and nothing is written. T0 (`%slm`) is shared local memory; bit 28 of its offsets is a tag.", "as Intel's DWORD_ATOMIC page says of dword_atomic"),
    note("visa", Addresses, "typed_atomic gather4_typed scatter4_typed load", |t| t.surface, "u, v, r and the level of a typed surface, a variable each.", VISA),
    note("visa", Addresses, "lsc_", |t| t.memory,
        "`flat[scale*V+offset]` is an address, `bti`, `ss` and `bss` an offset in a surface; `:a32` and `:a64` say its width, and `.slm` leads to shared local memory.", VISA),
    note("visa", Addresses, "oword media svm_block", |t| t.memory || t.surface, "One block for the thread, at an offset in bytes or owords that the first lane's operand says.", VISA),
    note("visa", Order, "", |t| t.atomic,
        "Reading and writing are one step. Lanes that meet in a place are served one after another (`intel.lane_order`). The access is relaxed: it orders nothing else.", VISA),
    note("visa", Order, "", |t| t.memory && !t.atomic, "Accesses promise no order to other threads; fences do.", VISA),
    note("visa", Order, "lsc_", |t| t.memory, "The words behind the message are policies of L1 and L3: `.ca` keep, `.uc` pass by, `.wb` write back, `.wt` write through, `.st` evict early, `.ri` drop after reading.", VISA),
    note("visa", Order, "fence lsc_fence barrier sbarrier nbarrier sampler_cache wait", |_| true,
        "A fence holds accesses back until those before it are seen in its scope; a barrier waits for threads and is no fence by itself. Memory is sequentially consistent here; `isotope explore --races` tells of a fence that is missing.", VISA),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Each source is one of the table, so that it links.
    #[test]
    fn sources_are_known() {
        for note in NOTES {
            assert!(isotope_op::source::named(note.source).next().is_some(), "{}", note.source);
        }
    }
}
