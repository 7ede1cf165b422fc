//! Instructions of PTX.

use super::Error;
use super::columns::Cell;
use super::cursor::{Cursor, arith};
use super::lexer::Kind;
use crate::test::{Access, Arith, Barrier, Dialect, LitmusOp, Operand, Order, Proxy, Update};

/// `generic`, `constant`, `texture`, `surface`.
pub fn proxy(cursor: &mut Cursor) -> Result<Proxy, Error> {
    let proxies = [
        ("generic", Proxy::Generic),
        ("constant", Proxy::Constant),
        ("texture", Proxy::Texture),
        ("surface", Proxy::Surface),
    ];
    cursor.one_of(&proxies).ok_or_else(|| cursor.expected("a proxy (generic, constant, texture, surface)"))
}

/// An instruction that is no label, jump or arithmetic.
pub fn instruction(cursor: &mut Cursor, cell: &mut Cell) -> Result<LitmusOp, Error> {
    let first = cursor.peek().clone();
    let Kind::Word(word) = &first.kind else { return Err(cursor.expected("an instruction of PTX")) };
    cursor.take();
    match word.as_str() {
        "ld" | "tld" | "suld" | "cold" => {
            let proxy = proxy_of(word);
            if !cursor.at_sign(".") {
                // `ld r0, 1` and `ld r0, r1` set a register.
                let to = cell.destination(cursor)?;
                return Ok(LitmusOp::Set { to, how: Arith::Add, a: cell.operand(cursor)?, b: Operand::Const(0) });
            }
            let access = memory(cursor, proxy, &["weak", "relaxed", "acquire"])?;
            let to = cell.destination(cursor)?;
            Ok(LitmusOp::Load { to, at: cell.location(cursor)?, access })
        }
        "st" | "sust" => {
            let access = memory(cursor, proxy_of(word), &["weak", "relaxed", "release"])?;
            let at = cell.location(cursor)?;
            cursor.need_sign(",")?;
            Ok(LitmusOp::Store { at, value: cell.operand(cursor)?, access })
        }
        "atom" | "suatom" | "red" | "sured" => {
            let access = memory(cursor, proxy_of(word), &["relaxed", "acquire", "release", "acq_rel"])?;
            cursor.need_sign(".")?;
            read_modify_write(cursor, cell, access, word.ends_with("atom"))
        }
        "fence" => {
            cursor.need_sign(".")?;
            fence(cursor).map(LitmusOp::Fence)
        }
        "bar" => barrier(cursor, cell).map(LitmusOp::Barrier),
        _ => Err(Cursor::expected_at(
            &first,
            "an instruction of PTX (ld, st, atom, red, tld, suld, cold, sust, suatom, sured, fence, bar, add, beq, goto, ..)",
        )),
    }
}

fn proxy_of(word: &str) -> Proxy {
    match word {
        "tld" => Proxy::Texture,
        "suld" | "sust" | "suatom" | "sured" => Proxy::Surface,
        "cold" => Proxy::Constant,
        _ => Proxy::Generic,
    }
}

/// `.order` and, unless it is weak, `.scope`.
fn memory(cursor: &mut Cursor, proxy: Proxy, orders: &[&str]) -> Result<Access, Error> {
    cursor.need_sign(".")?;
    let order = order(cursor, orders)?;
    let scope = if order == Order::Weak {
        None
    } else {
        cursor.need_sign(".")?;
        Some(scope(cursor)?)
    };
    Ok(Access { order, scope, proxy, ..Access::default() })
}

fn order(cursor: &mut Cursor, orders: &[&str]) -> Result<Order, Error> {
    let mut all = vec![
        ("weak", Order::Weak),
        ("relaxed", Order::Relaxed),
        ("acquire", Order::Acquire),
        ("release", Order::Release),
        ("acq_rel", Order::AcqRel),
        ("sc", Order::Sc),
    ];
    all.retain(|(word, _)| orders.contains(word));
    cursor.one_of(&all).ok_or_else(|| cursor.expected(format!("an order ({})", orders.join(", "))))
}

fn scope(cursor: &mut Cursor) -> Result<u8, Error> {
    cursor.index(Dialect::Ptx.scopes()).ok_or_else(|| cursor.expected("a scope (cta, gpu, sys)"))
}

fn read_modify_write(cursor: &mut Cursor, cell: &mut Cell, access: Access, returns: bool) -> Result<LitmusOp, Error> {
    let token = cursor.peek().clone();
    let word = cursor.name("an operation (add, sub, mul, div, and, or, xor, exch, cas)")?;
    let how = arith(&word);
    if how.is_none() && !(returns && (word == "cas" || word == "exch")) {
        let more = if returns { ", exch, cas" } else { "" };
        let why = format!("`{word}` is none of the operations add, sub, mul, div, and, or, xor{more}");
        return Err(Cursor::refused(&token, why));
    }
    let to = if returns { Some(cell.destination(cursor)?) } else { None };
    let at = cell.location(cursor)?;
    cursor.need_sign(",")?;
    let operand = cell.operand(cursor)?;
    let update = match how {
        Some(how) => Update::Arith(how, operand),
        None if word == "exch" => Update::Exchange(operand),
        None => {
            cursor.need_sign(",")?;
            Update::Cas { expected: operand, new: cell.operand(cursor)?, writes_anyway: true }
        }
    };
    // Each half is strong, and has its part of the order.
    let half = |strong, own| Access { order: if strong { own } else { Order::Relaxed }, ..access };
    let load = half(access.order.acquires(), Order::Acquire);
    let store = half(access.order.releases(), Order::Release);
    Ok(LitmusOp::Rmw { to, at, update, load, store })
}

fn fence(cursor: &mut Cursor) -> Result<Access, Error> {
    if cursor.word("proxy") {
        cursor.need_sign(".")?;
        let proxy = if cursor.word("alias") { Proxy::Alias } else { proxy(cursor)? };
        // It is not a memory fence: it has no order or scope of its own.
        return Ok(Access { proxy, ..Access::default() });
    }
    let order = order(cursor, &["acq_rel", "sc"])?;
    cursor.need_sign(".")?;
    Ok(Access { order, scope: Some(scope(cursor)?), ..Access::default() })
}

/// `bar.cta.sync 1`, `bar.cta.arrive 1, r2, 64`.
fn barrier(cursor: &mut Cursor, cell: &mut Cell) -> Result<Barrier, Error> {
    cursor.need_sign(".")?;
    cursor.need_word("cta")?;
    cursor.need_sign(".")?;
    let arrives = cursor.word("arrive");
    if !arrives && !cursor.word("sync") {
        return Err(cursor.expected("`sync` or `arrive`"));
    }
    rest_of_barrier(cursor, cell, Barrier { fence: None, scope: None, instance: 0, id: None, quorum: None, arrives })
}

/// Instance, then resource and number of threads.
pub fn rest_of_barrier(cursor: &mut Cursor, cell: &mut Cell, mut barrier: Barrier) -> Result<Barrier, Error> {
    barrier.instance = cursor.ordinal("the instance of the barrier, a number")?;
    if cursor.sign(",") {
        barrier.id = Some(cell.operand(cursor)?);
        if cursor.sign(",") {
            barrier.quorum = Some(cell.operand(cursor)?);
        }
    }
    Ok(barrier)
}
