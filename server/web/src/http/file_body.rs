//! The body of a file that is sent while it is read.

use axum::body::Bytes;
use hyper::body::Frame;
use portal::export::{CutOff, Download};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A file as a body. Where the file is cut off, the body fails: the connection breaks, so that no client takes what came for
/// the whole file.
#[derive(Debug)]
pub struct FileBody(pub Download);

impl hyper::body::Body for FileBody {
    type Data = Bytes;
    type Error = CutOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, CutOff>>> {
        self.0.poll_part(context).map(|part| part.map(|part| part.map(|bytes| Frame::data(bytes.into()))))
    }
}
