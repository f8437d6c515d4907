//! Connections that break, hang or are no longer wanted: what came is kept and not asked for again.

use std::time::{Duration, Instant};

use bertscope_models::hub::HubSettings;
use bertscope_models::{Hub, ModelError, ProgressMonitor};

use super::server::{End, FakeHub, ID, Request, sha256};
use super::{Recorder, TestHub, name, weights};

fn ranges(requests: &[Request]) -> Vec<Option<String>> {
    requests
        .iter()
        .filter(|r| r.method == "GET")
        .map(|r| r.headers.get("range").cloned())
        .collect()
}

fn with_ends(ends: impl IntoIterator<Item = End>) -> TestHub {
    let server = FakeHub::small_bert();
    server.change(|repository| repository.ends.extend(ends));
    TestHub::new(server)
}

fn assert_whole(setting: &TestHub) {
    let blob = setting.repo().join("blobs").join(sha256(&weights()));
    assert_eq!(std::fs::read(blob).unwrap(), weights());
    assert!(!setting.part().exists());
}

#[test]
fn a_cut_connection_is_taken_up_where_it_broke() {
    let setting = with_ends([End::Cut(100_000), End::Cut(30_000)]);
    let watch = Recorder::new();
    setting.hub().fetch(&name(ID), &watch.watch).unwrap();
    let expected = [
        None,
        Some("bytes=100000-".to_owned()),
        Some("bytes=130000-".to_owned()),
    ];
    assert_eq!(ranges(&setting.server.fetched()), expected);
    assert_whole(&setting);
}

#[test]
fn a_connection_that_breaks_again_and_again_ends_with_a_sentence_and_the_part_is_kept() {
    let setting = with_ends([
        End::Cut(100_000),
        End::Cut(0),
        End::Cut(0),
        End::Cut(0),
        End::Cut(0),
    ]);
    let sentence = setting.refusal();
    for words in [
        "the connection broke",
        "model.safetensors of tester/small-bert",
        "100000 of 237624 bytes",
        "kept",
    ] {
        assert!(sentence.contains(words), "{sentence}");
    }
    assert_eq!(std::fs::metadata(setting.part()).unwrap().len(), 100_000);
    setting.server.change(|repository| repository.ends.clear());
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(
        ranges(&setting.server.fetched()).pop().unwrap().unwrap(),
        "bytes=100000-"
    );
    assert_whole(&setting);
}

#[test]
fn a_cancelled_download_ends_at_once_keeps_its_part_and_resumes_later() {
    let setting = with_ends([End::Stall(90_000)]);
    let recorder = Recorder::new();
    let (watch, canceller, part) = (
        recorder.watch.clone(),
        recorder.watch.clone(),
        setting.part(),
    );
    let cancelled = std::thread::spawn(move || {
        while std::fs::metadata(&part).map_or(0, |data| data.len()) < 90_000 {
            std::thread::sleep(Duration::from_millis(5));
        }
        canceller.cancel();
        Instant::now()
    });
    let error = setting.hub().fetch(&name(ID), &watch).unwrap_err();
    let ended = Instant::now();
    assert!(matches!(error, ModelError::Cancelled), "{error}");
    let took = ended - cancelled.join().unwrap();
    assert!(took < Duration::from_millis(200), "{took:?}");
    assert_eq!(std::fs::metadata(setting.part()).unwrap().len(), 90_000);
    assert!(setting.hub().cached(&name(ID)).is_none());

    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(
        ranges(&setting.server.fetched()),
        [None, Some("bytes=90000-".to_owned())]
    );
    assert_whole(&setting);
}

#[test]
fn a_silent_connection_ends_with_a_sentence_and_the_part_is_kept() {
    let setting = with_ends([End::Stall(70_000)]);
    let hub = Hub::new(HubSettings {
        timeout: Duration::from_millis(1500),
        ..setting.settings()
    });
    let sentence = hub
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap_err()
        .to_string();
    for words in [
        "model.safetensors",
        "stalled",
        "nothing in 1.5 s",
        "70000 of 237624 bytes",
        "try again",
    ] {
        assert!(sentence.contains(words), "{sentence}");
    }
    assert_eq!(std::fs::metadata(setting.part()).unwrap().len(), 70_000);
}

#[test]
fn a_server_without_ranges_sends_all_again() {
    let setting = with_ends([End::Cut(100_000)]);
    setting
        .server
        .change(|repository| repository.no_ranges = true);
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(
        ranges(&setting.server.fetched()),
        [None, Some("bytes=100000-".to_owned())]
    );
    assert_whole(&setting);
}

#[test]
fn a_part_that_another_program_left_is_resumed_or_discarded_when_it_does_not_fit() {
    let good = weights()[..50_000].to_vec();
    let too_long = vec![0; weights().len() + 1];
    let bad = vec![7; 50_000];
    let bad_whole = vec![7; weights().len()];
    for (part, expected) in [
        (good, vec![Some("bytes=50000-".to_owned())]),
        (too_long, vec![None]),
        (bad, vec![Some("bytes=50000-".to_owned()), None]),
        (bad_whole, vec![None]),
    ] {
        let setting = TestHub::new(FakeHub::small_bert());
        std::fs::create_dir_all(setting.part().parent().unwrap()).unwrap();
        std::fs::write(setting.part(), part).unwrap();
        setting
            .hub()
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap();
        assert_eq!(ranges(&setting.server.fetched()), expected);
        assert_whole(&setting);
    }
}

#[test]
fn two_at_once_share_one_download() {
    let setting = TestHub::new(FakeHub::small_bert());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                setting
                    .hub()
                    .fetch(&name(ID), &ProgressMonitor::silent())
                    .unwrap()
            });
        }
    });
    assert_eq!(ranges(&setting.server.fetched()), [None]);
    assert_whole(&setting);
}

#[test]
fn who_waits_for_another_process_can_be_cancelled() {
    let setting = TestHub::new(FakeHub::small_bert());
    let locks = setting
        .cache
        .path()
        .join(".locks/models--tester--small-bert");
    std::fs::create_dir_all(&locks).unwrap();
    let lock = std::fs::File::create(locks.join(format!("{}.lock", sha256(&weights())))).unwrap();
    lock.lock().unwrap();
    let watch = ProgressMonitor::silent();
    let canceller = watch.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(800));
        canceller.cancel();
    });
    assert!(matches!(
        setting.hub().fetch(&name(ID), &watch),
        Err(ModelError::Cancelled)
    ));
    assert!(setting.server.fetched().is_empty());
}
