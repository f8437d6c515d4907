//! A hub that means harm: what it says names no files, gets no token, replaces nothing that was checked and ends.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use bertscope_models::hub::HubSettings;
use bertscope_models::{Hub, OpenOptions, ProgressMonitor};
use serde_json::{Value, json};

use super::server::{
    Answer, COMMIT, End, FakeHub, ID, Request, fixture, listing, serve, sha256, small_etag,
};
use super::{TestHub, assert_is_the_fixture, name, weights};

const FILES: [&str; 5] = [
    "config.json",
    "model.safetensors",
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
];

/// A hub that answers requests with `part` in their path in a way of its own.
fn hub(part: &'static str, answer: impl Fn(&Request) -> Answer + Send + 'static) -> TestHub {
    let server = FakeHub::small_bert();
    server.change(|repository| {
        repository.mischief = Some(Box::new(move |request| {
            request.path.contains(part).then(|| answer(request))
        }));
    });
    TestHub::new(server)
}

/// A hub with another list of files.
fn listed(change: impl FnOnce(&mut Vec<Value>)) -> TestHub {
    let mut entries = listing(
        &FILES
            .map(|file| (file.to_owned(), fixture(file)))
            .into_iter()
            .collect::<BTreeMap<_, _>>(),
        "",
    );
    change(&mut entries);
    let text = json!(entries).to_string();
    hub("/tree/", move |_| Answer::new(200, &[], text.clone()))
}

fn entry<'a>(entries: &'a mut [Value], file: &str) -> &'a mut Value {
    entries
        .iter_mut()
        .find(|entry| entry["path"] == file)
        .unwrap()
}

fn impatient(setting: &TestHub) -> Hub {
    Hub::new(HubSettings {
        timeout: Duration::from_secs(1),
        ..setting.settings()
    })
}

/// Names of all files and folders of a folder, however deep.
fn inside(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        names.push(entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            names.extend(inside(&entry.path()));
        }
    }
    names
}

#[test]
fn an_object_id_that_is_no_digest_is_refused() {
    let outside = tempfile::tempdir().unwrap();
    let path = outside
        .path()
        .join("authorized_keys")
        .to_str()
        .unwrap()
        .to_owned();
    for oid in [
        &*path,
        "../../../../evil",
        "",
        &"a".repeat(39),
        &"g".repeat(40),
        &"a".repeat(128),
    ] {
        for file in ["config.json", "model.safetensors"] {
            let setting = listed(|entries| {
                let entry = entry(entries, file);
                if let Some(large) = entry.get_mut("lfs") {
                    large["oid"] = json!(oid);
                } else {
                    entry["oid"] = json!(oid);
                }
            });
            let sentence = setting.refusal();
            assert!(
                sentence.contains("unusable object id") && sentence.contains(file),
                "{sentence}"
            );
            assert_eq!(inside(setting.cache.path()), Vec::<String>::new());
        }
    }
    assert_eq!(inside(outside.path()), Vec::<String>::new());
}

#[test]
fn a_commit_that_is_no_digest_is_refused() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("config.json"), "mine").unwrap();
    for sha in [
        outside.path().to_str().unwrap(),
        "../../..",
        "main",
        "",
        &COMMIT[1..],
    ] {
        let info = json!({"id": ID, "sha": sha, "siblings": []}).to_string();
        let setting = hub("/revision/", move |_| Answer::new(200, &[], info.clone()));
        let sentence = setting.refusal();
        assert!(sentence.contains("not 40 hexadecimal digits"), "{sentence}");
        assert_eq!(inside(setting.cache.path()), Vec::<String>::new());
    }
    assert_eq!(
        std::fs::read_to_string(outside.path().join("config.json")).unwrap(),
        "mine"
    );
}

#[test]
fn headers_name_no_files_and_listed_paths_are_only_looked_up() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("config.json"), "mine").unwrap();
    let folder = outside.path().to_str().unwrap().to_owned();
    let setting = hub("/resolve/", move |request| {
        let file = request.path.rsplit('/').next().unwrap();
        let etag = format!("\"{folder}/authorized_keys\"");
        let headers = [
            ("ETag", &*etag),
            ("X-Linked-Etag", &*etag),
            ("X-Repo-Commit", &*folder),
        ];
        Answer::new(200, &headers, fixture(file))
    });
    setting.server.change(|repository| {
        for path in ["..\\..\\evil", "C:evil", "config.json\u{202e}"] {
            repository.files.insert(path.to_owned(), b"evil".to_vec());
        }
    });
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(inside(outside.path()), ["config.json"]);
    assert_eq!(
        std::fs::read_to_string(outside.path().join("config.json")).unwrap(),
        "mine"
    );
    let digest = |name: &str| {
        name.len() >= 40
            && name
                .split('.')
                .next()
                .unwrap()
                .bytes()
                .all(|b| b.is_ascii_hexdigit())
    };
    let folders = [
        ".locks",
        "models--tester--small-bert",
        "blobs",
        "refs",
        "snapshots",
        "main",
    ];
    let known = |name: &str| FILES.contains(&name) || folders.contains(&name) || digest(name);
    assert_eq!(
        inside(setting.cache.path())
            .into_iter()
            .find(|name| !known(name)),
        None
    );
}

#[test]
fn no_redirect_takes_the_token_to_another_server() {
    for part in [
        "/revision/",
        "/tree/",
        "/resolve/",
        "/config.json",
        "/model.safetensors",
    ] {
        let (other, seen) = serve(|request| {
            let again = format!("/again{}", request.path);
            if request.path.starts_with("/again/again") {
                Answer::new(404, &[], "")
            } else {
                Answer::new(307, &[("Location", &again)], "")
            }
        });
        let host = other.strip_prefix("http://").unwrap().to_owned();
        let port = host.split(':').next_back().unwrap().to_owned();
        for (location, followed) in [
            (format!("http://{host}/x"), true),
            (format!("//{host}/x"), true),
            (format!("http://localhost:{port}/x"), true),
            (format!("http://{}@{host}/x", "127.0.0.1:80"), true),
            (format!("/\\{host}/x"), false),
            (format!("\\\\{host}\\x"), false),
            (format!("/\t/{host}/x"), false),
            (format!("http:/\\{host}/x"), false),
        ] {
            seen.lock().unwrap().clear();
            let to = location.clone();
            let setting = hub(part, move |_| Answer::new(302, &[("Location", &to)], ""));
            let hub = Hub::new(HubSettings {
                token: Some("hf_secret".into()),
                ..setting.settings()
            });
            hub.fetch(&name(ID), &ProgressMonitor::silent())
                .unwrap_err();
            let seen = seen.lock().unwrap();
            assert!(
                seen.len() >= 3 || !followed,
                "{part} {location:?}: {seen:?}"
            );
            let told = seen.iter().find(|request| {
                request
                    .headers
                    .values()
                    .any(|value| value.contains("hf_secret"))
            });
            assert!(told.is_none(), "{part} {location:?}: {told:?}");
            assert!(
                setting
                    .server
                    .asked()
                    .iter()
                    .all(|request| request.headers["authorization"] == "Bearer hf_secret")
            );
        }
    }
}

#[test]
fn no_further_page_takes_the_token_to_another_server() {
    let (other, seen) = serve(|_| Answer::new(200, &[], "[]"));
    let entries = json!(listing(
        &FILES
            .map(|file| (file.to_owned(), fixture(file)))
            .into_iter()
            .collect(),
        ""
    ))
    .to_string();
    let link = format!("<{other}/page>; rel=\"next\"");
    let setting = hub("/tree/", move |_| {
        Answer::new(200, &[("Link", &link)], entries.clone())
    });
    let hub = Hub::new(HubSettings {
        token: Some("hf_secret".into()),
        ..setting.settings()
    });
    hub.fetch(&name(ID), &ProgressMonitor::silent()).unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 1);
    assert!(!seen[0].headers.contains_key("authorization"), "{seen:?}");
}

#[test]
fn a_list_on_two_pages_is_read_whole() {
    let entries = listing(
        &FILES
            .map(|file| (file.to_owned(), fixture(file)))
            .into_iter()
            .collect(),
        "",
    );
    let (first, second) = (
        json!(entries[..2]).to_string(),
        json!(entries[2..]).to_string(),
    );
    let setting = hub("/tree/", move |request| {
        match request.path.split_once('?') {
            None => Answer::new(
                200,
                &[(
                    "Link",
                    &format!("<{}?cursor=2>; rel=\"next\"", request.path),
                )],
                &*first,
            ),
            Some(_) => Answer::new(200, &[], &*second),
        }
    });
    let hub = Hub::new(HubSettings {
        token: Some("hf_secret".into()),
        ..setting.settings()
    });
    hub.fetch(&name(ID), &ProgressMonitor::silent()).unwrap();
    assert!(
        setting
            .server
            .asked()
            .iter()
            .all(|request| request.headers["authorization"] == "Bearer hf_secret")
    );
}

#[test]
fn a_small_file_is_what_the_list_says_or_thrown_away() {
    let other = String::from_utf8(fixture("config.json"))
        .unwrap()
        .replace("0.1", "0.9")
        .into_bytes();
    assert_ne!(other, fixture("config.json"));
    let setting = hub("/config.json", move |_| {
        Answer::new(200, &[], other.clone())
    });
    let sentence = setting.refusal();
    for words in ["config.json", "is damaged", "Git object id", "deleted"] {
        assert!(sentence.contains(words), "{sentence}");
    }
    let blob = setting
        .repo()
        .join("blobs")
        .join(small_etag(&fixture("config.json")));
    assert!(!blob.exists() && !blob.with_extension("incomplete").exists());
}

#[test]
fn garbage_in_the_cache_is_neither_completed_nor_used() {
    for file in ["config.json", "model.safetensors"] {
        let content = fixture(file);
        let id = if file == "config.json" {
            small_etag(&content)
        } else {
            sha256(&content)
        };
        for (at, garbage) in [
            (format!("{id}.incomplete"), vec![b' '; content.len()]),
            (format!("{id}.incomplete"), vec![b' '; content.len() / 2]),
            (id.clone(), vec![b' '; content.len()]),
            (id.clone(), vec![b' '; 7]),
        ] {
            let setting = TestHub::new(FakeHub::small_bert());
            let blobs = setting.repo().join("blobs");
            std::fs::create_dir_all(&blobs).unwrap();
            std::fs::write(blobs.join(at), garbage).unwrap();
            let folder = setting
                .hub()
                .fetch(&name(ID), &ProgressMonitor::silent())
                .unwrap();
            assert_eq!(std::fs::read(folder.join(file)).unwrap(), content);
        }
    }
}

#[test]
fn what_was_checked_is_what_is_used() {
    // Good weights for the first request, others afterwards.
    let first = std::sync::atomic::AtomicBool::new(true);
    let setting = hub("/model.safetensors", move |_| {
        let good = first.swap(false, std::sync::atomic::Ordering::Relaxed);
        Answer::new(200, &[], weights()).ending(if good { End::Whole } else { End::Endless })
    });
    let folder = setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    let model = bertscope_models::open(
        folder.to_str(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    assert_is_the_fixture(&model);
    let asked = setting.server.asked();
    assert_eq!(
        asked
            .iter()
            .filter(|request| request.path.ends_with("model.safetensors"))
            .count(),
        1
    );
}

#[test]
fn a_listed_size_that_would_fill_the_disk_is_refused_before_anything_is_fetched() {
    for (file, size) in [
        ("config.json", 1u64 << 60),
        ("tokenizer.json", 300 << 20),
        ("model.safetensors", 1 << 50),
    ] {
        let setting = listed(|entries| {
            let entry = entry(entries, file);
            entry["size"] = json!(size);
            if let Some(large) = entry.get_mut("lfs") {
                large["size"] = json!(size);
            }
        });
        let sentence = setting.refusal();
        assert!(
            sentence.contains("the limit is") && sentence.contains(file),
            "{sentence}"
        );
        assert_eq!(inside(setting.cache.path()), Vec::<String>::new());
    }
}

#[test]
fn a_size_that_does_not_fit_ends_after_a_few_attempts() {
    for (by, stated) in [(1, true), (-1, true), (1, false), (-1, false)] {
        let setting = listed(|entries| {
            let size = weights().len() as i64 + by;
            let entry = entry(entries, "model.safetensors");
            entry["size"] = json!(size);
            entry["lfs"]["size"] = json!(size);
        });
        if !stated {
            // A storage that says neither its length nor knows ranges.
            setting.server.change(|repository| {
                let listed = repository.mischief.take().unwrap();
                repository.mischief = Some(Box::new(move |request| {
                    let weights = || Answer::new(200, &[], weights()).ending(End::Unstated);
                    listed(request)
                        .or_else(|| request.path.ends_with("model.safetensors").then(weights))
                }));
            });
        }
        let sentence = setting.refusal();
        assert!(sentence.contains("model.safetensors"), "{sentence}");
        assert!(
            setting.server.asked().len() < 20,
            "{by}: {} requests",
            setting.server.asked().len()
        );
        assert!(setting.hub().list().is_empty());
    }
}

#[test]
fn a_content_without_end_is_cut_off() {
    let setting = hub("/config.json", |_| {
        Answer::new(200, &[], vec![b' '; 1 << 16]).ending(End::Endless)
    });
    let sentence = setting.refusal();
    assert!(
        sentence.contains("longer than") && sentence.contains("config.json"),
        "{sentence}"
    );
    assert!(
        !setting
            .repo()
            .join("snapshots")
            .join(COMMIT)
            .join("config.json")
            .exists()
    );
}

#[test]
fn ranges_that_were_not_asked_for_end_after_a_few_attempts() {
    let setting = hub("/model.safetensors", |request| {
        let range = [("Content-Range", "bytes 7-99/237624")];
        if request.headers.contains_key("range") {
            Answer::new(206, &range, vec![0; 93])
        } else {
            Answer::new(200, &[], weights()).ending(End::Cut(50_000))
        }
    });
    let sentence = setting.refusal();
    assert!(
        sentence.contains("the server sent another range")
            || sentence.contains("Peer disconnected"),
        "{sentence}"
    );
    assert!(
        setting.server.asked().len() < 30,
        "{} requests",
        setting.server.asked().len()
    );
}

#[test]
fn endless_answers_are_bounded_in_bytes_and_pages() {
    for part in ["/revision/", "/tree/"] {
        let setting = hub(part, |_| {
            Answer::new(200, &[], vec![b' '; 1 << 20]).ending(End::Endless)
        });
        let sentence = setting.refusal();
        assert!(sentence.contains("longer than 16 MB"), "{part}: {sentence}");
    }
    let setting = hub("/tree/", |request| {
        Answer::new(
            200,
            &[("Link", &format!("<{}>; rel=\"next\"", request.path))],
            "[]",
        )
    });
    assert!(setting.refusal().contains("more than 50 pages"));
    let setting = hub("/tree/", |request| {
        Answer::new(302, &[("Location", &request.path)], "")
    });
    assert!(setting.refusal().contains("redirected more than 10 times"));
}

#[test]
fn answers_that_trickle_are_bounded_in_time() {
    for (part, words) in [
        ("/revision/", &["no response within 1 s"][..]),
        ("/tree/", &["no response within 1 s"]),
        (
            "/config.json",
            &["config.json", "stalled", "only", "in 1 s", "kept"],
        ),
    ] {
        let setting = hub(part, |_| {
            Answer::new(200, &[], fixture("config.json")).ending(End::Trickle(10))
        });
        let begin = Instant::now();
        let sentence = impatient(&setting)
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap_err()
            .to_string();
        assert!(
            words.iter().all(|word| sentence.contains(word)),
            "{part}: {sentence}"
        );
        assert!(
            begin.elapsed() < Duration::from_secs(3),
            "{part}: {:?}",
            begin.elapsed()
        );
    }
}

#[test]
fn no_sentence_shows_the_password_of_the_endpoint() {
    let setting = TestHub::new(FakeHub::small_bert());
    for endpoint in [
        "http://me:secret@127.0.0.1:1/x",
        "http://me:se@secret@127.0.0.1 :1",
        "me:secret@hub",
        "ftp://me:secret@hub",
    ] {
        let hub = Hub::new(HubSettings {
            endpoint: endpoint.to_owned(),
            ..setting.settings()
        });
        let sentence = hub
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap_err()
            .to_string();
        assert!(
            !sentence.contains("secret") && !format!("{hub:?}").contains("secret"),
            "{sentence}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_in_the_cache_lead_no_download_out_of_it() {
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("victim");
    let id = small_etag(&fixture("config.json"));
    for at in [
        format!("models--tester--small-bert/blobs/{id}.incomplete"),
        format!(".locks/models--tester--small-bert/{id}.lock"),
    ] {
        std::fs::write(&victim, "mine").unwrap();
        let setting = TestHub::new(FakeHub::small_bert());
        let link = setting.cache.path().join(at);
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&victim, link).unwrap();
        setting
            .hub()
            .fetch(&name(ID), &ProgressMonitor::silent())
            .unwrap();
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    }
    // A second name of a file, which is not a link that could be seen.
    let setting = TestHub::new(FakeHub::small_bert());
    for at in [format!("blobs/{id}.incomplete"), "refs/main".to_owned()] {
        let other = setting.repo().join(at);
        std::fs::create_dir_all(other.parent().unwrap()).unwrap();
        std::fs::hard_link(&victim, other).unwrap();
    }
    setting
        .hub()
        .fetch(&name(ID), &ProgressMonitor::silent())
        .unwrap();
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    let setting = TestHub::new(FakeHub::small_bert());
    std::fs::create_dir_all(setting.repo()).unwrap();
    std::os::unix::fs::symlink(outside.path(), setting.repo().join("blobs")).unwrap();
    assert!(setting.refusal().contains("points outside the cache"));
    assert_eq!(inside(outside.path()), ["victim"]);
}
