//! Tests in OpenCL C: a function for each work-item.
//!
//! The supported part of C: declarations, assignments, `if`, `while`, integer arithmetic, and the atomic functions, fences and barriers of
//! OpenCL. A parameter is a pointer to the location of its name; as a value it is an address of its own.

use super::cursor::Cursor;
use super::lexer::{Kind, Token};
use super::{Error, Locations, limit, new_thread, register, room};
use crate::test::{
    Access, Address, Arith, Barrier, Compare, Instruction, LitmusOp, Operand, Order, Register, Test, Thread, Update,
};
use std::collections::HashMap;

enum Region {
    Global,
    Local,
}

/// `memory_scope_device`, the default scope.
const DEVICE: u8 = 1;
const GROUP: u8 = 2;

/// Reads initial values and functions.
pub fn program(cursor: &mut Cursor, test: &mut Test) -> Result<(), Error> {
    let mut locations = Locations::of(&mut test.locations);
    initial(cursor, &mut locations)?;
    while matches!(&cursor.peek().kind, Kind::Word(word) if super::cursor::thread_number(word).is_some()) {
        let number = new_thread(cursor, &test.threads, "function")?;
        cursor.need_sign("@")?;
        cursor.need_word("wg")?;
        let group = cursor.ordinal("the number of the work-group")?;
        cursor.need_sign(",")?;
        cursor.need_word("dev")?;
        let device = cursor.ordinal("the number of the device")?;
        let mut body =
            Body { locations: &mut locations, pointers: HashMap::new(), registers: Vec::new(), code: Vec::new() };
        body.parameters(cursor)?;
        cursor.need_sign("{")?;
        while !cursor.sign("}") {
            body.statement(cursor, 0)?;
        }
        let (registers, code) = (body.registers, body.code);
        test.threads.push(Thread { number, groups: [0, device, group, number], registers, code });
    }
    if test.threads.is_empty() {
        return Err(cursor.expected("a function (P0@wg 0, dev 0 (..) { .. })"));
    }
    Ok(())
}

/// `{ [x] = 0; y = 1; int z; }`.
fn initial(cursor: &mut Cursor, locations: &mut Locations) -> Result<(), Error> {
    cursor.need_sign("{")?;
    while !cursor.sign("}") {
        if cursor.sign(";") {
            continue;
        }
        kind_of(cursor);
        let bracket = cursor.sign("[");
        let token = cursor.peek().clone();
        let name = cursor.name("a location or `}`")?;
        if bracket {
            cursor.need_sign("]")?;
        }
        if locations.find(&name).is_some() {
            return Err(Cursor::refused(&token, format!("`{name}` has been given an initial value already")));
        }
        let new = locations.add(&name, &token)?;
        locations.all[new].atomic = true;
        if !bracket && cursor.sign("[") {
            array(cursor, locations, new, &name)?;
        } else if cursor.sign("=") {
            locations.all[new].initial = cursor.number("a number")?;
        }
        if !cursor.at_sign("}") {
            cursor.need_sign(";")?;
        }
    }
    cursor.sign(";");
    Ok(())
}

/// `[2] = {0, 1}`, after the name of an array: its elements are consecutive locations.
fn array(cursor: &mut Cursor, locations: &mut Locations, first: usize, name: &str) -> Result<(), Error> {
    let token = cursor.peek().clone();
    let elements = cursor.ordinal("the number of elements")? as usize;
    cursor.need_sign("]")?;
    if !(1..=limit::LOCATIONS).contains(&elements) {
        return Err(Cursor::refused(&token, format!("an array has 1 to {} elements", limit::LOCATIONS)));
    }
    for element in 1..elements {
        let new = locations.add(&format!("{name}[{element}]"), &token)?;
        locations.all[new].atomic = true;
    }
    locations.all[first].elements = elements;
    if cursor.sign("=") {
        cursor.need_sign("{")?;
        for element in 0..elements {
            if element > 0 {
                cursor.need_sign(",")?;
            }
            locations.all[first + element].initial = cursor.number("a number")?;
        }
        cursor.need_sign("}")?;
    }
    Ok(())
}

/// The keywords of a type: whether it is atomic, and its region if one is named. `None` if there is no type.
fn kind_of(cursor: &mut Cursor) -> Option<(bool, Option<Region>)> {
    let (mut atomic, mut region, mut any) = (false, None, false);
    loop {
        match () {
            () if cursor.word("atomic_int") => atomic = true,
            () if cursor.word("global") || cursor.word("__global") => region = Some(Region::Global),
            () if cursor.word("local") || cursor.word("__local") => region = Some(Region::Local),
            () if ["volatile", "const", "int", "uint"].iter().any(|word| cursor.word(word)) => {}
            () => return any.then_some((atomic, region)),
        }
        any = true;
    }
}

struct Body<'b, 'l> {
    locations: &'b mut Locations<'l>,
    pointers: HashMap<String, usize>,
    registers: Vec<Register>,
    code: Vec<Instruction>,
}

impl Body<'_, '_> {
    /// `(global atomic_int* x, local int* y)`.
    fn parameters(&mut self, cursor: &mut Cursor) -> Result<(), Error> {
        cursor.need_sign("(")?;
        while !cursor.sign(")") {
            let Some((atomic, region)) = kind_of(cursor) else {
                return Err(cursor.expected("the type of a parameter (global atomic_int*, local int*, ..) or `)`"));
            };
            cursor.need_sign("*")?;
            let token = cursor.peek().clone();
            let name = cursor.name("the name of a parameter")?;
            let known = self.locations.find(&name);
            let at = self.locations.find_or_add(&name, &token)?;
            let elements = self.locations.all[at].elements;
            for location in &mut self.locations.all[at..at + elements] {
                // A location is atomic if every thread that names it says so; it is in each region that a thread names.
                location.atomic = atomic && (known.is_none() || location.atomic);
                match region {
                    Some(Region::Global) => location.global = true,
                    Some(Region::Local) => location.local = true,
                    None => {}
                }
            }
            self.pointers.insert(name.clone(), at);
            let register = self.register(&name, &token)?;
            self.registers[register].initial = (at as i64 + 1) << 32;
            if !cursor.at_sign(")") {
                cursor.need_sign(",")?;
            }
        }
        Ok(())
    }

    fn register(&mut self, name: &str, token: &Token) -> Result<usize, Error> {
        register(&mut self.registers, name, token)
    }

    /// A register without a name in the text.
    fn temporary(&mut self, token: &Token) -> Result<usize, Error> {
        let name = format!("{}", self.registers.len());
        self.register(&name, token)
    }

    fn emit(&mut self, cursor: &Cursor, first: &Token, op: LitmusOp) -> Result<usize, Error> {
        room(self.code.len(), limit::INSTRUCTIONS, first, "a thread has", "instructions")?;
        let end = cursor.last().end.max(first.end);
        let text = cursor.text[first.start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        self.code.push(Instruction { line: first.line, text, op, unsequenced: Vec::new() });
        Ok(self.code.len() - 1)
    }

    /// Operands are evaluated in any order: instructions since `middle` are not sequenced after those since `begin`.
    fn unsequenced(&mut self, begin: usize, middle: usize) {
        self.code[middle..].iter_mut().for_each(|instruction| instruction.unsequenced.push(begin..middle));
    }

    fn land(&mut self, jump: usize) {
        let here = self.code.len();
        if let LitmusOp::Branch { to, .. } | LitmusOp::Jump { to } = &mut self.code[jump].op {
            *to = here;
        }
    }

    fn statement(&mut self, cursor: &mut Cursor, depth: usize) -> Result<(), Error> {
        room(depth, limit::DEPTH, cursor.peek(), "blocks nest", "deep")?;
        if cursor.sign(";") {
            return Ok(());
        }
        if cursor.sign("{") {
            while !cursor.sign("}") {
                self.statement(cursor, depth + 1)?;
            }
            return Ok(());
        }
        let first = cursor.peek().clone();
        if cursor.word("if") {
            let otherwise = self.condition(cursor, &first)?;
            self.statement(cursor, depth + 1)?;
            if cursor.word("else") {
                let end = self.emit(cursor, &first, LitmusOp::Jump { to: 0 })?;
                self.land(otherwise);
                self.statement(cursor, depth + 1)?;
                self.land(end);
            } else {
                self.land(otherwise);
            }
            return Ok(());
        }
        if cursor.word("while") {
            let head = self.code.len();
            let out = self.condition(cursor, &first)?;
            self.statement(cursor, depth + 1)?;
            self.emit(cursor, &first, LitmusOp::Jump { to: head })?;
            self.land(out);
            return Ok(());
        }
        self.simple(cursor, &first)?;
        cursor.need_sign(";")
    }

    /// A condition in parentheses; returns the jump that is taken when it is false.
    fn condition(&mut self, cursor: &mut Cursor, first: &Token) -> Result<usize, Error> {
        cursor.need_sign("(")?;
        let mut negated = false;
        while cursor.sign("!") {
            negated = !negated;
        }
        let begin = self.code.len();
        let a = self.expression(cursor, None, 0)?;
        let middle = self.code.len();
        let (compare, b) = match cursor.comparison() {
            Some(compare) if !negated => (compare, self.expression(cursor, None, 0)?),
            Some(_) => {
                let why = "`!` before a comparison is not read; write the opposite one";
                return Err(Cursor::refused(cursor.last(), why));
            }
            None if negated => (Compare::Eq, Operand::Const(0)),
            None => (Compare::Ne, Operand::Const(0)),
        };
        self.unsequenced(begin, middle);
        cursor.need_sign(")")?;
        let opposite = match compare {
            Compare::Eq => Compare::Ne,
            Compare::Ne => Compare::Eq,
            Compare::Lt => Compare::Ge,
            Compare::Le => Compare::Gt,
            Compare::Gt => Compare::Le,
            Compare::Ge => Compare::Lt,
        };
        self.emit(cursor, first, LitmusOp::Branch { compare: opposite, a, b, to: 0 })
    }

    /// A declaration, an assignment, a store, a call, a barrier.
    fn simple(&mut self, cursor: &mut Cursor, first: &Token) -> Result<(), Error> {
        if kind_of(cursor).is_some() {
            let token = cursor.peek().clone();
            let name = cursor.name("the name of a variable")?;
            let to = self.register(&name, &token)?;
            return if cursor.sign("=") { self.assign(cursor, first, to) } else { Ok(()) };
        }
        if cursor.sign("*") {
            let at = self.pointer(cursor, false, 0)?;
            cursor.need_sign("=")?;
            let value = self.expression(cursor, None, 0)?;
            self.emit(cursor, first, LitmusOp::Store { at, value, access: Access::default() })?;
            return Ok(());
        }
        if cursor.peek_second().kind == Kind::Sign(":") {
            return self.barrier(cursor, first);
        }
        if let (Kind::Word(name), Kind::Sign("=")) = (&first.kind, &cursor.peek_second().kind) {
            let to = self.register(name, first)?;
            cursor.take();
            cursor.take();
            return self.assign(cursor, first, to);
        }
        self.call(cursor, first, None)?;
        Ok(())
    }

    fn assign(&mut self, cursor: &mut Cursor, first: &Token, to: usize) -> Result<(), Error> {
        let value = self.expression(cursor, Some((to, first)), 0)?;
        if value != Operand::Reg(to) {
            self.emit(cursor, first, LitmusOp::Set { to, how: Arith::Add, a: value, b: Operand::Const(0) })?;
        }
        Ok(())
    }

    /// An expression, by precedence. A load may write directly to `to`; its instruction begins at the token beside it.
    fn expression(&mut self, cursor: &mut Cursor, to: Option<(usize, &Token)>, depth: usize) -> Result<Operand, Error> {
        self.binary(cursor, to, 0, depth)
    }

    fn binary(
        &mut self,
        cursor: &mut Cursor,
        to: Option<(usize, &Token)>,
        level: usize,
        depth: usize,
    ) -> Result<Operand, Error> {
        const LEVELS: [&[(&str, Arith)]; 5] = [
            &[("|", Arith::Or)],
            &[("^", Arith::Xor)],
            &[("&", Arith::And)],
            &[("+", Arith::Add), ("-", Arith::Sub)],
            &[("*", Arith::Mul), ("/", Arith::Div)],
        ];
        let Some(signs) = LEVELS.get(level) else { return self.term(cursor, to, depth) };
        let first = cursor.peek().clone();
        let begin = self.code.len();
        let mut a = self.binary(cursor, to, level + 1, depth)?;
        while let Some((_, how)) = signs.iter().find(|(sign, _)| cursor.at_sign(sign)) {
            cursor.take();
            let middle = self.code.len();
            let b = self.binary(cursor, None, level + 1, depth)?;
            self.unsequenced(begin, middle);
            let result = self.temporary(&first)?;
            self.emit(cursor, &first, LitmusOp::Set { to: result, how: *how, a, b })?;
            a = Operand::Reg(result);
        }
        Ok(a)
    }

    fn term(&mut self, cursor: &mut Cursor, to: Option<(usize, &Token)>, depth: usize) -> Result<Operand, Error> {
        room(depth, limit::DEPTH, cursor.peek(), "expressions nest", "deep")?;
        let first = cursor.peek().clone();
        match &first.kind {
            Kind::Number(_) | Kind::Sign("-") => Ok(Operand::Const(cursor.number("a number")?)),
            Kind::Sign("(") => {
                cursor.take();
                let inner = self.expression(cursor, None, depth + 1)?;
                cursor.need_sign(")")?;
                Ok(inner)
            }
            Kind::Sign("*") => {
                cursor.take();
                let at = self.pointer(cursor, false, depth)?;
                let result = self.target(to, &first)?;
                let begin = to.map_or(&first, |(_, token)| token);
                self.emit(cursor, begin, LitmusOp::Load { to: result, at, access: Access::default() })?;
                Ok(Operand::Reg(result))
            }
            Kind::Word(_) if cursor.peek_second().kind == Kind::Sign("(") => self.call(cursor, &first, to),
            Kind::Word(name) => {
                if self.pointers.contains_key(name) {
                    let why = format!("`{name}` is a pointer; `*{name}` is what it points to");
                    return Err(Cursor::refused(&first, why));
                }
                cursor.take();
                self.register(name, &first).map(Operand::Reg)
            }
            _ => Err(cursor.expected("an expression")),
        }
    }

    fn target(&mut self, to: Option<(usize, &Token)>, token: &Token) -> Result<usize, Error> {
        match to {
            Some((to, _)) => Ok(to),
            None => self.temporary(token),
        }
    }

    /// `x`, `&x[1]`, `x + r0`, `(x + r0)`: the target of an access.
    fn pointer(&mut self, cursor: &mut Cursor, sums: bool, depth: usize) -> Result<Address, Error> {
        if cursor.sign("(") {
            room(depth, limit::DEPTH, cursor.peek(), "expressions nest", "deep")?;
            let inner = self.pointer(cursor, true, depth + 1)?;
            cursor.need_sign(")")?;
            return Ok(inner);
        }
        cursor.sign("&");
        let token = cursor.peek().clone();
        let name = cursor.name("a parameter")?;
        let Some(&location) = self.pointers.get(&name) else {
            return Err(Cursor::refused(&token, format!("`{name}` is no parameter of this function")));
        };
        let element = if cursor.sign("[") {
            let element = self.expression(cursor, None, depth + 1)?;
            cursor.need_sign("]")?;
            Some(element)
        } else if sums && cursor.sign("+") {
            Some(self.term(cursor, None, depth + 1)?)
        } else {
            None
        };
        Ok(Address { location, element })
    }

    /// `B1: barrier(CLK_GLOBAL_MEM_FENCE)`.
    fn barrier(&mut self, cursor: &mut Cursor, first: &Token) -> Result<(), Error> {
        let label = cursor.name("the name of a barrier (B0, B1, ..)")?;
        let instance = label.strip_prefix('B').and_then(|digits| digits.parse().ok());
        let Some(instance) = instance else {
            return Err(Cursor::refused(first, "a barrier is named B and a number: barriers of one name meet"));
        };
        cursor.need_sign(":")?;
        if !cursor.word("work_group_barrier") {
            cursor.need_word("barrier")?;
        }
        cursor.need_sign("(")?;
        let regions = regions(cursor)?;
        if cursor.sign(",") && scope(cursor)? != GROUP {
            let why = "barriers of another scope than memory_scope_work_group are not modelled";
            return Err(Cursor::refused(cursor.last(), why));
        }
        cursor.need_sign(")")?;
        let access = Access { order: Order::AcqRel, scope: Some(GROUP), regions, ..Access::default() };
        let barrier =
            Barrier { fence: Some(access), scope: Some(GROUP), instance, id: None, quorum: None, arrives: false };
        self.emit(cursor, first, LitmusOp::Barrier(barrier))?;
        Ok(())
    }

    /// An atomic function or a fence; its result, if there is one, is in `to` or in a new register.
    fn call(&mut self, cursor: &mut Cursor, first: &Token, to: Option<(usize, &Token)>) -> Result<Operand, Error> {
        let token = cursor.peek().clone();
        let name = cursor.name("a statement")?;
        let begin = to.map_or(first, |(_, token)| token).clone();
        if name == "atomic_work_item_fence" {
            cursor.need_sign("(")?;
            let regions = regions(cursor)?;
            cursor.need_sign(",")?;
            let order = order(cursor)?;
            cursor.need_sign(",")?;
            let scope = Some(scope(cursor)?);
            cursor.need_sign(")")?;
            self.emit(cursor, &begin, LitmusOp::Fence(Access { order, scope, regions, ..Access::default() }))?;
            return Ok(Operand::Const(0));
        }
        let (short, explicit) = match name.strip_suffix("_explicit") {
            Some(short) => (short, true),
            None => (name.as_str(), false),
        };
        let what = match short {
            "atomic_load" => Some((0, None)),
            "atomic_store" | "atomic_exchange" => Some((1, None)),
            "atomic_compare_exchange_strong" => Some((2, None)),
            _ => short.strip_prefix("atomic_fetch_").and_then(super::cursor::arith).map(|how| (1, Some(how))),
        };
        let Some((values, how)) = what else {
            let why = format!("`{name}` is no function that litmus tests of OpenCL have here");
            return Err(Cursor::refused(&token, why));
        };
        cursor.need_sign("(")?;
        let at = self.pointer(cursor, true, 1)?;
        let mut expected = None;
        if values == 2 {
            cursor.need_sign(",")?;
            expected = Some(self.pointer(cursor, true, 1)?);
        }
        let mut value = Operand::Const(0);
        if values > 0 {
            cursor.need_sign(",")?;
            value = self.expression(cursor, None, 1)?;
        }
        let mut access = Access { order: Order::Sc, scope: Some(DEVICE), atomic: true, ..Access::default() };
        if explicit {
            cursor.need_sign(",")?;
            access.order = order(cursor)?;
            if values == 2 {
                cursor.need_sign(",")?;
                order(cursor)?;
            }
            if cursor.sign(",") {
                access.scope = Some(scope(cursor)?);
            }
        }
        cursor.need_sign(")")?;
        let (load, store) = (half(access, Order::Acquire), half(access, Order::Release));
        match short {
            "atomic_load" => {
                let to = self.target(to, &token)?;
                self.emit(cursor, &begin, LitmusOp::Load { to, at, access: load })?;
                Ok(Operand::Reg(to))
            }
            "atomic_store" => {
                self.emit(cursor, &begin, LitmusOp::Store { at, value, access: store })?;
                Ok(Operand::Const(0))
            }
            _ => {
                let Some(expected) = expected else {
                    let to = self.target(to, &token)?;
                    let update = how.map_or(Update::Exchange(value), |how| Update::Arith(how, value));
                    self.emit(cursor, &begin, LitmusOp::Rmw { to: Some(to), at, update, load, store })?;
                    return Ok(Operand::Reg(to));
                };
                self.compare_exchange(cursor, &begin, to, (at, expected, value), (load, store))
            }
        }
    }

    /// `expected` is read, and overwritten if it differs from the value found; the result says whether they were equal.
    fn compare_exchange(
        &mut self,
        cursor: &Cursor,
        begin: &Token,
        to: Option<(usize, &Token)>,
        (at, expected, new): (Address, Address, Operand),
        (load, store): (Access, Access),
    ) -> Result<Operand, Error> {
        let (wanted, found) = (self.temporary(begin)?, self.temporary(begin)?);
        let to = self.target(to, begin)?;
        let plain = Access::default();
        self.emit(cursor, begin, LitmusOp::Load { to: wanted, at: expected, access: plain })?;
        let update = Update::Cas { expected: Operand::Reg(wanted), new, writes_anyway: false };
        self.emit(cursor, begin, LitmusOp::Rmw { to: Some(found), at, update, load, store })?;
        let (a, b) = (Operand::Reg(found), Operand::Reg(wanted));
        let fails = self.emit(cursor, begin, LitmusOp::Branch { compare: Compare::Ne, a, b, to: 0 })?;
        let set = |value| LitmusOp::Set { to, how: Arith::Add, a: Operand::Const(value), b: Operand::Const(0) };
        self.emit(cursor, begin, set(1))?;
        let end = self.emit(cursor, begin, LitmusOp::Jump { to: 0 })?;
        self.land(fails);
        self.emit(cursor, begin, LitmusOp::Store { at: expected, value: a, access: plain })?;
        self.emit(cursor, begin, set(0))?;
        self.land(end);
        Ok(Operand::Reg(to))
    }
}

/// The order of an atomic's read or write half.
fn half(access: Access, own: Order) -> Access {
    let order = match access.order {
        Order::Sc => Order::Sc,
        order if own == Order::Acquire && order.acquires() || own == Order::Release && order.releases() => own,
        _ => Order::Relaxed,
    };
    Access { order, ..access }
}

fn order(cursor: &mut Cursor) -> Result<Order, Error> {
    let orders = [
        ("memory_order_relaxed", Order::Relaxed),
        ("memory_order_acquire", Order::Acquire),
        ("memory_order_release", Order::Release),
        ("memory_order_acq_rel", Order::AcqRel),
        ("memory_order_seq_cst", Order::Sc),
    ];
    cursor
        .one_of(&orders)
        .ok_or_else(|| cursor.expected("an order (memory_order_relaxed, .. acquire, release, acq_rel, seq_cst)"))
}

fn scope(cursor: &mut Cursor) -> Result<u8, Error> {
    let scopes =
        ["memory_scope_all_svm_devices", "memory_scope_device", "memory_scope_work_group", "memory_scope_work_item"];
    cursor
        .index(&scopes)
        .ok_or_else(|| cursor.expected("a scope (memory_scope_work_item, .. work_group, device, all_svm_devices)"))
}

/// Fences of global (1) and local (2) memory.
fn regions(cursor: &mut Cursor) -> Result<u8, Error> {
    let mut all = 0;
    loop {
        match () {
            () if cursor.word("CLK_GLOBAL_MEM_FENCE") => all |= 1,
            () if cursor.word("CLK_LOCAL_MEM_FENCE") => all |= 2,
            () => return Err(cursor.expected("CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE")),
        }
        if !cursor.sign("|") {
            return Ok(all);
        }
    }
}
