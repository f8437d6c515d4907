//! The screens of README.md and docs/: a table of keys and what they must show. After a
//! `Pause`, changes are those of the next key. `assets/pictures/make.sh` writes the pictures.

use std::path::Path;

use bertscope::testing::EDIT_PAUSE;

use super::still::still;
use super::support::{PROGRAM, Session};
use super::window::{DARK, LIGHT};

#[test]
fn each_screen_of_the_docs_shows_what_its_row_says() {
    let record = std::env::var_os("BERTSCOPE_RECORD");
    for row in include_str!("../../assets/pictures/screens.tsv")
        .lines()
        .skip(1)
    {
        let [name, size, keys, arguments, shown] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row:?}")
        };
        let (width, height) = size.split_once('x').unwrap();
        let folder = tempfile::tempdir().unwrap();
        let root = env!("CARGO_MANIFEST_DIR");
        let start =
            format!("cd '{root}'; COLORTERM=truecolor exec {PROGRAM} {arguments} --no-session");
        let size = (width.parse().unwrap(), height.parse().unwrap());
        let mut session = Session::sized(folder.path(), size, "sh", &["-c", &start]);
        session.wait_for_start();
        for keys in keys.split("Pause") {
            session.press(keys);
            if keys.ends_with(' ') {
                std::thread::sleep(EDIT_PAUSE);
            }
        }
        session.wait_for(name, |screen| screen.contains(shown));
        if let Some(folder) = &record {
            session.settle();
            let window = if arguments.contains("--theme light") {
                LIGHT
            } else {
                DARK
            };
            std::fs::write(
                Path::new(folder).join(name).with_extension("svg"),
                still(&session.drawn(), &window),
            )
            .unwrap();
        }
        session.quit();
    }
}
