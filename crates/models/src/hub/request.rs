//! An HTTP request on its own thread, so that it can be cancelled at any time.
//!
//! A read from a socket cannot be interrupted. The thread reads chunks and passes them through a short queue; the caller
//! polls the queue, the [`ProgressMonitor`] and the clock. When the caller stops waiting, the queue is closed. The thread then ends
//! at its next chunk, or when the agent's timeout for a silent connection has passed.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::Request;
use ureq::http::response::Parts;

use crate::{ProgressMonitor, Result};

/// How often cancellation and the deadline are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

const CHUNK_BYTES: usize = 1 << 16;

/// Maximum chunks in the queue.
const MAX_QUEUED_CHUNKS: usize = 8;

/// Why the next part of a response is missing.
#[derive(Debug)]
pub enum Interruption {
    Cancelled,
    TimedOut,
    /// The server's certificate cannot be verified; contains the reason.
    Untrusted(String),
    /// The connection failed; contains the system's error message.
    Failed(String),
}

/// The body of a response that is being received.
pub struct Transfer {
    events: Receiver<Result<Event, Interruption>>,
}

enum Event {
    Head(Box<Parts>),
    Chunk(Vec<u8>),
    End,
}

impl Transfer {
    /// Sends the request and waits for the head of the response.
    pub fn start(
        agent: Agent,
        request: Request<()>,
        watch: &ProgressMonitor,
        until: Instant,
    ) -> Result<(Parts, Self), Interruption> {
        let (sender, events) = sync_channel(MAX_QUEUED_CHUNKS);
        std::thread::Builder::new()
            .name("download".to_owned())
            .spawn(move || run(&agent, request, &sender))
            .map_err(|error| Interruption::Failed(error.to_string()))?;
        let transfer = Self { events };
        match transfer.event(watch, until)? {
            Event::Head(head) => Ok((*head, transfer)),
            Event::Chunk(_) | Event::End => unreachable!("the head comes first"),
        }
    }

    /// The next chunk; `None` at the end.
    pub fn next(
        &self,
        watch: &ProgressMonitor,
        until: Instant,
    ) -> Result<Option<Vec<u8>>, Interruption> {
        match self.event(watch, until)? {
            Event::Chunk(chunk) => Ok(Some(chunk)),
            Event::End => Ok(None),
            Event::Head(_) => unreachable!("a response has one head"),
        }
    }

    fn event(&self, watch: &ProgressMonitor, until: Instant) -> Result<Event, Interruption> {
        loop {
            watch
                .check_cancelled()
                .map_err(|_| Interruption::Cancelled)?;
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Interruption::TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Interruption::Failed(
                        "the connection's thread failed".to_owned(),
                    ));
                }
            }
        }
    }
}

/// Runs the request; ends early when the queue is closed.
fn run(agent: &Agent, request: Request<()>, sender: &SyncSender<Result<Event, Interruption>>) {
    let response = match agent.run(request) {
        Ok(response) => response,
        Err(error) => {
            // The queue is closed if the caller has stopped waiting.
            let _ = sender.send(Err(error.into()));
            return;
        }
    };
    let (head, body) = response.into_parts();
    let mut event = Ok(Event::Head(Box::new(head)));
    let mut body = body.into_reader();
    loop {
        let is_last = !matches!(event, Ok(Event::Head(_) | Event::Chunk(_)));
        if sender.send(event).is_err() || is_last {
            return;
        }
        let mut chunk = vec![0; CHUNK_BYTES];
        event = match body.read(&mut chunk) {
            Ok(0) => Ok(Event::End),
            Ok(bytes) => {
                chunk.truncate(bytes);
                Ok(Event::Chunk(chunk))
            }
            Err(error) => Err(ureq::Error::from(error).into()),
        };
    }
}

impl From<ureq::Error> for Interruption {
    /// The system's error message, without those of the layers in between.
    fn from(error: ureq::Error) -> Self {
        let is_untrusted = match &error {
            // The system's certificates are read before a connection is made.
            ureq::Error::Rustls(error) => is_certificate_error(error),
            // The server's are seen during the handshake, which is input and output to rustls.
            ureq::Error::Io(error) => error
                .get_ref()
                .and_then(|error| error.downcast_ref())
                .is_some_and(is_certificate_error),
            _ => false,
        };
        let reason = match error {
            ureq::Error::Io(error) => error.to_string(),
            ureq::Error::HostNotFound => "the host does not exist".to_owned(),
            ureq::Error::Timeout(_) => "it took too long".to_owned(),
            other => other.to_string(),
        };
        if is_untrusted {
            Self::Untrusted(reason)
        } else {
            Self::Failed(reason)
        }
    }
}

fn is_certificate_error(error: &rustls::Error) -> bool {
    matches!(
        error,
        rustls::Error::InvalidCertificate(_)
            | rustls::Error::InvalidCertRevocationList(_)
            | rustls::Error::NoCertificatesPresented
            // What the verifier of each system says if it has no certificates or cannot read them.
            | rustls::Error::General(_)
    )
}

/// Sleeps, unless cancelled.
pub fn pause(watch: &ProgressMonitor, time: Duration) -> Result<()> {
    let until = Instant::now() + time;
    loop {
        watch.check_cancelled()?;
        match until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => return Ok(()),
            left => std::thread::sleep(left.min(POLL_INTERVAL)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use rustls::CertificateError::{Expired, UnknownIssuer};

    use super::Interruption;

    #[test]
    fn a_certificate_that_cannot_be_verified_is_told_from_a_broken_connection_by_its_type() {
        let handshake = |error| {
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            Interruption::from(ureq::Error::Io(error))
        };
        let untrusted = [
            handshake(rustls::Error::InvalidCertificate(Expired)),
            handshake(rustls::Error::InvalidCertificate(UnknownIssuer)),
            handshake(rustls::Error::NoCertificatesPresented),
            ureq::Error::Rustls(rustls::Error::General("no roots".to_owned())).into(),
        ];
        for problem in untrusted {
            assert!(
                matches!(&problem, Interruption::Untrusted(reason) if !reason.is_empty()),
                "{problem:?}"
            );
        }
        let failed = [
            handshake(rustls::Error::HandshakeNotComplete),
            ureq::Error::Io(io::Error::other("a proxy's words about a certificate")).into(),
            ureq::Error::HostNotFound.into(),
        ];
        for problem in failed {
            assert!(matches!(problem, Interruption::Failed(_)), "{problem:?}");
        }
    }
}
