//! Instructions of Vulkan.

use super::columns::Cell;
use super::cursor::{Cursor, arith};
use super::lexer::{Kind, Token};
use super::ptx::rest_of_barrier;
use super::{Error, limit};
use crate::test::{Access, Arith, Barrier, Dialect, LitmusOp, Order, Test, Update};

/// `{ ssw 0 1; }`: pairs of threads, by number until the columns are known.
pub fn system_synchronizes(cursor: &mut Cursor, test: &mut Test) -> Result<(), Error> {
    cursor.need_sign("{")?;
    while !cursor.sign("}") {
        if cursor.sign(";") {
            continue;
        }
        cursor.need_word("ssw")?;
        let pair = (cursor.thread()? as usize, cursor.thread()? as usize);
        if test.system_synchronizes.len() == limit::THREADS * limit::THREADS {
            return Err(Cursor::refused(cursor.last(), "more pairs of threads than a test can have"));
        }
        test.system_synchronizes.push(pair);
    }
    cursor.sign(";");
    Ok(())
}

/// Numbers of threads to columns.
pub fn resolve_pairs(cursor: &Cursor, test: &mut Test) -> Result<(), Error> {
    for pair in &mut test.system_synchronizes {
        let column = |number: usize| {
            let found = test.threads.iter().position(|thread| thread.number as usize == number);
            found.ok_or_else(|| Cursor::refused(cursor.last(), format!("`ssw` names P{number}, which has no column")))
        };
        *pair = (column(pair.0)?, column(pair.1)?);
    }
    Ok(())
}

/// The qualifiers after a mnemonic, each at most once and in this order.
#[derive(Default)]
struct Qualifiers {
    atomic: bool,
    nonprivate: bool,
    access: Access,
    /// `av` or `vis` on a plain access.
    marked: bool,
    operation: Option<Arith>,
}

/// An instruction that is no label, jump or arithmetic.
pub fn instruction(cursor: &mut Cursor, cell: &mut Cell) -> Result<LitmusOp, Error> {
    let first = cursor.peek().clone();
    let Kind::Word(word) = &first.kind else { return Err(cursor.expected("an instruction of Vulkan")) };
    cursor.take();
    let orders = [Order::Acquire, Order::Release, Order::AcqRel];
    match word.as_str() {
        "ld" => {
            let q = qualifiers(cursor, &[Order::Acquire], ["vis", "semvis"])?;
            let access = access(&first, &q)?;
            let to = cell.destination(cursor)?;
            let at = cell.location(cursor)?;
            Ok(LitmusOp::Load { to, at, access: Access { visible: access.visible || q.atomic, ..access } })
        }
        "st" => {
            let q = qualifiers(cursor, &[Order::Release], ["av", "semav"])?;
            let access = access(&first, &q)?;
            let at = cell.location(cursor)?;
            cursor.need_sign(",")?;
            let value = cell.operand(cursor)?;
            Ok(LitmusOp::Store { at, value, access: Access { available: access.available || q.atomic, ..access } })
        }
        "rmw" => {
            let q = qualifiers(cursor, &orders, ["", ""])?;
            if !q.atomic {
                return Err(Cursor::refused(&first, "`rmw` is `rmw.atom`: there is no other"));
            }
            let access = access(&first, &q)?;
            let to = cell.destination(cursor)?;
            let at = cell.location(cursor)?;
            cursor.need_sign(",")?;
            let value = cell.operand(cursor)?;
            let update = q.operation.map_or(Update::Exchange(value), |how| Update::Arith(how, value));
            Ok(LitmusOp::Rmw { to: Some(to), at, update, load: load_half(access), store: store_half(access) })
        }
        "membar" => {
            let q = qualifiers(cursor, &orders, ["", ""])?;
            if q.access.order == Order::Weak || q.access.scope.is_none() || q.access.semantics == 0 {
                let why = "`membar` needs an order (acq, rel, acq_rel), a scope and storage classes (semsc0..3)";
                return Err(Cursor::refused(&first, why));
            }
            Ok(LitmusOp::Fence(q.access))
        }
        "cbar" => {
            let q = qualifiers(cursor, &orders, ["", ""])?;
            if q.access.scope.is_none() {
                return Err(Cursor::refused(&first, "`cbar` needs a scope (sg, wg, qf, dv)"));
            }
            let fence = (q.access.order != Order::Weak).then_some(q.access);
            let barrier = Barrier { fence, scope: q.access.scope, instance: 0, id: None, quorum: None, arrives: false };
            rest_of_barrier(cursor, cell, barrier).map(LitmusOp::Barrier)
        }
        "avdevice" | "visdevice" => Ok(LitmusOp::Device { visible: word == "visdevice" }),
        _ => Err(Cursor::expected_at(
            &first,
            "an instruction of Vulkan (ld, st, rmw, membar, cbar, avdevice, visdevice, add, beq, goto, ..)",
        )),
    }
}

fn qualifiers(cursor: &mut Cursor, orders: &[Order], marks: [&str; 2]) -> Result<Qualifiers, Error> {
    let mut q = Qualifiers::default();
    while cursor.sign(".") {
        let token = cursor.peek().clone();
        let word = cursor.name("a qualifier")?;
        let a = &mut q.access;
        let fits = match word.as_str() {
            "atom" => !std::mem::replace(&mut q.atomic, true),
            "nonpriv" => !std::mem::replace(&mut q.nonprivate, true),
            "acq" | "rel" | "acq_rel" => {
                let order = match word.as_str() {
                    "acq" => Order::Acquire,
                    "rel" => Order::Release,
                    _ => Order::AcqRel,
                };
                let new = a.order == Order::Weak && orders.contains(&order);
                a.order = order;
                new
            }
            "av" | "vis" => {
                let new = !q.marked && marks[0] == word;
                (q.marked, a.available, a.visible) = (true, word == "av", word == "vis");
                new
            }
            "semav" => !std::mem::replace(&mut a.sem_available, true) && (marks[1].is_empty() || marks[1] == "semav"),
            "semvis" => !std::mem::replace(&mut a.sem_visible, true) && (marks[1].is_empty() || marks[1] == "semvis"),
            "sc0" | "sc1" | "sc2" | "sc3" => {
                let new = a.storage == 0;
                a.storage = 1 << (word.as_bytes()[2] - b'0');
                new
            }
            "semsc0" | "semsc1" | "semsc2" | "semsc3" => {
                let bit = 1 << (word.as_bytes()[5] - b'0');
                let new = a.semantics & bit == 0;
                a.semantics |= bit;
                new
            }
            _ => match (Dialect::Vulkan.scopes().iter().position(|scope| *scope == word), arith(&word)) {
                (Some(level), _) => a.scope.replace(level as u8).is_none(),
                (None, Some(how)) => q.operation.replace(how).is_none(),
                (None, None) => false,
            },
        };
        if !fits {
            let why = format!("`.{word}` is no qualifier of this instruction, or is given twice");
            return Err(Cursor::refused(&token, why));
        }
    }
    Ok(q)
}

/// An access to memory; meaningless combinations are refused.
fn access(first: &Token, q: &Qualifiers) -> Result<Access, Error> {
    let a = q.access;
    let wrong = if a.storage == 0 {
        "an access needs a storage class (sc0..3)"
    } else if q.operation.is_some() && !matches!(&first.kind, Kind::Word(word) if word == "rmw") {
        "only `rmw` takes an operation"
    } else if q.atomic && a.scope.is_none() {
        "an atomic access needs a scope (sg, wg, qf, dv)"
    } else if q.atomic && (q.nonprivate || q.marked) {
        "an atomic access is non-private, available and visible by itself"
    } else if q.atomic && (a.order == Order::Weak) != (a.semantics == 0) {
        "an order goes with the storage classes that it orders (semsc0..3)"
    } else if !q.atomic && (a.order != Order::Weak || a.semantics != 0 || a.sem_available || a.sem_visible) {
        "orders and storage class semantics go with `.atom`"
    } else if !q.atomic && q.marked != a.scope.is_some() {
        "a scope goes with `.av` or `.vis`, and they with a scope"
    } else if a.sem_available && !a.order.releases() || a.sem_visible && !a.order.acquires() {
        "`.semav` goes with a release, `.semvis` with an acquire"
    } else {
        let relaxed = q.atomic && a.order == Order::Weak;
        let order = if relaxed { Order::Relaxed } else { a.order };
        return Ok(Access { order, atomic: q.atomic, nonprivate: q.atomic || q.nonprivate || q.marked, ..a });
    };
    Err(Cursor::refused(first, wrong))
}

/// The qualifiers of an atomic's read.
fn load_half(access: Access) -> Access {
    let acquires = access.order.acquires();
    Access {
        order: if acquires { Order::Acquire } else { Order::Relaxed },
        visible: true,
        available: false,
        sem_available: false,
        semantics: if acquires { access.semantics } else { 0 },
        ..access
    }
}

/// The qualifiers of an atomic's write.
fn store_half(access: Access) -> Access {
    let releases = access.order.releases();
    Access {
        order: if releases { Order::Release } else { Order::Relaxed },
        available: true,
        visible: false,
        sem_visible: false,
        semantics: if releases { access.semantics } else { 0 },
        ..access
    }
}
