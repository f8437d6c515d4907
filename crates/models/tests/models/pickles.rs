//! Pickles that no torch wrote: they are read within bounds, silently and without a panic.

use std::path::PathBuf;

use bertscope_encoder::weights::Checkpoint;
use proptest::prelude::*;

/// The start of a file of PyTorch before 1.6, with its description of the machine.
const LEGACY: &[u8] = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}.";

/// Instructions that push a tensor of four numbers of a type, in the storage "0".
fn tensor(class: &[u8]) -> Vec<u8> {
    let storage = [
        b"((X\x07\0\0\0storagectorch\n".as_slice(),
        class,
        b"\nX\x01\0\0\x000X\x03\0\0\0cpuK\x04tQ",
    ]
    .concat();
    [
        b"ctorch._utils\n_rebuild_tensor_v2\n".as_slice(),
        &storage,
        b"K\0K\x04\x85K\x01\x85\x89}tR",
    ]
    .concat()
}

/// A table with one entry, which the instructions push.
fn table(entry: &[u8]) -> Vec<u8> {
    [b"\x80\x02}X\x06\0\0\0weight".as_slice(), entry, b"s."].concat()
}

/// A legacy file with that table and sixteen bytes for its storage.
fn legacy(table: &[u8]) -> Vec<u8> {
    [
        LEGACY,
        table,
        b"\x80\x02]X\x01\0\0\x000a.",
        &4u64.to_le_bytes(),
        &[0; 16],
    ]
    .concat()
}

/// An archive of stored files, as PyTorch writes it.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (size, at) = (
            (content.len() as u32).to_le_bytes(),
            (bytes.len() as u32).to_le_bytes(),
        );
        let length = (name.len() as u16).to_le_bytes();
        let common = [&[0; 12][..], &size, &size, &length, &[0; 2]].concat();
        bytes.extend(
            [
                b"PK\x03\x04\x14\0".as_slice(),
                &common,
                name.as_bytes(),
                content,
            ]
            .concat(),
        );
        directory.extend(
            [
                b"PK\x01\x02\x14\0\x14\0".as_slice(),
                &common,
                &[0; 10],
                &at,
                name.as_bytes(),
            ]
            .concat(),
        );
    }
    let count = (files.len() as u16).to_le_bytes();
    let (size, at) = (
        (directory.len() as u32).to_le_bytes(),
        (bytes.len() as u32).to_le_bytes(),
    );
    [
        bytes,
        directory,
        [
            b"PK\x05\x06\0\0\0\0".as_slice(),
            &count,
            &count,
            &size,
            &at,
            &[0; 2],
        ]
        .concat(),
    ]
    .concat()
}

/// The same with sizes and places of 64 bits, as archives beyond 4 GB have them.
fn wide_archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (size, at) = (
            (content.len() as u64).to_le_bytes(),
            (bytes.len() as u64).to_le_bytes(),
        );
        let length = (name.len() as u16).to_le_bytes();
        let common = [&[0; 12][..], &[0xff; 8], &length].concat();
        let extra = [&[1, 0, 16, 0][..], &size, &size].concat();
        bytes.extend(
            [
                b"PK\x03\x04\x2d\0".as_slice(),
                &common,
                &[20, 0],
                name.as_bytes(),
                &extra,
                content,
            ]
            .concat(),
        );
        // Another field stands before that of the sizes.
        let extra = [&[9, 9, 1, 0, 7, 1, 0, 24, 0][..], &size, &size, &at].concat();
        let entry = [
            b"PK\x01\x02\x2d\0\x2d\0".as_slice(),
            &common,
            &[33, 0],
            &[0; 10],
            &[0xff; 4],
            name.as_bytes(),
            &extra,
        ];
        directory.extend(entry.concat());
    }
    let count = (files.len() as u64).to_le_bytes();
    let (size, at) = (
        (directory.len() as u64).to_le_bytes(),
        (bytes.len() as u64).to_le_bytes(),
    );
    let record = (bytes.len() + directory.len()) as u64;
    let end = [
        b"PK\x06\x06".as_slice(),
        // The bytes that follow.
        &44u64.to_le_bytes(),
        &[0; 12],
        &count,
        &count,
        &size,
        &at,
    ]
    .concat();
    let locator = [
        b"PK\x06\x07".as_slice(),
        &[0; 4],
        &record.to_le_bytes(),
        &[1, 0, 0, 0],
    ]
    .concat();
    [
        bytes,
        directory,
        end,
        locator,
        [b"PK\x05\x06\0\0\0\0".as_slice(), &[0xff; 12], &[0; 2]].concat(),
    ]
    .concat()
}

fn new_archive(table: &[u8]) -> Vec<u8> {
    archive(&[("archive/data.pkl", table), ("archive/data/0", &[0; 16])])
}

fn read(bytes: &[u8]) -> Result<Checkpoint, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pytorch_model.bin");
    std::fs::write(&path, bytes).unwrap();
    let mut weights = Checkpoint::default();
    weights
        .add_pickle(&path)
        .map(|()| weights)
        .map_err(|error| error.to_string())
}

fn refusal(bytes: &[u8]) -> String {
    let sentence = read(bytes).unwrap_err();
    assert!(
        sentence.contains("pytorch_model.bin cannot be used") && sentence.len() < 500,
        "{sentence}"
    );
    sentence
}

#[test]
fn a_tensor_is_read_from_either_kind_of_file() {
    for (class, there) in [
        ("FloatStorage", true),
        ("HalfStorage", true),
        ("BoolStorage", false),
    ] {
        let table = table(&tensor(class.as_bytes()));
        let wide = wide_archive(&[("archive/data.pkl", &table), ("archive/data/0", &[0; 16])]);
        for bytes in [legacy(&table), new_archive(&table), wide] {
            assert_eq!(read(&bytes).unwrap().has("weight"), there, "{class}");
        }
    }
}

#[test]
fn a_type_of_numbers_that_is_not_known_is_passed_over_and_not_repeated() {
    let table = table(&tensor(b"\x1b]0;title\x07\x1b[2JStorage"));
    assert!(!read(&new_archive(&table)).unwrap().has("weight"));
    let sentence = refusal(&legacy(&table));
    assert!(
        sentence.contains("numbers of an unknown type") && !sentence.contains('\x1b'),
        "{sentence}"
    );
}

#[test]
fn nested_tuples_end_in_no_overflow_of_the_stack_however_deep() {
    for (deep, problem) in [
        (1_000_000, "no table of plain tensors"),
        (3_000_000, "too large for a model"),
    ] {
        let nested = [b"\x80\x02)".to_vec(), vec![0x85; deep], b".".to_vec()].concat();
        assert!(refusal(&legacy(&nested)).contains(problem));
        assert!(refusal(&new_archive(&nested)).contains(problem));
    }
    let inner = [b")".to_vec(), vec![0x85; 1_000_000]].concat();
    assert!(refusal(&new_archive(&table(&inner))).contains("no table of plain tensors"));
}

#[test]
fn arguments_that_are_missing_or_of_another_type_are_damage() {
    let whole = tensor(b"FloatStorage");
    let call = |function: &str, arguments: &[u8]| {
        [b"c", function.as_bytes(), b"\n", arguments, b"R"].concat()
    };
    let (rebuild, wrapped, parameter) = (
        "torch._utils\n_rebuild_tensor_v2",
        "torch._tensor\n_rebuild_from_type_v2",
        "torch._utils\n_rebuild_parameter",
    );
    for entry in [
        call(rebuild, b")"),
        call(rebuild, b"K\x01\x85"),
        call(rebuild, b"K\x01K\x02K\x03\x87"),
        call(rebuild, b"()QK\0K\x04\x85K\x01\x85t"),
        call(rebuild, b"(K\x01\x85QK\0K\x04\x85K\x01\x85t"),
        call(parameter, b"N\x85"),
        [
            &whole[..whole.len() - 12],
            b"J\xff\xff\xff\xffK\x04\x85K\x01\x85\x89}tR",
        ]
        .concat(),
        [&whole[..whole.len() - 12], b"K\0)\x85K\x01\x85\x89}tR"].concat(),
        [
            &whole[..whole.len() - 12],
            b"K\0\x8a\xc8",
            &[0x7f; 200],
            b"\x85K\x01\x85\x89}tR",
        ]
        .concat(),
    ] {
        for bytes in [legacy(&table(&entry)), new_archive(&table(&entry))] {
            let sentence = refusal(&bytes);
            assert!(
                sentence.contains("damaged or contains more than plain tensors"),
                "{sentence}"
            );
        }
    }
    for entry in [
        call(wrapped, b")"),
        call(wrapped, b"N\x85"),
        call(parameter, b")"),
        b"\x8a\xc8".to_vec(),
        b"t".to_vec(),
    ] {
        refusal(&new_archive(&table(&entry)));
    }
}

#[test]
fn shapes_beyond_the_numbers_are_refused_before_anything_is_allocated() {
    let whole = tensor(b"FloatStorage");
    let with =
        |arguments: &[u8]| table(&[&whole[..whole.len() - 12], arguments, b"\x89}tR"].concat());
    let huge = b"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f";
    for (arguments, problem) in [
        (b"K\0K\x05\x85K\x01\x85".to_vec(), "is longer than its data"),
        (
            b"K\x01K\x04\x85K\x01\x85".to_vec(),
            "is longer than its data",
        ),
        (
            [b"K\0".as_slice(), huge, b"\x85K\x01\x85"].concat(),
            "is longer than its data",
        ),
        (
            [huge.as_slice(), b"K\x04\x85K\x01\x85"].concat(),
            "is longer than its data",
        ),
        (
            [b"K\0".as_slice(), huge, huge, b"\x86", huge, b"K\x01\x86"].concat(),
            "is longer than its data",
        ),
        (
            b"K\0K\x02K\x02\x86K\x01K\x02\x86".to_vec(),
            "is stored transposed",
        ),
    ] {
        for bytes in [legacy(&with(&arguments)), new_archive(&with(&arguments))] {
            let sentence = refusal(&bytes);
            assert!(
                sentence.contains("its tensor \"weight\"") && sentence.contains(problem),
                "{sentence}"
            );
        }
    }
}

#[test]
fn what_is_remembered_is_shared_and_never_copied() {
    // Each step pairs the last pair with itself: 2^100 000 objects, written out.
    let doubled = [
        b"\x80\x02)q\0".to_vec(),
        b"h\0\x86q\0".repeat(100_000),
        b".".to_vec(),
    ]
    .concat();
    assert!(refusal(&new_archive(&doubled)).contains("no table of plain tensors"));
    let list = [
        b"\x80\x02]q\0".to_vec(),
        b"h\0a".repeat(100_000),
        b".".to_vec(),
    ]
    .concat();
    assert!(refusal(&new_archive(&list)).contains("no table of plain tensors"));
    for text in [
        b"\x80\x02X\xff\xff\xff\xff".as_slice(),
        b"\x80\x02X\xff\xff\xff\x7fabc.",
        b"\x80\x02jabcd.",
    ] {
        assert!(refusal(&new_archive(text)).contains("damaged"));
    }
    let remembered =
        (0..2_000_000u32).flat_map(|key| [b"r".as_slice(), &key.to_le_bytes()].concat());
    let remembered = [b"\x80\x02)".to_vec(), remembered.collect(), b".".to_vec()].concat();
    assert!(refusal(&new_archive(&remembered)).contains("too large for a model"));
}

#[test]
fn an_archive_that_leads_elsewhere_is_refused() {
    let table = table(&tensor(b"FloatStorage"));
    let good = new_archive(&table);
    assert!(read(&good).is_ok());
    let end = good.len() - 22;
    let hurt = |at: usize, bytes: &[u8]| {
        let mut hurt = good.clone();
        hurt[at..at + bytes.len()].copy_from_slice(bytes);
        hurt
    };
    for bytes in [
        hurt(end + 16, &u32::MAX.to_le_bytes()),
        hurt(end + 10, &u16::MAX.to_le_bytes()),
        hurt(end + 16, &1u32.to_le_bytes()),
        good[..good.len() - 1].to_vec(),
    ] {
        assert!(refusal(&bytes).contains("not a PyTorch file of tensors"));
    }
    assert!(
        refusal(&archive(&[("archive/data.pkl", &table)])).contains("has no data in the archive")
    );
    let size = hurt(
        good.windows(4)
            .rposition(|four| four == 16u32.to_le_bytes())
            .unwrap(),
        &[0xf0; 4],
    );
    assert!(refusal(&size).contains("is compressed"));
}

proptest! {
    #[test]
    fn no_instructions_make_a_panic(
        steps in prop::collection::vec(prop_oneof![
            prop::sample::select(b"().]}NtaesuQRbq\x85\x86\x87\x88\x81\x80".to_vec()).prop_map(|code| vec![code]),
            any::<[u8; 2]>().prop_map(|[key, ..]| vec![b'h', key % 4]),
            any::<u8>().prop_map(|key| vec![b'q', key % 4]),
            any::<u8>().prop_map(|number| vec![b'K', number]),
            prop::collection::vec(any::<u8>(), 0..12).prop_map(|n| [&[0x8a, n.len() as u8][..], &n].concat()),
            Just(b"X\x01\0\0\x000".to_vec()),
            Just(b"ctorch._utils\n_rebuild_tensor_v2\n".to_vec()),
            Just(b"ctorch._utils\n_rebuild_parameter\n".to_vec()),
            Just(b"ctorch._tensor\n_rebuild_from_type_v2\n".to_vec()),
            Just(b"ctorch\nHalfStorage\n".to_vec()),
            Just(b"ccollections\nOrderedDict\n".to_vec()),
            Just(tensor(b"FloatStorage")),
            prop::collection::vec(any::<u8>(), 1..5),
        ], 0..40)
    ) {
        let steps = steps.concat();
        for table in [table(&steps), [b"\x80\x02", &steps[..], b"."].concat()] {
            let _ = read(&legacy(&table));
            let _ = read(&new_archive(&table));
        }
    }

    #[test]
    fn no_damage_makes_a_panic(
        new in any::<bool>(),
        bytes in prop::collection::vec(any::<u8>(), 0..12),
        at in any::<prop::sample::Index>(),
        cut in prop::option::of(any::<prop::sample::Index>()),
        whole in any::<bool>(),
    ) {
        let fixture = |name: &str| {
            let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures/pickles", name].iter().collect();
            std::fs::read(folder).unwrap()
        };
        let table = table(&tensor(b"FloatStorage"));
        let mut hurt = match (whole, new) {
            (true, true) => fixture("half.bin"),
            (true, false) => fixture("legacy.bin"),
            (false, true) => new_archive(&table),
            (false, false) => legacy(&table),
        };
        // The pickles of a whole file are at its begin, the directory of an archive at its end.
        let at = if whole { at.index(8192) } else { at.index(hurt.len()) };
        let at = if new && at % 2 == 0 { hurt.len().saturating_sub(at) } else { at };
        let end = (at + bytes.len()).min(hurt.len());
        hurt.splice(at..end, bytes);
        if let Some(cut) = cut {
            hurt.truncate(cut.index(hurt.len() + 1));
        }
        let _ = read(&hurt);
    }
}
