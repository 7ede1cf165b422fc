//! The state of a machine before the first instruction: the notation, its effect on each target, and refusals.

use crate::common::rows;
use isotope_machine::mem::Memory;
use isotope_machine::mem::texture::{Components, HEADER_BYTES, Header, Layout, TextureType};
use isotope_machine::{Dispatch, sync};
use isotope_target::setup::{Setup, shown};
use isotope_target::single::Surroundings;
use isotope_targets::TARGETS;

/// An instruction of a target with a setup, or the error.
fn set_up(target: &str, text: &str, items: &[&str]) -> Result<(Dispatch, Memory), String> {
    let target = TARGETS.find(target).unwrap();
    let mut memory = Memory::new();
    memory.allocate("img", &[0; 4096]).unwrap();
    let around =
        Surroundings { declarations: vec![".decl V32 v_type=G type=ud num_elts=8".into()], ..Surroundings::default() };
    let around = if target.name() == "visa" { around } else { Surroundings::default() };
    let mut single = target.single(text, &around, &mut memory).map_err(|e| e.to_string())?;
    let setup = Setup::read(items.iter().copied(), &target.isa().machine).map_err(|e| e.to_string())?;
    setup.apply(&target.isa().machine, &mut single.dispatch, &mut memory).map_err(|e| e.to_string())?;
    Ok((single.dispatch, memory))
}

fn header(surface: &str) -> Result<Header, String> {
    let (dispatch, memory) = set_up("sm_50", "SURED.D.1D.ADD [R2], R4, R6", &[&format!("surface[2]={surface}")])?;
    let pool = dispatch.headers.unwrap();
    assert_eq!(pool.maximum_index, 2);
    let bytes = memory.read(pool.base + 2 * HEADER_BYTES as u64, HEADER_BYTES as u32).unwrap();
    Header::parse(bytes.as_slice().try_into().unwrap()).map_err(|e| e.to_string())
}

#[test]
fn each_kind_of_surface_has_its_header() {
    let block = header("0x1000:64x8:2D:block,h=2:SINT").unwrap();
    assert_eq!((block.texture_type, block.width, block.height), (TextureType::TwoD, 64, 8));
    assert!(matches!(block.layout, Layout::BlockLinear(b) if b.log2_height == 1 && b.log2_depth == 0));
    assert_eq!((block.signed(), block.address), (Some(true), 0x1000));
    let layers = header("0x1000:64x3:1D_ARRAY:block").unwrap();
    assert_eq!((layers.texture_type, layers.depth, layers.height), (TextureType::OneDArray, 3, 1));
    let cubes = header("0x1000:16x8x4:3D:block,d=4:r32g32_float").unwrap();
    assert_eq!((cubes.texture_type, cubes.depth, cubes.components), (TextureType::ThreeD, 4, Components::R32_G32));
    let pitch = header("&img+32:10x4").unwrap();
    assert!(matches!(pitch.layout, Layout::Pitch { pitch: 64, .. }));
    assert_eq!(pitch.address, (1 << 33) + 32);
    assert_eq!(header("0x1004:100:1D_BUFFER").unwrap().layout, Layout::OneDBuffer);
    let short = header("0x1000:7:1D:r16_uint").unwrap();
    assert_eq!((short.width, short.components), (7, Components::R16));
    assert!(header("0x1000:8x8:disabled").unwrap().is_disabled());
    assert_eq!(header("0x1000:224").unwrap(), Header::pitch_1d(0x1000, 224).unwrap());
    for (text, why) in [
        ("0x1000:8x8x2:3D", "pitch layout of a 3D surface"),
        ("0x1010:8x8", "ADDRESS: expected a multiple of 32"),
        ("0x1000:8:1D:r64_uint", "channels of 8, 16 or 32 bits"),
        ("0x1000:8x8:block,d=2", "only blocks of 3D"),
        ("0x1000:8x8:block,h=3", "1, 2, 4, 8, 16 or 32 GOBs"),
        ("0x1000:8x8:1D", "a 1D surface has 1 extent"),
        ("0x1000:8x8:2D:3D", "says again"),
        ("0x1000:8x8:tiled", "expected 1D, 2D, 3D"),
        ("&other:8", "expected the name of a buffer behind & (img), found `other`"),
        ("&img+5000:8", "at most 4096 bytes behind"),
        ("0x1000", "expected ADDRESS:BYTES"),
        ("0x1000:0:1D", "above 0"),
    ] {
        let error = header(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn visa_has_entries_and_gfx1100_descriptors() {
    let mov = "mov (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0>";
    let (dispatch, _) =
        set_up("visa", mov, &["surface[3]=0x2000:5x4:2D:pitch=64:SINT", "surface[4]=0x3000:64", "active=0x3"]).unwrap();
    let [image, raw] = dispatch.table[..] else { panic!("{:?}", dispatch.table) };
    let shape = image.shape.unwrap();
    assert_eq!((image.entry, image.base, shape.row_pitch, shape.width, image.bytes), (3, 0x2000, 64, 5, 3 * 64 + 20));
    assert_eq!((raw.entry, raw.bytes, raw.shape), (4, 64, None));
    assert_eq!(dispatch.group(0).waves[0].active(), 3);
    let (dispatch, _) = set_up("gfx1100", "s_nop 0", &["surface[4]=0x2000:64x8:2D:SINT"]).unwrap();
    assert_eq!(dispatch.start.given.len(), 8);
    let words: Vec<u32> = dispatch.start.given.iter().map(|given| given.value as u32).collect();
    assert_eq!(words[0], 0x20, "bits 39:8 of the address");
    let (dispatch, _) = set_up("gfx1100", "s_nop 0", &["surface[0]=0x2000:64"]).unwrap();
    let words: Vec<u32> = dispatch.start.given.iter().map(|given| given.value as u32).collect();
    assert_eq!((words.len(), words[0], words[2]), (4, 0x2000, 64));
    for (target, text, items, why) in [
        ("visa", mov, "surface[0]=0:8x8:block", "this target has no block-linear surfaces"),
        ("visa", mov, "coverage=0x1", "this target has no coverage of lanes; it has surfaces by number"),
        ("gfx1100", "s_nop 0", "surface[1]=0x2000:64x8", "a multiple of 4"),
        ("gfx1100", "s_nop 0", "surface[0]=0x2010:64x8", "a multiple of 256"),
        ("gfx1100", "s_nop 0", "active=0x1", "lanes are in exec"),
        ("sm_50", "NOP", "gws[0]=1", "this target has no synchronization unit"),
    ] {
        let error = set_up(target, text, &[items]).unwrap_err();
        assert!(error.contains(why), "{target} {items}: {error}");
    }
}

#[test]
fn the_unit_is_given_and_shown_in_one_notation() {
    let gws = "ds_gws_sema_v gds";
    let items = [
        "vmid=3",
        "gws.base=8",
        "gws.size=4",
        "gws[9]=17:barrier:1",
        "gs[9]=0x123456789",
        "ring[2]=8:tracked:3",
        "gds[0x10]=1,2",
    ];
    let (dispatch, memory) = set_up("gfx1100", gws, &items).unwrap();
    let unit = memory.unit().unwrap();
    assert_eq!(dispatch.vmid, 3);
    assert_eq!((unit.vmid(3).gws.base, unit.vmid(3).gws.size, unit.vmid(0).gws.size), (8, 4, 64));
    assert_eq!(unit.gds().load(0x14, 4), 2);
    assert_eq!(shown(&unit, "gws"), ["gws[9]=17:barrier:1"]);
    assert_eq!(shown(&unit, "gs"), ["gs[9]=0x123456789"]);
    assert_eq!(shown(&unit, "ring"), ["ring[2]=8:tracked:3"]);
    // The same by register values.
    let registers =
        ["GDS_GWS_VMID3=0x40008", "GDS_VMID3_BASE=0x100", "GDS_VMID3_SIZE=0x10000", "GDS_OA_VMID12=0x8001", "vmid=3"];
    let (_, memory) = set_up("gfx1100", gws, &registers).unwrap();
    let unit = memory.unit().unwrap();
    let owned = unit.vmid(3);
    assert_eq!((owned.gws.base, owned.gws.size, owned.gds.base, owned.gds.size), (8, 4, 0x100, 0x10000));
    assert_eq!((unit.vmid(12).ordered, owned.ordered), (0x8001, 0xffff));
    let rows = rows("amd/places_refused.tsv");
    assert!(rows.len() >= 24, "{}", rows.len());
    for row in &rows {
        let [item, why] = &row[..] else { panic!("{row:?}") };
        let error = set_up("gfx1100", gws, &[item.as_str()]).map(|_| ()).unwrap_err();
        assert!(error.contains(why.as_str()), "{item}: {error}");
    }
    let error = set_up("gfx1100", "s_nop 0", &["gws[0]=1"]).map(|_| ()).unwrap_err();
    assert!(error.contains("does not ask the device's unit"), "{error}");
}

/// A grant of a handler is used once for all halted waves, and the next NACK uses the next grant.
#[test]
fn grants_are_taken_one_by_one() {
    use sync::{GwsAnswer, GwsOp, GwsRange, WaveId};
    let mut unit = sync::Unit::default();
    let none = sync::Vmid { gws: GwsRange { base: 0, size: 0 }, ..unit.vmid(5) };
    unit.set_vmid(5, none);
    unit.set_grants(5, &[GwsRange { base: 4, size: 1 }, GwsRange { base: 4, size: 2 }]);
    let ask = |unit: &mut sync::Unit, wave, offset| unit.gws(WaveId(wave), 5, GwsOp::SemaV, 0, offset, 0);
    assert!(matches!(ask(&mut unit, 0, 0), GwsAnswer::Nack(_)) && matches!(ask(&mut unit, 1, 1), GwsAnswer::Nack(_)));
    assert!(unit.handle(WaveId(0), 5) && unit.vmid(5).gws.size == 1);
    assert_eq!(ask(&mut unit, 0, 0), GwsAnswer::Done);
    // The first grant applied to wave 1 too, and does not suffice for it.
    assert!(unit.handle(WaveId(1), 5) && unit.vmid(5).gws.size == 1);
    assert!(matches!(ask(&mut unit, 1, 1), GwsAnswer::Nack(_)));
    assert!(unit.handle(WaveId(1), 5) && unit.vmid(5).gws.size == 2);
    assert_eq!(ask(&mut unit, 1, 1), GwsAnswer::Done);
    assert_eq!(unit.resources()[5].counter, 1);
    assert!(!unit.handle(WaveId(1), 5), "it does not wait");
    let words: Vec<String> = unit.handled().iter().map(ToString::to_string).collect();
    assert_eq!(words.len(), 8, "{words:?}");
    assert_eq!(words[2], "handler: VMID 5 owns the 1 GWS resources from 4 on");
}
