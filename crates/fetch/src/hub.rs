//! What the hub says: about a file (`HEAD`), and its bytes (`GET`).
//!
//! The hub answers at `<hub>/<repository>/resolve/<revision>/<path>`. Large files lie elsewhere and
//! are redirected to; what the hub states of them stands in the headers of the redirection itself:
//! `X-Linked-ETag` (SHA-256 of the content), `X-Linked-Size`, `X-Repo-Commit`. Small files have
//! their git hash (SHA-1 of "blob", size and content) as `ETag`. Source: the hub's own client,
//! `get_hf_file_metadata` of huggingface_hub.

use std::io::Read;
use std::time::Duration;

use citelight_packs::FetchFault;
use ureq::http::{HeaderMap, Response};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::Failure;

/// How long nothing may come before a connection counts as broken.
const SILENCE: Duration = Duration::from_secs(60);
const CONNECT: Duration = Duration::from_secs(30);

/// Redirections within the hub that are followed before its statement is read.
const MOST_TURNS: usize = 5;

/// A content's hash, as the hub states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha256(String),
    /// SHA-1 of a git blob.
    Git(String),
}

impl Hash {
    pub(crate) fn text(&self) -> &str {
        match self {
            Hash::Sha256(text) | Hash::Git(text) => text,
        }
    }
}

/// What the hub states of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) hash: Hash,
    pub(crate) bytes: u64,
    pub(crate) commit: String,
}

/// What became of a request for bytes.
pub(crate) enum Bytes {
    /// They come from the byte that was asked for.
    From(Box<dyn Read>),
    /// The whole file comes, from its first byte.
    Whole(Box<dyn Read>),
    /// There is no such byte.
    Beyond,
}

/// The hub, over HTTP.
pub(crate) struct Hub {
    address: String,
    statements: Agent,
    contents: Agent,
}

impl Hub {
    /// `address` as the list of models has it. One that begins with https is never left for http.
    pub(crate) fn new(address: &str) -> Hub {
        let config = || {
            let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
            Agent::config_builder()
                .https_only(address.starts_with("https://"))
                .http_status_as_error(false)
                .user_agent(concat!("citelight-fetch/", env!("CARGO_PKG_VERSION")))
                .tls_config(tls)
                .timeout_connect(Some(CONNECT))
                .timeout_recv_response(Some(SILENCE))
                .timeout_per_read(Some(SILENCE))
        };
        let statements = config().max_redirects(0).max_redirects_will_error(false).build();
        Hub {
            address: address.to_owned(),
            statements: statements.into(),
            contents: config().build().into(),
        }
    }

    /// Address of a file.
    pub(crate) fn file(&self, repository: &str, revision: &str, path: &str) -> String {
        format!("{}/{repository}/resolve/{revision}/{path}", self.address)
    }

    /// What the hub states of the file at `url`.
    pub(crate) fn stated(&self, url: &str) -> Result<Stated, Failure> {
        let (mut at, mut commit) = (url.to_owned(), None);
        for _ in 0..MOST_TURNS {
            let request = self.statements.head(&at).header("Accept-Encoding", "identity");
            let response = request.call().map_err(|error| lost(&at, &error))?;
            commit = commit.or_else(|| header(response.headers(), "x-repo-commit"));
            // A redirection that states what it leads to is the statement.
            let states = ["x-linked-etag", "x-linked-size"]
                .iter()
                .all(|name| response.headers().contains_key(*name));
            if response.status().is_redirection()
                && !states
                && let Some(next) = self.within(&header(response.headers(), "location"))
            {
                at = next;
                continue;
            }
            if !response.status().is_redirection() {
                refused(url, &response)?;
            }
            return read(url, response.headers(), commit);
        }
        Err(nonsense(url, "it redirects in a circle"))
    }

    /// The bytes of the file at `url` from `from` on.
    pub(crate) fn bytes(&self, url: &str, from: u64) -> Result<Bytes, Failure> {
        let mut request = self.contents.get(url).header("Accept-Encoding", "identity");
        if from > 0 {
            request = request.header("Range", format!("bytes={from}-"));
        }
        let response = request.call().map_err(|error| lost(url, &error))?;
        if response.status() == 416 {
            return Ok(Bytes::Beyond);
        }
        refused(url, &response)?;
        let begins = header(response.headers(), "content-range")
            .is_some_and(|range| range.starts_with(&format!("bytes {from}-")));
        let partial = response.status() == 206;
        let reader = Box::new(response.into_body().into_reader());
        match partial {
            true if begins => Ok(Bytes::From(reader)),
            true => Err(nonsense(url, "it sent other bytes than were asked for")),
            false => Ok(Bytes::Whole(reader)),
        }
    }

    /// The target of a redirection, where it stays within the hub.
    fn within(&self, location: &Option<String>) -> Option<String> {
        let location = location.as_deref()?;
        let after_scheme = self.address.find("://")? + 3;
        let host_end = self.address[after_scheme..]
            .find('/')
            .map_or(self.address.len(), |at| after_scheme + at);
        let origin = &self.address[..host_end];
        if location.starts_with('/') && !location.starts_with("//") {
            return Some(format!("{origin}{location}"));
        }
        location.starts_with(&format!("{origin}/")).then(|| location.to_owned())
    }
}

fn read(url: &str, headers: &HeaderMap, commit: Option<String>) -> Result<Stated, Failure> {
    let hash = header(headers, "x-linked-etag").or_else(|| header(headers, "etag"));
    let hash = hash.as_deref().map(|tag| tag.trim_start_matches("W/").trim_matches('"'));
    let hexadecimal = |tag: &&str| tag.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hash = match hash.filter(hexadecimal).map(str::to_ascii_lowercase) {
        Some(tag) if tag.len() == 64 => Hash::Sha256(tag),
        Some(tag) if tag.len() == 40 => Hash::Git(tag),
        _ => return Err(nonsense(url, "it states no hash")),
    };
    let bytes = header(headers, "x-linked-size").or_else(|| header(headers, "content-length"));
    let bytes = bytes.and_then(|bytes| bytes.parse().ok());
    let bytes = bytes.ok_or_else(|| nonsense(url, "it states no size"))?;
    let commit = commit.ok_or_else(|| nonsense(url, "it states no commit"))?;
    Ok(Stated { hash, bytes, commit })
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

/// A status that is no success, as a failure; some go by.
fn refused(url: &str, response: &Response<Body>) -> Result<(), Failure> {
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let number = status.as_u16();
    Err(match number {
        401 | 403 | 404 | 410 => Failure::new(
            FetchFault::NotFound,
            format!("The hub does not give {url} (status {number})."),
            "It may have been moved, or need an account. Get the folder another way and import it.",
        ),
        408 | 425 | 429 | 500..=599 => Failure::new(
            FetchFault::Network,
            format!("The hub is busy or out of order (status {number})."),
            "Try again later; what came so far is kept.",
        )
        .passing(),
        _ => nonsense(url, &format!("it answered with status {number}")),
    })
}

fn nonsense(url: &str, why: &str) -> Failure {
    Failure::new(
        FetchFault::Hub,
        format!("The hub's answer for {url} makes no sense: {why}."),
        "A proxy may answer in its place. Get the folder another way and import it.",
    )
}

fn lost(url: &str, error: &ureq::Error) -> Failure {
    let failure = Failure::new(
        FetchFault::Network,
        format!("{url} cannot be reached: {error}."),
        "Check the connection to the internet, and HTTPS_PROXY where you need a proxy. What came \
         so far is kept.",
    );
    // What a second try cannot change.
    match error {
        ureq::Error::RequireHttpsOnly(_) | ureq::Error::BadUri(_) | ureq::Error::Tls(_) => failure,
        _ => failure.passing(),
    }
}
