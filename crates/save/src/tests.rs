//! What happens to the file that is there, and what is left behind.

use std::io::{self, Write};
use std::path::Path;

use super::error::display_path;
use super::*;

fn files(folder: &Path) -> Vec<String> {
    let name =
        |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(name).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_file_is_written_whole_and_an_old_one_only_replaced_when_that_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    Destination::check(&path, false)
        .unwrap()
        .write(b"one")
        .unwrap();
    assert!(matches!(
        Destination::check(&path, false),
        Err(SaveError::Exists(_))
    ));
    let place = Destination::check(&path, true).unwrap();
    assert_eq!(place.path(), path.canonicalize().unwrap());
    place.write(b"two").unwrap();
    assert_eq!(
        (std::fs::read(&path).unwrap(), files(folder.path())),
        (b"two".to_vec(), vec!["a.svg".into()])
    );
}

#[test]
fn who_was_faster_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    let place = Destination::check(&path, false).unwrap();
    std::fs::write(&path, "another's").unwrap();
    assert!(matches!(place.write(b"ours"), Err(SaveError::Exists(_))));
    assert_eq!(
        (std::fs::read(&path).unwrap(), files(folder.path()).len()),
        (b"another's".to_vec(), 1)
    );
}

#[test]
fn what_cannot_be_written_is_one_sentence_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("file"), "").unwrap();
    for (path, sentence) in [
        (at("none/a.svg"), "there is no folder"),
        (at("file/a.svg"), "there is no folder"),
        (at(""), "is a folder"),
        (at(".."), "is a folder"),
        (at(&"long".repeat(100)), "cannot write"),
    ] {
        let why = Destination::check(&path, false)
            .and_then(|place| place.write(b"x"))
            .unwrap_err()
            .to_string();
        assert!(why.contains(sentence) && !why.contains('\n'), "{why}");
    }
    assert_eq!(files(folder.path()), ["file"]);
    let why = Destination::check(Path::new("no such folder/a.svg"), false)
        .unwrap_err()
        .to_string();
    assert!(
        why.contains(&display_path(
            &std::env::current_dir().unwrap().join("no such folder")
        )),
        "{why}"
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_permissions_kept_and_protected_and_special_files_left_alone() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| at(name).metadata().unwrap().permissions().mode() & 0o777;
    std::fs::write(at("plain"), "").unwrap();
    Destination::check(&at("new.svg"), false)
        .unwrap()
        .write(b"x")
        .unwrap();
    assert_eq!(mode("new.svg"), mode("plain"), "as any other new file");

    std::fs::set_permissions(at("new.svg"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(at("new.svg"), at("link.svg")).unwrap();
    Destination::check(&at("link.svg"), true)
        .unwrap()
        .write(b"y")
        .unwrap();
    assert!(at("link.svg").is_symlink() && std::fs::read(at("new.svg")).unwrap() == b"y");
    assert_eq!(mode("new.svg"), 0o640);

    symlink("later.svg", at("dangling.svg")).unwrap();
    Destination::check(&at("dangling.svg"), true)
        .unwrap()
        .write(b"z")
        .unwrap();
    assert!(at("dangling.svg").is_symlink() && std::fs::read(at("later.svg")).unwrap() == b"z");
    symlink("loop.svg", at("loop.svg")).unwrap();
    assert!(matches!(
        Destination::check(&at("loop.svg"), true),
        Err(SaveError::Write { .. })
    ));

    std::fs::set_permissions(at("new.svg"), std::fs::Permissions::from_mode(0o440)).unwrap();
    assert!(matches!(
        Destination::check(&at("new.svg"), true),
        Err(SaveError::ReadOnly(_))
    ));
    assert!(matches!(
        Destination::check(Path::new("/dev/null"), true),
        Err(SaveError::Special(_))
    ));
}

#[test]
fn a_tilde_is_the_home_folder_only_at_the_begin() {
    let home = etcetera::home_dir().unwrap();
    assert_eq!(expand_home("~/a.svg"), home.join("a.svg"));
    assert_eq!(
        [expand_home("~"), expand_home("a~/b"), expand_home("~b")],
        [home, "a~/b".into(), "~b".into()]
    );
}
#[test]
fn until_a_file_is_whole_the_old_one_is_there_and_then_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.tsv");
    std::fs::write(&path, "old").unwrap();
    let old = || std::fs::read(&path).unwrap() == b"old";
    let begin = || {
        let mut file = Destination::check(&path, true)
            .unwrap()
            .create_pending()
            .unwrap();
        file.write_all(b"new ").unwrap();
        file
    };
    let file = begin();
    assert!(old() && file.destination().exists());
    drop(file);
    assert!(
        old() && files(folder.path()) == ["rows.tsv"],
        "what was not finished is gone"
    );
    let mut file = begin();
    file.write_all(b"rows").unwrap();
    file.commit().unwrap();
    assert_eq!(
        (std::fs::read(&path).unwrap(), files(folder.path()).len()),
        (b"new rows".to_vec(), 1)
    );
}

#[cfg(unix)]
#[test]
fn what_only_its_owner_may_read_is_never_readable_by_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.tsv");
    std::fs::write(&path, "").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    let _file = Destination::check(&path, true)
        .unwrap()
        .create_pending()
        .unwrap();
    let open = folder.path().join("open.tsv");
    std::fs::write(&open, "").unwrap();
    let _private = Destination::check(&open, true)
        .unwrap()
        .private()
        .create_pending()
        .unwrap();
    std::fs::remove_file(&open).unwrap();
    let modes = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().permissions());
    assert!(modes.into_iter().all(|mode| mode.mode() & 0o777 == 0o600));
}
