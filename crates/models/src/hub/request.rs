//! An HTTP request on its own thread, so that it can be cancelled at any time.
//!
//! A read from a socket cannot be interrupted. The thread reads chunks and passes them through a short queue; the caller
//! polls the queue, the [`Watch`] and the clock. When the caller stops waiting, the queue is closed. The thread then ends
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

/// Bytes of a chunk.
const CHUNK_BYTES: usize = 1 << 16;

/// Maximum chunks in the queue.
const MAX_QUEUED_CHUNKS: usize = 8;

/// Why the next part of a response is missing.
#[derive(Debug)]
pub enum Interruption {
    /// The watch was cancelled.
    Cancelled,
    /// The deadline passed.
    TimedOut,
    /// The connection failed; contains the system's error message.
    Failed(String),
}

/// The body of a response that is being received.
pub struct Transfer {
    events: Receiver<Result<Event, String>>,
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
        let thread = std::thread::Builder::new().name("download".to_owned());
        thread
            .spawn(move || run(&agent, request, &sender))
            .map_err(|e| Interruption::Failed(e.to_string()))?;
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
            Event::Chunk(piece) => Ok(Some(piece)),
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
                Ok(event) => return event.map_err(Interruption::Failed),
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
fn run(agent: &Agent, request: Request<()>, sender: &SyncSender<Result<Event, String>>) {
    let response = match agent.run(request) {
        Ok(response) => response,
        Err(error) => return drop(sender.send(Err(reason(&error)))),
    };
    let (head, body) = response.into_parts();
    let mut more = sender.send(Ok(Event::Head(Box::new(head)))).is_ok();
    let mut body = body.into_reader();
    while more {
        let mut piece = vec![0; CHUNK_BYTES];
        let event = match body.read(&mut piece) {
            Ok(0) => Ok(Event::End),
            Ok(bytes) => {
                piece.truncate(bytes);
                Ok(Event::Chunk(piece))
            }
            Err(error) => Err(reason(&error.into())),
        };
        let last = !matches!(event, Ok(Event::Chunk(_)));
        more = sender.send(event).is_ok() && !last;
    }
}

/// The system's error message, without those of the layers in between.
fn reason(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::HostNotFound => "the host does not exist".to_owned(),
        ureq::Error::Timeout(_) => "it took too long".to_owned(),
        other => other.to_string(),
    }
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
