//! What `--model` means: the bundled model, a folder, or a name of the hub.

use bertscope_models::{self as models, ModelError, OpenOptions, ProgressMonitor};

use super::TestHub;
use super::server::FakeHub;

#[test]
fn what_is_written_like_a_path_never_goes_to_the_hub() {
    let setting = TestHub::new(FakeHub::small_bert());
    for typed in [
        "./nowhere",
        "../nowhere",
        "/no/where",
        "~/nowhere",
        "Cargo.toml",
        "tests",
    ] {
        let error = models::open_with(
            Some(typed),
            &setting.hub(),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap_err();
        assert!(!matches!(error, ModelError::Hub(_)), "{typed}: {error}");
    }
    let folder = models::open_with(
        Some("../../tests/fixtures/bert"),
        &setting.hub(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    assert_eq!(folder.origin, "../../tests/fixtures/bert");
    for typed in ["a/b/c", "a b", "", "-x", "a@", "a/b@../c"] {
        let error = models::open_with(
            Some(typed),
            &setting.hub(),
            &OpenOptions::default(),
            &ProgressMonitor::silent(),
        )
        .unwrap_err()
        .to_string();
        assert!(error.contains("is not a model name"), "{typed}: {error}");
    }
    assert!(setting.server.asked().is_empty());
}
