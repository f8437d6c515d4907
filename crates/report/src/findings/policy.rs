//! The Content-Security-Policy of the page: only its own style and script are allowed, and nothing is fetched.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{Markup, html};
use sha2::{Digest, Sha256};

/// The policy that allows one style sheet and one script, by their digests.
pub(super) fn content_security_policy(style: &str, script: &str) -> Markup {
    let digest = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        digest(style),
        digest(script)
    );
    html! { meta http-equiv="Content-Security-Policy" content=(policy); }
}
