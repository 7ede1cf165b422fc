//! What to do about what is not modelled, by the words of its refusal.

/// What to do where no line says more: compilers have not been seen to write it.
const ELSE: &str = "neither ocloc 22.43 nor 26.27 has been seen to write it, report the source that does";

/// By how a reason begins.
const ADVICE: &[(&str, &str)] = &[
    ("16-bit addresses", "extend addresses to 32 bits"),
    ("a block of this size", "move it in blocks of up to 32 bytes a row"),
    ("a call by address", "give the body of the function in the same source"),
    ("a call of a function", "give the body of the function in the same source"),
    ("a call of some lanes", "call with all lanes of the thread, and let the function decide"),
    ("a division of numbers of 64 bits", "divide in a function, as ocloc does"),
    ("a division of unsigned by signed numbers", "give both operands one type"),
    ("a float where an integer is computed", "convert it before, by `mov`"),
    ("a modifier of the components", "apply it before, by `mov`"),
    ("a negated unsigned number as a float", "negate it after the conversion"),
    ("a number as an address", "take the address of a variable (`&V`), or of an address variable"),
    ("a number of addresses", "give as many addresses as there are lanes"),
    ("a rotation of", "write two shifts and an `or`"),
    ("a sampler", "read the image without a sampler, by integer coordinates (`read_imageui(image, at)`)"),
    ("a source of this class", "move it through a general variable"),
    ("a step of this type", "give the step as `uw` or `w`"),
    ("a surface that differs", "take lanes of one surface at a time"),
    ("a surface that is not declared", "declare it (`.decl T6 v_type=T`)"),
    ("a typed surface that is neither", "name it by its entry in the binding table"),
    ("a write to a predefined variable", "write to a variable of its own"),
    ("an address relative to a surface state", "give an address (`flat`) or a binding table entry (`bti`)"),
    ("an atomic of several elements", "write an atomic for each"),
    ("an atomic of this width", "use one of 16, 32 or 64 bits"),
    ("an immediate of this type", "give it as `f` or `hf`"),
    ("an operand of this class here", "move it to a general variable"),
    ("an operand that is not aligned", "begin at a multiple of its size"),
    ("bits of a signed number", "name it by an unsigned type"),
    ("channels of other than 32 bits", "move channels of 32 bits"),
    ("control flow under a rounding", "change the rounding behind it"),
    ("coordinates of other than 32 bits", "extend coordinates to 32 bits"),
    ("dwords of `%r0`", "ask for ids by the payload; give the device that the code is for (`-t`)"),
    ("dwords of `%sr0`", "give the device that the code is for (`-t`)"),
    ("fields and planes", "read the whole frame (`nomod`, plane 0)"),
    ("groups of this type", "give operands of type `f`"),
    ("more than four bytes per lane", "use blocks of 4 or 8 bytes"),
    ("notifications between threads", "use a barrier"),
    ("offsets of texels", "add them to the coordinates"),
    ("saturation of this operation", "saturate its result, by `mov.sat`"),
    ("several addresses here", "give one address"),
    ("sums of products of this type", "give operands of type `f`"),
    ("texels or coordinates of other than", "extend them to 32 bits"),
    (
        "the address of a function",
        "give the zebin (a `.zeinfo` has no data), and the function's body in the same source",
    ),
    ("the order or the size of a negated", "negate it before, by `mov`"),
    ("the return of a function", "call it from a kernel"),
    ("the size of another level", "ask for the size of level 0"),
    ("the size of an image", "ask for the size of an argument of the kernel"),
    ("sizes with a channel", "ask for the channels in front of it, too"),
    ("an image that the code", "take each image from an argument of the kernel"),
    ("the status of addresses", "use an ordinary load"),
    ("this destination", "give it the type of the sources"),
    ("this float conversion", "convert to `f` first"),
    ("this float operation", "compute it by `log`, `mul` and `exp`"),
    ("this memory", "use `ugm` or `slm`"),
    ("this operation at 64 bits", "compute it in halves"),
    ("this operation on f64", "compute it in `f`, or by a function, as ocloc does"),
    ("this operation on numbers of other than 32 bits", "extend them to 32 bits before"),
    ("this predefined surface", "use `%slm`, `%bss` or a declared surface"),
];

/// What to do about a reason.
pub(super) fn of(reason: &str) -> &'static str {
    ADVICE.iter().find(|(start, _)| reason.starts_with(start)).map_or(ELSE, |(_, advice)| advice)
}
