//! C format strings.

use isotope_target::printf::{Arguments, Value, Wanted, print};

struct List(std::vec::IntoIter<Value>);

impl Arguments for List {
    fn next(&mut self, wanted: Wanted, elements: u8) -> Option<Value> {
        let value = self.0.next()?;
        match (&value, wanted) {
            (Value::Int(v, _), Wanted::Int(_)) => assert_eq!(v.len(), usize::from(elements)),
            (Value::Float(v), Wanted::Float) => assert_eq!(v.len(), usize::from(elements)),
            (Value::Text(_), Wanted::Text) => {}
            other => panic!("{other:?}"),
        }
        Some(value)
    }
}

fn printed(format: &str, values: Vec<Value>) -> String {
    let mut out = Vec::new();
    print(format.as_bytes(), &mut List(values.into_iter()), &mut out);
    String::from_utf8(out).unwrap()
}

/// The output equals that of glibc 2.36.
#[test]
fn numbers_are_printed_as_c_does() {
    let int = |v: i64| Value::Int(vec![v], 4);
    let float = |v: f64| Value::Float(vec![v]);
    let rows: &[(&str, Value, &str)] = &[
        ("%d", int(-5), "-5"),
        ("%+d", int(5), "+5"),
        ("% d", int(5), " 5"),
        ("%05d", int(-42), "-0042"),
        ("%-5d|", int(42), "42   |"),
        ("%.4d", int(42), "0042"),
        ("%08.4d", int(42), "    0042"),
        ("%.0d", int(0), ""),
        ("%u", int(-1), "4294967295"),
        ("%x", int(-1), "ffffffff"),
        ("%#X", int(255), "0XFF"),
        ("%#x", int(0), "0"),
        ("%#o", int(8), "010"),
        ("%hhu", Value::Int(vec![-1], 1), "255"),
        ("%hd", Value::Int(vec![0x1_8000], 2), "-32768"),
        ("%lx", Value::Int(vec![-1], 8), "ffffffffffffffff"),
        ("%c", int(65), "A"),
        ("%3c", int(65), "  A"),
        ("%p", Value::Int(vec![0x1000], 8), "0x1000"),
        ("%p", Value::Int(vec![0], 8), "(nil)"),
        ("%s", Value::Text(b"abc".into()), "abc"),
        ("%5.2s|", Value::Text(b"abc".into()), "   ab|"),
        ("%f", float(1.5), "1.500000"),
        ("%.0f", float(2.5), "2"),
        ("%#.0f", float(2.5), "2."),
        ("%5.1f", float(0.25), "  0.2"),
        ("%07.2f", float(-1.5), "-001.50"),
        ("%f", float(f64::INFINITY), "inf"),
        ("%06F", float(-f64::INFINITY), "  -INF"),
        ("%e", float(12345.678), "1.234568e+04"),
        ("%.0e", float(0.0), "0e+00"),
        ("%E", float(1e-300), "1.000000E-300"),
        ("%g", float(100000.0), "100000"),
        ("%g", float(1000000.0), "1e+06"),
        ("%g", float(0.0001), "0.0001"),
        ("%g", float(0.00001), "1e-05"),
        ("%#g", float(1.0), "1.00000"),
        ("%.3g", float(1234.5), "1.23e+03"),
        ("%G", float(1e-10), "1E-10"),
        ("%g", float(0.0), "0"),
        ("%a", float(1.0), "0x1p+0"),
        ("%a", float(0.1), "0x1.999999999999ap-4"),
        ("%.2a", float(0.1), "0x1.9ap-4"),
        ("%.0a", float(1.5), "0x2p+0"),
        ("%a", float(5e-324), "0x0.0000000000001p-1022"),
        ("%A", float(0.0), "0X0P+0"),
        ("%012a", float(-1.0), "-0x000001p+0"),
        ("%v2d", Value::Int(vec![1, -2], 4), "1,-2"),
        ("%v4.1f", Value::Float(vec![1.0, 2.0, 3.0, 4.0]), "%v4.1f"),
        ("%.1v3hlf", Value::Float(vec![1.0, 2.25, -3.0]), "1.0,2.2,-3.0"),
        ("%#v2hhx", Value::Int(vec![17, 255], 1), "0x11,0xff"),
    ];
    for (format, value, wanted) in rows {
        assert_eq!(printed(format, vec![value.clone()]), *wanted, "{format}");
    }
    assert_eq!(rows.len(), 51);
    assert_eq!(printed("%*d|%-*d|", [5, 7, 4, 8].map(int).into()), "    7|8   |");
    assert_eq!(printed("%*d", vec![int(-4), int(9)]), "9   ");
    assert_eq!(printed("100%% %y %", vec![]), "100% %y %");
    assert_eq!(printed("a%d b%d", vec![int(1)]), "a1 b");
}
