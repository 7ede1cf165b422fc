//! Metadata of kernels in `.zeinfo`.

use isotope_intel::zeinfo::{Argument, ArgumentKind, Declared, Private, parse};

const TEXT: &str = "---\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n      slm_size: 64\n    \
                    payload_arguments:\n      - arg_type: arg_byvalue\n        offset: 48\n        size: 4\n        \
                    arg_index: 1\n    binding_table_indices:\n      - bti_value: 0\n        arg_index: 0\n...\n";

#[test]
fn a_kernel_with_its_arguments() {
    let info = &parse(TEXT).unwrap()[0];
    assert_eq!((info.name.as_str(), info.simd, info.slm_bytes, info.grf_count), ("k", 16, 64, 128));
    assert_eq!(info.scratch_bytes, 0);
    let scratch = TEXT.replace(
        "...",
        "    per_thread_memory_buffers:\n      - type: scratch\n        usage: single_space\n        size: 4096\n...",
    );
    assert_eq!(parse(&scratch).unwrap()[0].scratch_bytes, 4096);
    let spilled = scratch.replace("single_space", "spill_fill_space");
    assert_eq!(parse(&spilled).unwrap()[0].scratch_bytes, 0);
    let buffer = scratch.replace("scratch", "global").replace("single_space", "private_space");
    let want = Private { bytes: 4096, per_lane: false };
    assert_eq!(parse(&buffer).unwrap()[0].private, Some(want));
    let walks = |order: &str| {
        let env = format!("execution_env:\n      work_group_walk_order_dimensions: [ {order} ]");
        parse(&TEXT.replace("execution_env:", &env)).unwrap()[0].reordered
    };
    assert_eq!((info.reordered, walks("0, 1, 2"), walks("1, 0, 2")), (false, false, true));
    assert_eq!((walks("0, 0, 0"), walks("0, 1, 0"), walks("0, 2, 1")), (false, false, true), "x alone, x and y");
    let asks = |line: &str| {
        let env = format!("execution_env:\n      {line}");
        parse(&TEXT.replace("execution_env:", &env)).unwrap()[0].asked.clone()
    };
    assert_eq!((asks("slm_alloc_mode: 0"), asks("generate_local_id: false")), (None, None));
    assert_eq!(asks("slm_alloc_mode: 1"), Some(("slm_alloc_mode".into(), "1".into())));
    assert_eq!(info.table, [(0, 0)]);
    let want = Argument {
        kind: ArgumentKind::Value,
        offset: 48,
        size: 4,
        index: Some(1),
        source_offset: 0,
        alignment: 1,
        space: String::new(),
        bindless: false,
        image_type: String::new(),
        entry: None,
    };
    assert_eq!(info.payload, [want]);
}

#[test]
fn errors_name_the_line() {
    let broken = |from: &str, to: &str| parse(&TEXT.replace(from, to)).unwrap_err().to_string();
    assert!(broken("16", "17").contains("line 5"), "{}", broken("16", "17"));
    assert!(broken("48", "-1").contains("line 9"));
    assert!(
        broken("size: 4\n", "size: *x\n").contains("alias") || broken("size: 4\n", "size: *x\n").contains("line 10")
    );
    let described = TEXT.replace(
        "...",
        "kernels_misc_info:\n  - name: k\n    args_info:\n      - index: 1\n        name: n\n        type_name: 'a;b;12'\n",
    );
    let want = Declared { index: 1, name: "n".into(), ty: "a;b".into(), bytes: 12 };
    assert_eq!(parse(&described).unwrap()[0].declared, [want]);
    assert!(parse("a: [").is_err() && parse("").is_err() && parse("kernels: 1").is_err());
    let deep = format!("kernels: {}{}", "[".repeat(100), "]".repeat(100));
    assert!(parse(&deep).unwrap_err().to_string().contains("nesting"));
}
