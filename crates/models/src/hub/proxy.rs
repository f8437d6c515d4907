//! The proxy that the environment names: `HTTPS_PROXY` or `HTTP_PROXY` depending on the scheme of the URL, otherwise
//! `ALL_PROXY`; `NO_PROXY` lists hosts that are reached directly. Lower-case names work, too.

use ureq::Proxy;

/// The proxy for URLs with this scheme, if one is set; `variable` reads the environment.
///
/// # Errors
/// A message with the name of a variable whose value is not a proxy URL. The value may contain a password and is not shown.
pub fn choose(
    scheme: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Option<Proxy>, String> {
    let of_scheme = format!("{}_PROXY", scheme.to_ascii_uppercase());
    for name in [&*of_scheme, "ALL_PROXY"] {
        if let Some(url) = read(name, &variable) {
            let direct_hosts = read("NO_PROXY", &variable).unwrap_or_default();
            let proxy = build(&url, &direct_hosts);
            return proxy
                .map(Some)
                .map_err(|_| format!("{name} is not a valid proxy URL"));
        }
    }
    Ok(None)
}

/// The value of a variable whose name may be written in lower case.
fn read(name: &str, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    variable(name).or_else(|| variable(&name.to_ascii_lowercase()))
}

/// The proxy at a URL, except for these hosts, which commas separate. ureq cannot add hosts to a parsed proxy, so it is
/// built again from its parts.
fn build(url: &str, direct_hosts: &str) -> Result<Proxy, ureq::Error> {
    let proxy = Proxy::new(url)?;
    let mut builder = Proxy::builder(proxy.protocol())
        .host(proxy.host())
        .port(proxy.port());
    if let Some(user) = proxy.username() {
        builder = builder.username(user);
    }
    if let Some(password) = proxy.password() {
        builder = builder.password(password);
    }
    for host in direct_hosts.split(',').map(str::trim) {
        if host.is_empty() {
            continue;
        }
        let domain = host.trim_start_matches('.');
        // A domain includes its subdomains, as in other programs that read this variable.
        builder = builder.no_proxy(domain).no_proxy(&format!(".{domain}"));
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use ureq::http::Uri;

    use super::choose;

    fn proxy(scheme: &str, variables: &[(&str, &str)]) -> Option<String> {
        let read = |name: &str| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        choose(scheme, read)
            .unwrap()
            .map(|proxy| format!("{}:{}", proxy.host(), proxy.port()))
    }

    #[test]
    fn the_scheme_chooses_the_variable() {
        let both = [
            ("HTTPS_PROXY", "http://secure:3128"),
            ("http_proxy", "plain:80"),
            ("ALL_PROXY", "socks5://all"),
        ];
        assert_eq!(proxy("https", &both).unwrap(), "secure:3128");
        assert_eq!(proxy("http", &both).unwrap(), "plain:80");
        assert_eq!(proxy("https", &both[1..]).unwrap(), "all:1080");
        assert_eq!(proxy("https", &both[1..2]), None);
    }

    #[test]
    fn hosts_and_domains_are_exempt() {
        let read = |name: &str| match name {
            "https_proxy" => Some("http://me:secret@proxy:3128".to_owned()),
            "NO_PROXY" => Some("localhost, .internal.test,example.test".to_owned()),
            _ => None,
        };
        let proxy = choose("https", read).unwrap().unwrap();
        assert_eq!(
            (proxy.username(), proxy.password()),
            (Some("me"), Some("secret"))
        );
        for (host, direct) in [
            ("localhost", true),
            ("a.internal.test", true),
            ("example.test", true),
            ("hub.example.test", true),
            ("otherexample.test", false),
            ("huggingface.co", false),
        ] {
            assert_eq!(
                proxy.is_no_proxy(&Uri::try_from(format!("https://{host}/")).unwrap()),
                direct,
                "{host}"
            );
        }
    }

    #[test]
    fn a_variable_that_is_no_address_is_named_without_its_value() {
        let problem = choose("https", |name| {
            (name == "HTTPS_PROXY").then(|| "gopher://me:secret@x".to_owned())
        });
        assert_eq!(problem.unwrap_err(), "HTTPS_PROXY is not a valid proxy URL");
    }
}
