//! URLs, and which of them may receive the access token.
//!
//! A URL from a server is parsed into an [`Url`] first, and the request uses the same parsed value:
//! the token check and the HTTP client cannot interpret it differently.

use std::fmt;

use ureq::http::Uri;
use ureq::http::uri::{Authority, InvalidUri};

use super::error::HubProblem;

/// An absolute http or https URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    pub uri: Uri,
    pub origin: Origin,
}

/// Scheme, host and port of a URL: URLs of one origin belong to one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    secure: bool,
    host: String,
    port: u16,
}

impl Url {
    pub fn parse(text: &str) -> Result<Self, String> {
        // Browsers read "\" as "/" and skip tabs; a URL that needs such guesses is rejected.
        if text.bytes().any(|b| b <= b' ' || b == b'\\' || b >= 0x7f) {
            return Err(
                "a URL cannot contain spaces, backslashes or control characters".to_owned(),
            );
        }
        let uri: Uri = text
            .parse()
            .map_err(|error: InvalidUri| error.to_string())?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err("it must start with https:// or http://".to_owned()),
        };
        let host = uri
            .host()
            .filter(|host| !host.is_empty())
            .ok_or("it has no host")?
            .to_ascii_lowercase();
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        Ok(Self {
            uri,
            origin: Origin { secure, host, port },
        })
    }

    /// Resolves the target of a redirect or link: an absolute URL, `//host/path` or `/path`.
    pub fn follow(&self, location: &str) -> Result<Self, String> {
        let scheme = self.scheme();
        let absolute = match location.strip_prefix('/') {
            None => location.to_owned(),
            Some(rest) if rest.starts_with('/') => format!("{scheme}:{location}"),
            Some(_) => {
                let authority = self.uri.authority().map_or("", Authority::as_str);
                format!("{scheme}://{authority}{location}")
            }
        };
        let next = Self::parse(&absolute)?;
        // Anybody on the way could read and change what comes over http.
        if self.origin.secure && !next.origin.secure {
            return Err("it redirects from https to http".to_owned());
        }
        Ok(next)
    }

    /// The host, in lower case.
    pub fn host(&self) -> &str {
        &self.origin.host
    }

    /// `https` or `http`.
    pub fn scheme(&self) -> &'static str {
        if self.origin.secure { "https" } else { "http" }
    }
}

/// Parses a URL of the hub; `endpoint` is the hub's in messages.
pub fn endpoint_url(url: &str, endpoint: &str) -> Result<Url, HubProblem> {
    Url::parse(url).map_err(|problem| HubProblem::Endpoint {
        endpoint: endpoint.to_owned(),
        problem,
    })
}

impl fmt::Display for Url {
    /// For messages: without user name, password, path and query.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme(), self.host())?;
        match self.uri.port_u16() {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

/// The URL of the next page in a `Link` header.
pub fn next_page(link: &str) -> Option<&str> {
    // `<URL>; rel="prev", <URL>; rel="next"`
    for link in link.split('<').skip(1) {
        if let Some((url, relation)) = link.split_once('>')
            && (relation.contains("rel=\"next\"") || relation.contains("rel=next"))
        {
            return Some(url);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Url, next_page};

    fn home() -> Url {
        Url::parse("https://hub.test/prefix").unwrap()
    }

    #[test]
    fn a_path_stays_at_the_server_and_everything_else_is_another_one() {
        for (location, stays) in [
            ("/a/b?c=d", true),
            ("https://hub.test/x", true),
            ("https://HUB.test:443/x", true),
            ("https://user:password@hub.test/x", true),
            ("//other.test/x", false),
            ("https://other.test/x", false),
            ("https://hub.test:8443/x", false),
            ("https://hub.test.other.test/x", false),
            ("https://hub.test@other.test/x", false),
            ("https://hub.test:443@other.test/x", false),
        ] {
            let next = home().follow(location).unwrap();
            assert_eq!(next.origin == home().origin, stays, "{location}");
        }
    }

    #[test]
    fn what_readers_of_addresses_disagree_about_is_refused() {
        let odd = [
            "/\\other.test/x",
            "\\\\other.test/x",
            "/\t/other.test/x",
            "https://hub.test\\@other.test/",
            " /x",
        ];
        let unusable = [
            "x/y",
            "",
            "?a=b",
            "ftp://hub.test/",
            "file:///etc/passwd",
            "http://hub.test/",
            "https://",
            "///x",
        ];
        for location in odd.into_iter().chain(unusable) {
            assert!(home().follow(location).is_err(), "{location:?}");
        }
    }

    #[test]
    fn a_message_shows_no_password() {
        let address = Url::parse("http://me:secret@hub.test:81/x?token=secret").unwrap();
        assert_eq!(address.to_string(), "http://hub.test:81");
    }

    #[test]
    fn the_next_page_is_found_among_other_links() {
        let link = r#"<https://hub.test/1>; rel="prev", <https://hub.test/3?a,b>; rel="next""#;
        assert_eq!(next_page(link), Some("https://hub.test/3?a,b"));
        for none in [
            "",
            "<x",
            "<https://hub.test/1>; rel=\"prev\"",
            "rel=\"next\"",
        ] {
            assert_eq!(next_page(none), None);
        }
    }
}
