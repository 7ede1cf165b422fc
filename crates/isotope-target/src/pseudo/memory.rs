//! Pseudocode of memory accesses and of data exchange between lanes.

use isotope_ir::effect::{
    Access, Address, BufferAccess, Convert, Fetch, ImageAccess, Slot, Space, Src, SurfaceAccess, Through, Transfer,
    TypedAccess, Uop, Vote, Wide,
};
use isotope_op::atomic::{Rmw, Size};

use super::state::Half;
use super::{IntoPiece, Role, Writer, line, words};
use isotope_term::explain::{explain, explain_rmw};
use isotope_term::{Node, Value};

impl Writer<'_> {
    /// A value whose name is a text that contains values.
    fn named(&self, text: String, width: u32) -> Value {
        self.arena.input(&text, width)
    }

    fn spelled(&self, v: Value) -> String {
        explain(self.arena, v)
    }

    fn spelled_list(&self, values: &[Value]) -> String {
        values.iter().map(|v| self.spelled(*v)).collect::<Vec<_>>().join(", ")
    }

    fn words(&mut self, sources: &[Src]) -> Vec<Value> {
        sources.iter().map(|s| self.state.word(*s)).collect()
    }

    /// The value of a vector becomes the value with this name.
    fn name_vector(&mut self, dst: Slot, text: String) {
        let v = self.named(text, 32);
        self.state.set_vector(dst, Half::Word(v));
    }

    /// The value of a scalar word becomes the value with this name.
    fn name_scalar(&mut self, dst: u16, text: String) {
        let v = self.named(text, 32);
        self.state.set_scalar(dst, Half::Word(v));
    }

    /// Data exchange between lanes, and values that the machine knows.
    pub(super) fn across(&mut self, uop: &Uop) {
        match *uop {
            Uop::Ballot { dst, src } => {
                let bit = self.state.mask(src);
                let who = if self.state.is_true(bit) {
                    "executing lanes".into()
                } else {
                    format!("lanes with {}", self.spelled(bit))
                };
                self.name_vector(dst, format!("mask of {who}"));
                self.role(Role::Condition, [bit]);
            }
            Uop::Vote { vote, dst, src } => {
                let bit = self.state.mask(src);
                let word = match vote {
                    Vote::All => "all executing lanes have",
                    Vote::Any => "some executing lane has",
                    Vote::Uniform => "executing lanes agree about",
                };
                let v = self.named(format!("{word} {}", self.spelled(bit)), 1);
                self.state.set_mask(dst, v);
                self.role(Role::Condition, [bit]);
            }
            Uop::ReadLane { dst, value, index } => {
                let (value, index) = (self.state.word(value), self.state.word(index));
                self.name_vector(dst, format!("({}) of lane ({})", self.spelled(value), self.spelled(index)));
                self.role(Role::Source, [value, index]);
            }
            Uop::PushLane { dst, value, index } => {
                let (value, index) = (self.state.word(value), self.state.word(index));
                let text = format!(
                    "({}) of the last lane whose ({}) is this lane, else 0",
                    self.spelled(value),
                    self.spelled(index)
                );
                self.name_vector(dst, text);
                self.role(Role::Source, [value, index]);
            }
            Uop::FromLane { dst, value, lane } => {
                let (value, lane) = (self.state.word(value[0]), self.state.word(lane));
                self.name_scalar(dst, format!("({}) of lane ({})", self.spelled(value), self.spelled(lane)));
                self.role(Role::Source, [value, lane]);
            }
            Uop::ToLane { dst, value, lane } => {
                let old = self.state.word(Src::Slot(dst[0]));
                let (value, lane) = (self.state.word(value), self.state.word(lane));
                let here = self.arena.make(Node::Eq(self.arena.input("lane", 32), lane), 1);
                self.state.set_vector(dst[0], Half::Word(self.arena.make(Node::Ite(here, value, old), 32)));
            }
            Uop::Approximate { what, dst, src } => {
                let value = self.state.word(src);
                self.name_vector(dst, format!("{}({})", words::approximation(what), self.spelled(value)));
                self.role(Role::Source, [value]);
            }
            Uop::Special { what, dst } => self.name_vector(dst, words::special(what)),
            Uop::ScalarSpecial { what, dst } => self.name_scalar(dst, words::special(what)),
            Uop::ScalarGet { dst, first, index } => {
                let base = self.state.word(Src::Scalar(first));
                let index = self.state.word(index);
                self.name_scalar(dst, format!("the register ({}) behind {}", self.spelled(index), self.spelled(base)));
                self.role(Role::Source, [index]);
            }
            Uop::ScalarPut { first, index, value } => {
                let base = self.state.word(Src::Scalar(first));
                let (index, value) = (self.state.word(index), self.state.word(value));
                line!(self, "the register (", index, ") behind ", base, " = ", value);
                self.role(Role::Source, [index, value]);
            }
            _ => {}
        }
    }

    fn base(&mut self, base: Option<Src>) -> String {
        base.map_or(String::new(), |base| {
            let v = self.state.word(base);
            self.role(Role::Source, [v]);
            format!(" at byte offset ({})", self.spelled(v))
        })
    }

    /// Reads a packed element of each lane.
    pub(super) fn read_region(&mut self, dst: Slot, map: u32, bytes: u8, signed: bool, base: Option<Src>) {
        let map = self.program.maps[map as usize];
        let offset = self.base(base);
        let element = self.state.names.element(map[0]);
        let same = map.iter().all(|at| *at == map[0]);
        let half = match element {
            None => Half::Word(self.named(format!("the register file{offset}"), 32)),
            Some(e) => {
                let name = match (same, e.number) {
                    (true, n) if offset.is_empty() && self.program.lanes != 1 => format!("{}[{n}]", e.name),
                    _ => e.name.clone() + &offset,
                };
                let wide = (e.bytes == 8 && bytes == 4).then(|| self.arena.input(&name, 64));
                self.role(Role::Source, [self.arena.input(&e.name, 32)]);
                match (wide, e.byte) {
                    (Some(v), 0) => Half::Low(v),
                    (Some(v), 4) => Half::High(v),
                    _ => {
                        let part = if u32::from(bytes) == e.bytes {
                            name
                        } else {
                            format!("bytes from {} on of {name}", e.byte)
                        };
                        let v = self.arena.input(&part, 8 * u32::from(bytes));
                        let extended = if signed { Node::Sext(v) } else { Node::Zext(v) };
                        Half::Word(if bytes == 4 { v } else { self.arena.make(extended, 32) })
                    }
                }
            }
        };
        self.state.set_vector(dst, half);
    }

    /// Writes a packed element of each lane.
    pub(super) fn write_region(&mut self, src: Src, map: u32, bytes: u8, base: Option<Src>) {
        let map = self.program.maps[map as usize];
        let offset = self.base(base);
        let Some(e) = self.state.names.element(map[0]) else {
            let v = self.state.word(src);
            line!(self, format!("the register file{offset} = "), v);
            return;
        };
        let place = e.name.clone() + &offset;
        let half = match (self.state.pieces(src), bytes) {
            (half, 4) => half,
            (half, _) => {
                let whole = self.state.whole_of(half);
                Half::Word(self.arena.make(Node::Trunc(whole), 8 * u32::from(bytes)))
            }
        };
        let byte = if u32::from(bytes) == e.bytes { 0 } else { e.byte };
        self.state.set_element(place, byte, half);
        self.role(Role::Result, [self.arena.input(&e.name, 32)]);
    }

    fn address(&mut self, address: &Address) -> Value {
        let (base, width) = match address.hi {
            Some(hi) => (self.state.wide(Wide { lo: address.lo, hi }), 64),
            None => (self.state.word(address.lo), 32),
        };
        let offset = self.arena.constant(address.offset.unsigned_abs().into(), width);
        let node = if address.offset < 0 { Node::Sub(base, offset) } else { Node::Add(base, offset) };
        let v = self.arena.make(node, width);
        self.role(Role::Address, [v]);
        v
    }

    /// `global.b32[address]`, after a line that computes the address; order, scope and caches as a note.
    fn place(&mut self, access: &Access, sign: char) -> (String, String) {
        let mut address = self.address(&access.address);
        if access.address.hi.is_none() && matches!(access.space, Space::Global | Space::Generic | Space::GenericGlobal)
        {
            // Computed modulo 2^32, then extended.
            address = self.arena.make(Node::Zext(address), 64);
        }
        self.lines.push(vec!["address = ".piece(), address.piece()]);
        let space = words::space(access.space);
        let note = words::note(&access.qualifiers);
        if access.space == Space::Generic {
            line!(self, "an address in the window of shared or private memory leads there");
        }
        (format!("{space}.{sign}{}[address]", u32::from(access.bytes) * 8), note)
    }

    fn loaded(&mut self) -> String {
        self.loads += 1;
        if self.loads == 1 { "loaded".into() } else { format!("loaded{}", self.loads) }
    }

    pub(super) fn memory(&mut self, uop: &Uop) {
        match *uop {
            Uop::Load { access, dst, signed } => {
                let sign = if access.bytes > 2 {
                    'b'
                } else if signed {
                    's'
                } else {
                    'u'
                };
                let (place, note) = self.place(&access, sign);
                let name = self.loaded();
                line!(self, format!("{name} = {place}{note}"));
                let Some(dst) = dst else { return };
                match access.bytes {
                    8 => {
                        let v = self.arena.input(&name, 64);
                        self.state.set_vectors(dst, v);
                    }
                    n if n > 4 => {
                        for word in 0..u32::from(n) / 4 {
                            self.name_vector(Slot(dst.0 + 32 * word), format!("{name}[{word}]"));
                        }
                    }
                    _ => self.name_vector(dst, name),
                }
            }
            Uop::Store { access, src } => {
                let (place, note) = self.place(&access, 'b');
                let count = usize::from(access.bytes.div_ceil(4));
                if count == 2 {
                    let value = self.state.wide(Wide { lo: src[0], hi: src[1] });
                    line!(self, format!("{place} = "), value, note);
                    self.role(Role::Stored, [value]);
                    return;
                }
                let values = self.words(&src[..count]);
                let mut pieces = vec![format!("{place} = ").piece()];
                for (n, value) in values.iter().enumerate() {
                    if n > 0 {
                        pieces.push(", ".piece());
                    }
                    let cut = match access.bytes {
                        n @ (1 | 2) => self.arena.make(Node::Trunc(*value), 8 * u32::from(n)),
                        _ => *value,
                    };
                    pieces.push(cut.piece());
                }
                pieces.push(note.piece());
                self.push(pieces);
                self.role(Role::Stored, values);
            }
            Uop::Atomic { access, rmw, src0, src1, dst, sparse } => {
                let (place, note) = self.place(&access, 'b');
                let rmw = self.program.rmws[rmw as usize];
                let returned = self.modify(&rmw, &place, &note, src0, src1);
                self.give_back(dst, returned, rmw.size);
                if let Some(word) = sparse {
                    let v = self.arena.input("the page is sparse", 1);
                    self.state.set_mask(word, v);
                }
            }
            Uop::Surface { access, rmw, signed_rmw, src0, src1, dst } => {
                let surface = self.program.surfaces[access as usize];
                self.surface(&surface);
                let rmw = self.program.rmws[rmw as usize];
                let returned = self.modify(&rmw, "element", "", src0, src1);
                if let Some(signed) = signed_rmw {
                    let signed = self.program.rmws[signed as usize];
                    for said in explain_rmw(&signed).into_iter().filter(|l| l.starts_with("new")) {
                        line!(self, format!("where the surface's format is signed: {said}"));
                    }
                }
                self.give_back(dst, returned, rmw.size);
            }
            Uop::SurfaceAddress { access, dst, valid } => {
                let surface = self.program.surfaces[access as usize];
                self.surface(&surface);
                self.found(dst, valid, "address of the element");
            }
            Uop::TableAddress { entry, offset, bytes, dst, valid } => {
                let (entry, offset) = (self.state.word(entry), self.state.word(offset));
                line!(
                    self,
                    "the surface is entry ",
                    entry,
                    " of the binding table; in range are offsets with ",
                    format!("{bytes} bytes inside it")
                );
                self.role(Role::Descriptor, [entry]);
                self.role(Role::Address, [offset]);
                let name = format!("base of the surface + zext64({})", self.spelled(offset));
                self.found(dst, valid, &name);
            }
            Uop::ElementAddress { entry, coords, dst, valid, .. } => {
                let entry = self.state.word(entry);
                let coords = coords.map(|c| self.state.word(c));
                line!(self, "the surface is entry ", entry, " of the binding table");
                self.role(Role::Descriptor, [entry]);
                self.role(Role::Address, coords);
                self.found(dst, valid, &format!("address of element ({})", self.spelled_list(&coords)));
                self.name_vector(Slot(dst.0 + 64), "what a read outside gives".into());
            }
            Uop::BufferAddress { access, dst, valid } => {
                let buffer = self.program.buffers[access as usize];
                let name = self.buffer(&buffer);
                self.found(dst, valid, &name);
            }
            Uop::ImageAddress { access, dst, valid } => {
                let image = self.program.images[access as usize];
                let list = self.image(&image, image.dim.coordinates());
                self.found(dst, valid, &format!("address of the image's element ({list})"));
            }
            Uop::Typed(index) => {
                let typed = self.program.typed[index as usize];
                self.typed(&typed);
            }
            Uop::ScalarLoad { address, dst, words: count, limit, qualifiers } => {
                let at = self.address(&address);
                line!(self, "address = ", at);
                let note = words::note(&qualifiers);
                let name = self.loaded();
                line!(self, format!("{name} = {count} words of global memory from address on{note}"));
                let limit = self.state.word(limit);
                if !matches!(self.arena.node(limit).0, Node::Lit(k) if k >= u64::from(count)) {
                    line!(self, "words from number ", limit, " on read 0");
                }
                for word in 0..u16::from(count) {
                    let one = if count == 1 { name.clone() } else { format!("{name}[{word}]") };
                    self.name_scalar(dst + word, one);
                }
            }
            Uop::Fence { kind, scope, spaces } => {
                let said =
                    format!("fence: {}, by {}, in {}", words::fence(kind), words::scope(scope), words::spaces(spaces));
                line!(self, said);
            }
            Uop::Maintain(upkeep) => {
                let note = words::note(&upkeep.qualifiers);
                let (action, caches) = (words::maintenance(upkeep.action), words::caches(upkeep.caches));
                match upkeep.at {
                    Some(at) => {
                        let at = self.address(&at);
                        line!(self, format!("{action}, the line at "), at, format!(", in {caches}{note}"));
                    }
                    None => line!(self, format!("{action}, in {caches}{note}")),
                }
            }
            Uop::Wait(wait) => {
                let most = self.state.word(wait.at_most);
                line!(self, "wait until at most ", most, format!(" is left of {}", words::counter(wait.counter)));
            }
            Uop::Uncover => line!(self, "the lane covers no sample any more: atomics and surface reductions skip it"),
            _ => {}
        }
    }

    fn give_back(&mut self, dst: Option<Slot>, returned: Value, size: Size) {
        let Some(dst) = dst else { return };
        match size {
            Size::B64 => self.state.set_vectors(dst, returned),
            Size::B32 => self.state.set_vector(dst, Half::Word(returned)),
            _ => {
                let wide = self.arena.make(Node::Zext(returned), 32);
                self.state.set_vector(dst, Half::Word(wide));
            }
        }
    }

    /// Adds the lines of a read-modify-write; returns the returned value.
    fn modify(&mut self, rmw: &Rmw, place: &str, note: &str, src0: Wide, src1: Wide) -> Value {
        let bits = rmw.size.bits();
        let (src0, src1) = (self.data(src0, bits), self.data(src1, bits));
        let old = self.arena.input("old", bits);
        line!(self, format!("old = {place}{note}"));
        if rmw.is_pair() {
            // Both halves do the same.
            let said = explain_rmw(rmw);
            line!(self, "src0 = ", src0);
            for text in said.iter().filter(|l| !l.contains("returned")) {
                line!(self, text.clone());
            }
            line!(self, format!("{place} = new"));
            self.role(Role::Data0, [src0]);
            let out = self.arena.atomic(rmw, old, src0, src1);
            return out.returned;
        }
        let out = self.arena.atomic(rmw, old, src0, src1);
        if self.state.is_true(out.unspecified) {
            line!(self, "new = unspecified");
        } else {
            line!(self, "new = ", out.new);
            if self.arena.node(out.unspecified).0 != Node::Lit(0) {
                line!(self, "new is unspecified if ", out.unspecified);
            }
        }
        line!(self, format!("{place} = new    (reading and writing are one step)"));
        let used = self.arena.reachable(&[out.new]);
        self.role(Role::Data0, used.contains(&src0).then_some(src0));
        self.role(Role::Data1, used.contains(&src1).then_some(src1));
        out.returned
    }

    fn data(&mut self, src: Wide, bits: u32) -> Value {
        match bits {
            64 => self.state.wide(src),
            32 => self.state.word(src.lo),
            _ => {
                let word = self.state.word(src.lo);
                self.arena.make(Node::Trunc(word), bits)
            }
        }
    }

    /// Adds the result of looking up an element.
    fn found(&mut self, dst: Slot, valid: u16, name: &str) {
        let address = self.arena.input(name, 64);
        let inside = self.arena.input("in range", 1);
        self.state.set_vectors(dst, address);
        self.state.set_mask(valid, inside);
    }

    fn buffer(&mut self, buffer: &BufferAccess) -> String {
        let descriptor = buffer.descriptor.map(|s| self.state.word(s));
        self.role(Role::Descriptor, descriptor);
        let index = buffer.index.map(|s| self.state.word(s));
        let offset = buffer.offset.map(|s| self.state.word(s));
        let base = self.state.word(buffer.base);
        self.role(Role::Address, index.into_iter().chain(offset).chain([base]));
        let index = index.map_or("0".into(), |v| self.spelled(v));
        let offset = offset.map_or(String::new(), |v| format!(" + {}", self.spelled(v)));
        let base = match self.arena.node(base).0 {
            Node::Lit(0) => String::new(),
            _ => format!(", base {}", self.spelled(base)),
        };
        format!("buffer(index {index}, offset {}{offset}{base})", buffer.immediate)
    }

    /// The coordinates of an element, as text.
    fn coordinates(&mut self, sources: &[Src]) -> String {
        let coords = self.words(sources);
        self.role(Role::Address, coords.iter().copied());
        self.spelled_list(&coords)
    }

    /// The first coordinates of an image access, as text.
    fn image(&mut self, access: &ImageAccess, count: usize) -> String {
        let descriptor = self.words(&access.descriptor[..if access.short { 4 } else { 8 }]);
        self.role(Role::Descriptor, descriptor);
        self.coordinates(&access.coords[..count])
    }

    fn surface(&mut self, surface: &SurfaceAccess) {
        let handle = self.state.word(surface.handle);
        let count = surface.shape.dim.coordinate_count();
        self.role(Role::Descriptor, [handle]);
        let list = self.coordinates(&surface.coords[..count]);
        let unit = if surface.shape.byte_address { "x counts bytes" } else { "x counts elements" };
        let note = words::note(&surface.qualifiers);
        line!(
            self,
            "element = surface of handle ",
            handle,
            format!(", {}, at ({list}); {unit}; {}{note}", surface.shape.dim.name(), words::clamp(surface.shape.clamp))
        );
    }

    fn typed(&mut self, typed: &TypedAccess) {
        let place = match typed.through {
            Through::Buffer(buffer) => self.buffer(&buffer),
            Through::Image { access, level } => {
                let count = match typed.transfer {
                    Transfer::Size => 1,
                    _ => (access.dim.coordinates() + usize::from(level)).min(4),
                };
                format!("image({})", self.image(&access, count))
            }
            Through::Texture(texture) => {
                let handle = self.state.word(texture.handle);
                self.role(Role::Descriptor, [handle]);
                let layer = texture.array.then_some(texture.layer);
                let places: Vec<Src> =
                    layer.into_iter().chain(texture.coords[..usize::from(texture.dims)].iter().copied()).collect();
                let list = self.coordinates(&places);
                let what = match texture.fetch {
                    Fetch::Sample => "texture, filtered",
                    Fetch::Texel => "texel of the texture",
                    Fetch::Gather(_) => "four texels of the texture",
                };
                format!("{what}({list})")
            }
        };
        let names = ["x", "y", "z", "w"];
        let taking: Vec<usize> = (0..4).filter(|c| typed.components >> c & 1 != 0).collect();
        let how = match typed.convert {
            Convert::Full => "in the descriptor's format, as 32 bits",
            Convert::Half => "in the descriptor's format, as 16 bits",
            Convert::Raw(false) => "as bits",
            Convert::Raw(true) => "as bits, signs extended",
        };
        match typed.transfer {
            Transfer::Store => {
                let list: Vec<&str> = taking.iter().map(|c| names[*c]).collect();
                let values = self.words(&typed.data[..taking.len()]);
                let shown = self.spelled_list(&values);
                line!(self, format!("{place}.{} = {shown}, {how}; outside nothing is written", list.concat()));
                self.role(Role::Stored, values);
            }
            transfer => {
                let name = self.loaded();
                let what = match transfer {
                    Transfer::Size => "width, height, depth or layers, levels of the image".to_string(),
                    _ => format!("{place}, {how}; outside 0"),
                };
                line!(self, format!("{name} = {what}"));
                for (n, component) in taking.iter().enumerate() {
                    self.name_vector(Slot(typed.dst.0 + 32 * n as u32), format!("{name}.{}", names[*component]));
                }
            }
        }
    }
}
