//! Declarations of vISA lines that stand alone, as the files of `tests/data/intel` pack them.

use isotope::isa::visa::Program;

/// What the variables of `forms.tsv` are.
pub const FORM_DECLARATIONS: &str = "V32 G d 128 GRF;V33 G ud 128 GRF;V34 G f 128 GRF;V35 G uq 64 GRF;V36 G uw 128 GRF;\
    V37 G w 128 GRF;V38 G ub 128 GRF;V39 G b 128 GRF;V40 G hf 128 GRF;V41 G df 64 GRF;V42 G q 64 GRF;\
    V43 G ud 8 dword alias=<V32, 64>;P1 P 32;P2 P 32;A0 A 16;T6 T 1;S0 S 1";

/// The declarations of a line. `*20G` stands for twenty variables that the line does not name.
pub fn declared(packed: &str) -> Program {
    let mut program = Program::default();
    let mut fillers = 0;
    for item in packed.split(';').filter(|i| !i.is_empty()) {
        if let Some(run) = item.strip_prefix('*') {
            let (count, kind) = run.split_at(run.len() - 1);
            for _ in 0..count.parse::<usize>().unwrap() {
                fillers += 1;
                let ty = if kind == "G" { " type=ud" } else { "" };
                program.declare(&format!(".decl filler_{fillers} v_type={kind}{ty} num_elts=8")).unwrap();
            }
            continue;
        }
        let mut words = item.splitn(3, ' ');
        let (name, kind, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let line = if kind == "G" {
            let mut words = rest.splitn(4, ' ');
            let (ty, elements, align) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
            format!(".decl {name} v_type=G type={ty} num_elts={elements} align={align} {}", words.next().unwrap_or(""))
        } else {
            format!(".decl {name} v_type={kind} num_elts={rest}")
        };
        program.declare(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    program
}
