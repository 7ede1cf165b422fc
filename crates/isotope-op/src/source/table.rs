//! The entries. To cite a new source, add it here. A test finds source texts that name no entry, and entries that no text names.

use super::Source;
use crate::assume::Grade;

/// Declares the entries: `key`, then the fields of [`Source`]. Only compilers and disassemblers have `versions`.
macro_rules! sources {
    ($($key:literal {
        names: [$($name:literal),+ $(,)?],
        title: $title:literal,
        publisher: $publisher:literal,
        version: $version:literal,
        $(versions: [$($tested:literal),+ $(,)?],)?
        sections: $sections:literal,
        place: $place:literal,
        used_for: $used_for:literal,
        grade: $grade:ident,
    })*) => {
        /// See [`super::ALL`].
        pub const ALL: &[Source] = &[$(Source {
            key: $key,
            names: &[$($name),+],
            title: $title,
            publisher: $publisher,
            version: $version,
            versions: &[$($($tested),+)?],
            sections: $sections,
            place: $place,
            used_for: $used_for,
            grade: Grade::$grade,
        }),*];
    };
}

sources! {
    "nv-atom" {
        names: ["NVIDIA's ATOM page"],
        title: "ATOM: Atomic Operation, ATOM.CAS: Atomic Compare and Swap (a page of the instruction reference for SPA 5.0)",
        publisher: "NVIDIA",
        version: "headed SPA 5.0; undated. Its sizes are those of SPA 5.0, 5.2 and 6.0 together",
        sections: "format, table of atomic operations, description, examples",
        place: "no public address is known; each of its sentences, in other words, is a line of [claims.md](claims.md)",
        used_for: "sm_50: what ATOM computes, its syntax, operands, addresses and errors",
        grade: Spec,
    }
    "nv-sured" {
        names: ["NVIDIA's SURED page"],
        title: "SURED: Atomic Reduction on surface memory (a page of the instruction reference for SPA 5.0)",
        publisher: "NVIDIA",
        version: "headed SPA 5.0; undated",
        sections: "format, operands, table of reduction operations, description, examples",
        place: "no public address is known; each of its sentences, in other words, is a line of [claims.md](claims.md)",
        used_for: "sm_50: surface reductions, coordinates, clamping, handles",
        grade: Spec,
    }
    "intel-svm-atomic" {
        names: ["Intel's SVM_ATOMIC page"],
        title: "SVM_ATOMIC (a page of the vISA documentation)",
        publisher: "Intel Corporation, MIT licence",
        version: "copyright 2020-2021",
        sections: "opcode, format, semantics, description, text, notes",
        place: "repository intel/intel-graphics-compiler, folder documentation/visa/instructions",
        used_for: "vISA: svm_atomic",
        grade: Spec,
    }
    "intel-dword-atomic" {
        names: ["Intel's DWORD_ATOMIC page"],
        title: "DWORD_ATOMIC (a page of the vISA documentation)",
        publisher: "Intel Corporation, MIT licence",
        version: "copyright 2020-2022",
        sections: "opcode, format, semantics, table of operations (of svm_atomic and typed_atomic too), description, text, notes",
        place: "repository intel/intel-graphics-compiler, folder documentation/visa/instructions",
        used_for: "vISA: dword_atomic; what every atomic operation computes",
        grade: Spec,
    }
    "rdna3-13" {
        names: ["AMD's RDNA3 chapter 13"],
        title: "RDNA3 Instruction Set Architecture, reference guide, chapter 13: float memory atomics, global wave sync, ordered count",
        publisher: "Advanced Micro Devices",
        version: "an extract in Chinese translation, without the chapter's three tables",
        sections: "all of it: rounding, denormals, NaN handling, programming rule of GWS and ordered count, EXEC, ordered count, global wave sync",
        place: "the guide itself: <https://docs.amd.com/v/u/en-US/rdna3-shader-instruction-set-architecture-feb-2023_0>, document 70650",
        used_for: "gfx1100: float atomics, GWS, ordered count, GDS",
        grade: Spec,
    }
    "rdna3" {
        names: ["RDNA3 ISA guide", "RDNA3 guide", "RDNA3's guide", "RDNA3's pseudo-code"],
        title: "RDNA3 Instruction Set Architecture, reference guide",
        publisher: "Advanced Micro Devices",
        version: "February 2023, and the edition of August 2023 where named",
        sections: "chapters 3, 6, 7, 9 to 13, 16",
        place: "<https://docs.amd.com/v/u/en-US/rdna3-shader-instruction-set-architecture-feb-2023_0>, document 70650",
        used_for: "gfx1100: encodings, integer atomics, memory, the tables that the extract of chapter 13 lacks",
        grade: Spec,
    }
    "rdna35" {
        names: ["RDNA3.5 ISA guide"],
        title: "RDNA3.5 Instruction Set Architecture, reference guide",
        publisher: "Advanced Micro Devices",
        version: "23 July 2024",
        sections: "9.4, 9.6, 10.5, 11.2",
        place: "<https://docs.amd.com/v/u/en-US/rdna35_instruction_set_architecture>, document 70649",
        used_for: "gfx1100: buffers and images, where it words the same thing better",
        grade: Spec,
    }
    "rdna4" {
        names: ["RDNA4 ISA guide", "RDNA4 guide", "RDNA4"],
        title: "RDNA4 Instruction Set Architecture, reference guide",
        publisher: "Advanced Micro Devices",
        version: "8 April 2025",
        sections: "float atomics, LDS",
        place: "<https://docs.amd.com/v/u/en-US/rdna4-instruction-set-architecture>, document 70651",
        used_for: "gfx1100: the bits of -INF + INF; a newer machine, whose rules differ elsewhere",
        grade: Spec,
    }
    "cdna3" {
        names: ["CDNA3 ISA guide"],
        title: "AMD Instinct MI300 (CDNA3) Instruction Set Architecture, reference guide",
        publisher: "Advanced Micro Devices",
        version: "as published",
        sections: "9.1.9",
        place: "linked from AMD's page of GPU architecture documentation: <https://rocm.docs.amd.com/en/latest/_sources/reference/gpu-arch/index.md>",
        used_for: "gfx1100: buffer loads into LDS, by analogy",
        grade: Spec,
    }
    "vega" {
        names: ["Vega's pseudo-code", "Vega's", "Vega"],
        title: "Vega Instruction Set Architecture: the wording of the DS instructions",
        publisher: "Advanced Micro Devices",
        version: "as quoted in comments of gem5's instruction sources",
        sections: "DS_GWS_*, DS_ORDERED_COUNT",
        place: "repository gem5/gem5, folder src/arch/amdgpu/vega/insts",
        used_for: "gfx1100: the barrier of global wave sync, which tests its counter before it decrements",
        grade: Spec,
    }
    "amd-ring-patent" {
        names: ["US patent 8972693"],
        title: "US patent 8972693, on allocating from a ring buffer by ordered requests",
        publisher: "Advanced Micro Devices",
        version: "granted 2015",
        sections: "all of it",
        place: "by its number",
        used_for: "gfx1100: the ring behind ordered alloc",
        grade: Spec,
    }
    "visa-docs" {
        names: ["public vISA documentation", "vISA documentation"],
        title: "vISA documentation (one page an instruction, operands, execution control, execution model)",
        publisher: "Intel Corporation, MIT licence",
        version: "as in the repository in 2026",
        sections: "folder documentation/visa",
        place: "repository intel/intel-graphics-compiler, folder documentation/visa",
        used_for: "vISA: every instruction but the two atomics above",
        grade: Spec,
    }
    "gl-intel-minmax" {
        names: ["GL_INTEL_shader_atomic_float_minmax"],
        title: "GL_INTEL_shader_atomic_float_minmax (OpenGL extension)",
        publisher: "Intel Corporation",
        version: "revision 4, 22 June 2018",
        sections: "issues: NaN, -0 and +0",
        place: "repository mesa/mesa, docs/_extra/specs/INTEL_shader_atomic_float_minmax.txt",
        used_for: "vISA: fmin, fmax and fcmpwr of NaNs and zeros",
        grade: Spec,
    }
    "cl-float-atomics" {
        names: ["OpenCL extension"],
        title: "cl_ext_float_atomics (OpenCL extension)",
        publisher: "Khronos Group",
        version: "1.0.0",
        sections: "sum and difference, minimum and maximum; compiler options that affect them",
        place: "<https://registry.khronos.org/OpenCL/>",
        used_for: "vISA: either zero may come of fmin and fmax; atomics of OpenCL C on floats",
        grade: Spec,
    }
    "opencl-c" {
        names: ["OpenCL C", "OpenCL asks"],
        title: "The OpenCL C Specification, and the OpenCL Specification",
        publisher: "Khronos Group",
        version: "3.0",
        sections: "8.3 conversions of image channels; printf; local memory; work-group barriers; atomic functions; rounding and subnormals of a device",
        place: "<https://registry.khronos.org/OpenCL/>",
        used_for: "what kernels may count on, where a vendor's documents are silent",
        grade: Spec,
    }
    "spirv" {
        names: ["SPIR-V specification"],
        title: "SPIR-V Specification, unified",
        publisher: "Khronos Group",
        version: "1.6",
        sections: "atomic instructions",
        place: "<https://registry.khronos.org/SPIR-V/>",
        used_for: "atomics of SPIR-V on integers",
        grade: Spec,
    }
    "spirv-float-add" {
        names: ["SPV_EXT_shader_atomic_float_add"],
        title: "SPV_EXT_shader_atomic_float_add, and SPV_EXT_shader_atomic_float16_add for halves",
        publisher: "Khronos Group",
        version: "revision 3",
        sections: "OpAtomicFAddEXT",
        place: "<https://registry.khronos.org/SPIR-V/>",
        used_for: "atomic sums of floats of SPIR-V",
        grade: Spec,
    }
    "spirv-float-min-max" {
        names: ["SPV_EXT_shader_atomic_float_min_max"],
        title: "SPV_EXT_shader_atomic_float_min_max",
        publisher: "Khronos Group",
        version: "revision 2, 2020-10-05",
        sections: "OpAtomicFMinEXT, OpAtomicFMaxEXT: table of NaNs and zeros",
        place: "<https://registry.khronos.org/SPIR-V/>",
        used_for: "atomic minimum and maximum of floats of SPIR-V; OpenCL's extension takes them over",
        grade: Spec,
    }
    "langref" {
        names: ["LangRef of LLVM 19"],
        title: "LLVM Language Reference Manual",
        publisher: "LLVM project",
        version: "19. What it says of llvm.maxnum and llvm.minnum changed later, more than once",
        sections: "atomicrmw, cmpxchg; llvm.maxnum, llvm.minnum, llvm.maximum, llvm.minimum; floating-point environment; behavior of floating-point NaN values; poison",
        place: "<https://releases.llvm.org/> (docs/LangRef.html of release 19)",
        used_for: "atomics of LLVM IR, and what the instructions of a loop compute",
        grade: Spec,
    }
    "langref-later" {
        names: ["LangRef after LLVM 19"],
        title: "LLVM Language Reference Manual",
        publisher: "LLVM project",
        version: "20 to 23",
        sections: "atomicrmw: usub_cond and usub_sat (20), fmaximum and fminimum (21), fmaximumnum and fminimumnum (23)",
        place: "<https://llvm.org/docs/LangRef.html>",
        used_for: "atomics of LLVM IR that release 19 does not have",
        grade: Spec,
    }
    "ged" {
        names: ["GED"],
        title: "GED, the library that encodes instructions for IGA and IGC",
        publisher: "Intel",
        version: "in intel-graphics-compiler 98fff7164 of August 2026",
        sections: "ged_ins_field.h: BranchCtrl",
        place: "<https://github.com/intel/intel-graphics-compiler/tree/master/visa/iga/GEDLibrary>",
        used_for: "vISA: which lanes of a split wave go on at a goto",
        grade: Spec,
    }
    "cpp" {
        names: ["C++ working draft"],
        title: "Working Draft, Programming Languages - C++",
        publisher: "ISO/IEC JTC1/SC22/WG21",
        version: "after P3008R6 (2025), towards C++26",
        sections: "[atomics.ref.ops], [atomics.ref.int], [atomics.ref.float]",
        place: "<https://eel.is/c++draft/atomics.ref.float>",
        used_for: "atomics of C++ on integers and floats",
        grade: Spec,
    }
    "vulkan" {
        names: ["Vulkan", "robustImageAccess2"],
        title: "Vulkan Specification",
        publisher: "Khronos Group",
        version: "1.3",
        sections: "image formats, robust access",
        place: "<https://registry.khronos.org/vulkan/>",
        used_for: "gfx1100: formats and image bounds, by what drivers promise",
        grade: Spec,
    }
    "d3d11" {
        names: ["Direct3D 11"],
        title: "Direct3D 11.3 Functional Specification",
        publisher: "Microsoft",
        version: "1.16",
        sections: "conversions, resinfo",
        place: "repository microsoft/DirectX-Specs",
        used_for: "gfx1100: rounding of formats, sizes of missing mip levels",
        grade: Spec,
    }
    "ptx" {
        names: ["PTX ISA 9.0", "PTX ISA", "PTX manual", "PTX documents", "PTX names", "PTX gives", "PTX says", "PTX"],
        title: "Parallel Thread Execution ISA",
        publisher: "NVIDIA",
        version: "9.0 where it says so; sentences used are the same from 8.0 on",
        sections: "atom, red, cvt, shfl, bar, special registers, floating-point instructions",
        place: "<https://docs.nvidia.com/cuda/parallel-thread-execution>",
        used_for: "sm_50: what a compiled instruction is for, and what kernels may count on",
        grade: Spec,
    }
    "cuda-guide" {
        names: ["CUDA C++ Programming Guide"],
        title: "CUDA C++ Programming Guide",
        publisher: "NVIDIA",
        version: "13.0",
        sections: "formatted output, dynamic global memory, assertions, synchronization functions, texture fetching, binary compatibility",
        place: "<https://docs.nvidia.com/cuda/>",
        used_for: "sm_50: printf, malloc and assert of kernels; textures; which cubin of a fatbin a device takes",
        grade: Spec,
    }
    "nv-f16x2-extension" {
        names: ["NV_shader_atomic_fp16_vector"],
        title: "NV_shader_atomic_fp16_vector (OpenGL extension)",
        publisher: "NVIDIA",
        version: "as registered",
        sections: "all of it",
        place: "<https://registry.khronos.org/OpenGL/>",
        used_for: "sm_52: minimum and maximum of pairs of halves; it gives no rule for NaNs",
        grade: Spec,
    }
    "open-gpu-doc" {
        names: ["open-gpu-doc", "class header"],
        title: "Open GPU documentation: class headers clb097tex.h, clb0c0.h, clb0c0qmd.h",
        publisher: "NVIDIA, MIT licence",
        version: "class B097 (Maxwell)",
        sections: "texture headers, compute methods, launch descriptor",
        place: "<https://nvidia.github.io/open-gpu-doc/classes/3d>",
        used_for: "sm_50: headers of surfaces",
        grade: Spec,
    }
    "sass-modifiers" {
        names: ["modifier .RN", "modifier .FTZ"],
        title: "The modifiers `.RN` and `.FTZ` of the instruction itself, as PTX documents them",
        publisher: "NVIDIA",
        version: "PTX ISA 9.0",
        sections: "rounding modifiers; .ftz",
        place: "<https://docs.nvidia.com/cuda/parallel-thread-execution>",
        used_for: "sm_50: rounding and flushes that the instruction's text names",
        grade: Spec,
    }
    "amdgpu-usage" {
        names: ["LLVM AMDGPU usage guide"],
        title: "User Guide for AMDGPU Backend",
        publisher: "LLVM project (written by AMD)",
        version: "19",
        sections: "kernel descriptor, initial kernel execution state, hidden arguments, memory model gfx10 to gfx11",
        place: "<https://releases.llvm.org/> (docs/AMDGPUUsage.html of release 19)",
        used_for: "gfx1100: launches and the memory model",
        grade: Spec,
    }
    "nvdisasm" {
        names: ["nvdisasm 12.8.55", "nvdisasm's", "nvdisasm"],
        title: "nvdisasm",
        publisher: "NVIDIA",
        version: "12.8.55; its answers to every word of tests/data/nvidia are those of 11.8.86 and 12.4.127",
        versions: ["11.8.86", "12.4.127", "12.8.55"],
        sections: "-b SM50, SM52, SM60, SM61",
        place: "CUDA toolkits 11.8, 12.4 and 12.8; also in the Debian packages nvidia-cuda-toolkit and the Python wheel triton 3.3.1",
        used_for: "sm_50: bits and text of every instruction. It judges syntax, not legality",
        grade: Oracle,
    }
    "ptxas" {
        names: [
            "ptxas 12.4.99",
            "ptxas 12.4",
            "ptxas",
            "ptxas 11.8.89",
            "ptxas 11.8",
            "ptxas 12.8",
            "ptxas 12.9.86",
            "ptxas 12.9",
        ],
        title: "ptxas",
        publisher: "NVIDIA",
        version: "12.4.99; what its entries name besides: 11.8.89, 12.4.131, 12.8.61, 12.9.86",
        versions: ["11.8.89", "12.4.99", "12.4.131", "12.8.61", "12.9.86"],
        sections: "-arch=sm_50, sm_52, sm_60",
        place: "CUDA toolkits 11.8, 12.4, 12.8 and 12.9; 12.4.99 and 12.8.61 also in the Python wheel triton 3.3.1",
        used_for: "sm_50: what real code looks like, register alignment, what a sequence must compute",
        grade: Oracle,
    }
    "genx-ir" {
        names: ["GenX_IR 1.0.12504.6", "GenX_IR"],
        title: "GenX_IR, the assembler of vISA",
        publisher: "Intel Corporation",
        version: "1.0.12504.6",
        versions: ["1.0.12504.6"],
        sections: "text, containers, verifier",
        place: "Debian package libigc-tools",
        used_for: "vISA: text and bytes; a second opinion on legality",
        grade: Oracle,
    }
    "genx-ir-17791" {
        names: ["GenX_IR 1.0.17791.18"],
        title: "GenX_IR, the assembler of vISA, a later release",
        publisher: "Intel Corporation",
        version: "1.0.17791.18",
        versions: ["1.0.17791.18"],
        sections: "text, verifier, descriptors of messages; it writes no containers",
        place: "Debian package libigc-tools",
        used_for: "vISA: whether what the earlier release says holds (tests/data/intel/census_genx_ir.tsv)",
        grade: Oracle,
    }
    "igc" {
        names: ["IGC 1.0.12504", "IGC's kernels", "IGC"],
        title: "Intel Graphics Compiler, through ocloc",
        publisher: "Intel Corporation",
        version: "1.0.12504",
        versions: ["1.0.12504"],
        sections: "kernels for SKL, TGLLP, DG2 and PVC",
        place: "Debian packages intel-opencl-icd and libigc1; repository intel/intel-graphics-compiler",
        used_for: "vISA: kernels, payloads, what its code counts on",
        grade: Oracle,
    }
    "igc-2" {
        names: ["IGC 2.40.14"],
        title: "Intel Graphics Compiler 2, through ocloc 26.27",
        publisher: "Intel Corporation",
        version: "2.40.14",
        versions: ["2.40.14"],
        sections: "kernels for TGLLP, DG2 and PVC",
        place: "Debian packages intel-ocloc and libigc2; repository intel/intel-graphics-compiler",
        used_for: "vISA: whether what kernels of IGC 1.0.12504 show holds (docs/census.md)",
        grade: Oracle,
    }
    "neo" {
        names: ["NEO's order", "NEO"],
        title: "Intel Compute Runtime (NEO)",
        publisher: "Intel Corporation, MIT licence",
        version: "22.43.24595",
        sections: "thread dispatch, surface states",
        place: "repository intel/compute-runtime; Debian package intel-opencl-icd",
        used_for: "vISA: launches",
        grade: Oracle,
    }
    "llvm" {
        names: ["llvm-mc 19.1.7", "llvm-mc 19", "llvm-mc", "LLVM 19.1.7", "LLVM 19", "LLVM"],
        title: "LLVM: llvm-mc, the AMDGPU back end and its tables",
        publisher: "LLVM project (the back end is AMD's)",
        version: "19.1.7",
        versions: ["19.1.7", "22.1.8"],
        sections: "assembler and disassembler for gfx1100; SIInsertWaitcnts, GCNHazardRecognizer, IntrinsicsAMDGPU",
        place: "Debian package llvm-19; <https://releases.llvm.org/>; 22.1.8 also in the Python wheel ziglang 0.17.1",
        used_for: "gfx1100: bits and text of every instruction; what the compiler counts on",
        grade: Oracle,
    }
    "llvm-22" {
        names: ["LLVM 22.1.8", "LLVM 22"],
        title: "LLVM: the AMDGPU assembler and its tables, a later release",
        publisher: "LLVM project (the back end is AMD's)",
        version: "22.1.8",
        versions: ["22.1.8"],
        sections: "assembler for gfx1100, which prints what it read (`-cc1as -filetype asm`)",
        place: "Python package ziglang 0.17.1; <https://releases.llvm.org/>",
        used_for: "gfx1100: halves of VGPRs, their bits and their text",
        grade: Oracle,
    }
    "rocm-libs" {
        names: ["rocm-device-libs", "ROCm's device library", "ROCm"],
        title: "ROCm: device libraries and runtime",
        publisher: "Advanced Micro Devices",
        version: "5.2.3 to 6.2",
        sections: "__ockl_* (hostcall, printf, grid sync), hip runtime",
        place: "repository ROCm/llvm-project, folder amd/device-libs; Debian package rocm-device-libs",
        used_for: "gfx1100: what runtime and kernels expect of each other; N-1 at both ends of a GWS barrier",
        grade: Oracle,
    }
    "rocjitsu" {
        names: ["emulator rocjitsu", "rocjitsu"],
        title: "rocjitsu, an emulator of AMD's GPUs",
        publisher: "Advanced Micro Devices, MIT licence",
        version: "September 2026",
        sections: "instruction semantics of gfx11; notes on measurements",
        place: "repository ROCm/rocm-systems, folder emulation/rocjitsu",
        used_for: "gfx1100: a second opinion of the vendor's own, and what it reports from devices",
        grade: Oracle,
    }
    "w7900" {
        names: ["Radeon Pro W7900"],
        title: "Results captured on a Radeon Pro W7900 (gfx1100), published with rocjitsu",
        publisher: "Advanced Micro Devices",
        version: "September 2026",
        sections: "dot products",
        place: "repository ROCm/rocm-systems, folder emulation/rocjitsu",
        used_for: "gfx1100: how dot products are added up",
        grade: Hardware,
    }
    "h100" {
        names: ["H100"],
        title: "An H100 (sm_90), driven by the programs of this repository",
        publisher: "this project",
        version: "see the files; CUDA 13.0",
        sections: "[results-h100.md](../hw/nvidia/results-h100.md), [programs-h100.md](../hw/nvidia/programs-h100.md), tests/data/nvidia/h100.txt",
        place: "[hw/nvidia](../hw/nvidia/README.md) says how to run them again",
        used_for: "sm_50: rules that no document has. It is newer than SPA 5.0: evidence, not proof",
        grade: Hardware,
    }
    "hrx-255" {
        names: ["hrx-system pull 255"],
        title: "[Loom] Emulate FP32 atomic add with bitwise compare-exchange (pull request 255)",
        publisher: "Advanced Micro Devices",
        version: "3 August 2026, merged",
        sections: "description",
        place: "<https://github.com/ROCm/hrx-system/pull/255>",
        used_for: "gfx1100: a report that some f32 add packets do not update memory",
        grade: Assumed,
    }
    "cuda-samples" {
        names: ["NVIDIA's sample"],
        title: "CUDA samples",
        publisher: "NVIDIA",
        version: "as in the repository in 2026",
        sections: "reduction",
        place: "repository NVIDIA/cuda-samples",
        used_for: "sm_50: a kernel that counts on what shfl reads of lanes that do not execute it",
        grade: Assumed,
    }
    "mesa" {
        names: ["Mesa"],
        title: "Mesa: NAK, ACO, radv, radeonsi",
        publisher: "the Mesa project, MIT licence",
        version: "as in the repository in 2024 to 2026",
        sections: "descriptors, image layouts, encoders",
        place: "repository mesa/mesa",
        used_for: "what an independent driver counts on",
        grade: Assumed,
    }
    "linux" {
        names: ["Linux amdkfd", "Linux amdgpu", "Linux"],
        title: "Linux kernel: amdgpu, amdkfd, nouveau",
        publisher: "the Linux project; AMD for the two first",
        version: "6.x",
        sections: "apertures, GWS and GDS registers, names of warp errors",
        place: "<https://www.kernel.org/>",
        used_for: "what a driver sets up",
        grade: Assumed,
    }
    "yuzu" {
        names: ["yuzu", "public emulators", "public emulator"],
        title: "Shader translators and emulators that others have published: yuzu, Ryujinx, gem5, tinygrad",
        publisher: "their projects",
        version: "as published",
        sections: "surfaces, conversions, division",
        place: "repositories gem5/gem5, tinygrad/tinygrad; the others by name",
        used_for: "readings that nothing better supports; compared in [other-implementations.md](other-implementations.md)",
        grade: Assumed,
    }
}
