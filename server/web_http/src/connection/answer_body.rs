//! The body of an answer, handed on in parts, so that its connection notes a client that does not read.

use super::activity::UnderWay;
use crate::prelude::*;
use hyper::body::{Frame, SizeHint};
use std::task::{Context, Poll, ready};

/// Most bytes of a part. A body handed on whole would count as sent while all of it waits in memory.
const PART: usize = 64 * 1024;

pub(super) struct AnswerBody {
    body: Body,
    /// What was read of the body and not handed on.
    rest: Bytes,
    under_way: UnderWay,
}

impl AnswerBody {
    pub(super) fn new(body: Body, under_way: UnderWay) -> Self {
        Self { body, rest: Bytes::new(), under_way }
    }
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let polled = Pin::new(&mut self.body).poll_frame(cx);
            if polled.is_pending() {
                self.under_way.waits();
            }
            match ready!(polled) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                ended => return Poll::Ready(ended),
            }
        }
        let length = self.rest.len().min(PART);
        let part = self.rest.split_to(length);
        self.under_way.sends(length);
        Poll::Ready(Some(Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (of_body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower() + rest);
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
