"""The verbs of the command, as functions."""

import inspect

import numpy as np
import pytest
from conftest import KERNELS, ROOT

import isotope as iso


def test_asm_and_dis():
    assert iso.asm("ATOM.ADD.F32.FTZ.RN R0, [R1 - 400], R9", "sm_50") == "0xed06ffe700970100"
    assert iso.dis(0xEEF3000000870202, "sm_50") == "ATOM.E.CAS.64 R2, [R2], R8, R10;"
    texts = ["ds_max_rtn_f32 v0, v1, v2", "s_endpgm"]
    assert iso.dis(iso.asm(texts, "gfx1100"), "gfx1100") == texts
    with pytest.raises(iso.Error, match=r"`.XOR` does not take size"):
        iso.asm("ATOM.XOR.F32.FTZ.RN R0, [R2], R4", "sm_50")
    assert iso.asm("ATOM.XOR.F32.FTZ.RN R0, [R2], R4", "sm_50", mode="compat").startswith("0x")
    listing = iso.disassemble(KERNELS / "bin" / "sm_50" / "histogram256.cubin")
    assert "RED.E.ADD" in listing
    assert iso.assemble("s_endpgm", "gfx1100") == bytes.fromhex(iso.asm("s_endpgm", "gfx1100").removeprefix("0x"))
    assert iso.disassemble(bytes.fromhex(iso.asm("s_endpgm", "gfx1100")), target="gfx1100", raw=True).count("s_endpgm") == 1


def test_explain():
    why = iso.explain("sm_50:ATOM.ADD.F32.FTZ.RN")
    assert why.assumptions[0]["id"] == "nv.l2_nan" and why["rules"][0]["grade"] == "spec"
    step = iso.explain("ds_max_rtn_f32 v0, v1, v2", "v2=0x3f800000", "shared[0]=0x7fc00000", target="gfx1100")
    assert step.end == "completed" and "stored 0x3f800000" in step.text
    with pytest.raises(iso.Error, match="ds_max"):
        iso.explain("ds_maxx v0", target="gfx1100")


def test_equiv():
    inc, wrap = iso.op("visa:dword_atomic.inc"), "sm_50:ATOM.INC"
    assert iso.equiv(inc, wrap).equal is False
    equal = iso.equiv(wrap, inc, assume="src0 == 0xffffffff")
    assert equal and equal.answer == "equal" and equal.schema == "isotope-equiv/1" and "EQUAL" in repr(equal)
    witness = iso.equiv(wrap, inc)["memory"]
    mem, src = int(witness["mem"], 16), int(witness["src0"], 16)
    assert iso.op(wrap)(mem, src).new != inc(mem).new
    with pytest.raises(iso.Error, match="column 9"):
        iso.equiv(wrap, inc, assume="src0 == ")


def test_vectors():
    made = iso.vectors("gfx1100:ds_inc_rtn_u32", random=10)
    op = iso.op("gfx1100:ds_inc_rtn_u32")
    for vector in made.vectors:
        new, returned = op(int(vector["mem"], 16), int(vector["src0"], 16))
        assert new == int(vector["new"], 16) and returned == int(vector["returned"], 16)
    assert len(made.vectors) > 10 and iso.vectors(op, format="csv").count("\n") > 5


def test_docs():
    assert "ds_max_f32" in iso.docs("gfx1100")
    page = iso.docs("gfx1100", "ds_max_f32")
    assert page.text.startswith("# ds_max_f32\n") and page._repr_markdown_() == page.text and page["name"] == "ds_max_f32"
    with pytest.raises(iso.Error, match="no instruction `ds_maxx`"):
        iso.docs("gfx1100", "ds_maxx")


def test_lists():
    assert {"sm_50", "gfx1100", "tgllp"} <= set(iso.targets())
    assert any(name.startswith("ds_max") for name in iso.operations("gfx1100"))
    read = 0
    for name in iso.operations("gfx1100"):
        try:
            read += len(iso.op(f"gfx1100:{name}").widths)
        except iso.Error:
            pass
    assert read > 100


def test_files():
    with pytest.raises(iso.Error, match="expected an ELF file"):
        iso.load(b"nothing.cubin")
    with pytest.raises(FileNotFoundError):
        iso.load("nothing.cubin")
    data = (KERNELS / "bin" / "gfx1100" / "histogram256.co").read_bytes()
    assert iso.info(data).target == "gfx1100"
    visa = KERNELS / "bin" / "tgllp"
    assert list(iso.load(visa / "histogram256.visaasm")) == ["histogram256"]
    with pytest.raises(iso.Error, match="not for sm_50"):
        iso.load(data, target="sm_50")


def test_every_public_name_says_what_it_is():
    for name in iso.__all__:
        thing = getattr(iso, name)
        if callable(thing):
            assert thing.__doc__, name
        for key, value in vars(thing).items() if isinstance(thing, type) and thing.__module__.startswith("isotope") else ():
            if not key.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{key}"


def test_messages_name_parameters():
    """Options that messages name are parameters of a function here, or plain words; those of the command are not for Python."""
    from isotope import _isotope, campaign

    functions = [iso.Kernel.launch, iso.Kernel.explore, iso.load, iso.asm, iso.disassemble, iso.vectors, campaign.merge]
    known = {name for function in functions for name in inspect.signature(function).parameters}
    spelled = _isotope.options()
    assert len(spelled) > 40
    for alone, valued in spelled:
        assert "--" not in alone + valued
        if valued.startswith(f"{alone}="):
            assert alone in known
    image = iso.load(KERNELS / "bin" / "sm_50" / "histogram256.cubin")
    kernel, data, bins = image[next(iter(image))], np.zeros(64, np.uint8), np.zeros(256, np.uint32)
    refused = [
        (dict(mode="random", symmetry=True), "symmetry: expected mode='states' or traces, found random"),
        (dict(mode="random", races=True), "races: expected mode='traces', which runs every execution"),
        (dict(mode="traces", resident=1), "resident: expected mode='states' or random"),
        (dict(model="rdna3"), "model='rdna3': expected a kernel of gfx1100"),
    ]
    for how, message in refused:
        with pytest.raises(iso.Error) as caught:
            kernel.explore(1, 1, data, np.uint32(1), bins, **how)
        assert str(caught.value).startswith(message), caught.value
    cut = kernel.explore(1, 1, data, np.uint32(1), bins, mode="traces", shard=(0, 2))
    assert "the other parts (shard)" in cut.text
    with pytest.raises(iso.Undecided, match=r"still running after 10 wave instructions \(max_steps\)"):
        kernel.launch(1, 32, data, np.uint32(64), bins, max_steps=10)
    with pytest.raises(iso.Error, match=r"no assumption `nv.x`; `isotope.assumptions\(\)` lists them"):
        kernel.launch(1, 32, data, np.uint32(64), bins, assume="nv.x=1")


def test_documented_examples(monkeypatch):
    import doctest

    import isotope._op
    import isotope.campaign

    for module in (iso, isotope._op, isotope.campaign):
        failed, tried = doctest.testmod(module, extraglobs={"iso": iso, "np": np})
        assert tried and not failed
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert tried and not failed


def test_one_package():
    """The package can be installed from the root too, and is the same there."""
    tomllib = pytest.importorskip("tomllib")
    here, root = (tomllib.loads((place / "pyproject.toml").read_text()) for place in (ROOT / "bindings" / "python", ROOT))
    about = {key: value for key, value in root["project"].items() if key != "readme"}
    assert about == {key: value for key, value in here["project"].items() if key != "readme"}
    assert root["build-system"] == here["build-system"] and iso.__version__ == "0.2.0"


def test_types_of_the_native_part():
    import ast

    import isotope._isotope as native

    stub = ast.parse((ROOT / "bindings" / "python" / "python" / "isotope" / "_isotope.pyi").read_text())
    public = lambda thing: {name for name in vars(thing) if not name.startswith("_")}
    told = {node.name: node for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert set(told) == public(native)
    for name, node in told.items():
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - {"__new__"}
            assert methods == public(getattr(native, name)), name
        else:
            assert [argument.arg for argument in node.args.args] == list(inspect.signature(getattr(native, name)).parameters)
