//! What an operation is called with.

use crate::caller::Caller;
use crate::{Acted, context, entry, entry_outside};
use model::context::{Context, EventKey};
use shared::refusal::Refusal;
use shared::rules::{Facts, Permit, Rule, may};
use store::database::Database;
use store::failure::Outcome;
use store::transaction::Entry;
use store::{Conn, facts};

/// A call of an operation: on which connection, by whom, in which event.
#[derive(Debug)]
pub struct Call<'c> {
    pub conn: &'c mut Conn,
    pub caller: &'c Caller,
    /// The event's; empty for an operation of no event, and for one that finds it by an id.
    pub slug: &'c str,
}

impl<'c> Call<'c> {
    /// A call outside of events.
    pub fn of(conn: &'c mut Conn, caller: &'c Caller) -> Self {
        Self { conn, caller, slug: "" }
    }

    /// The same in an event.
    pub fn at<'e>(&'e mut self, slug: &'e str) -> Call<'e> {
        Call { conn: self.conn, caller: self.caller, slug }
    }

    /// Asks the rule of an act on the portal as a whole.
    /// Errors: what the rule refuses; a lost database.
    pub(crate) async fn ask_portal<A: Rule>(&mut self) -> Outcome<Permit<A>> {
        let now = facts::now(self.conn).await?;
        Ok(may(self.caller.actor.as_ref(), &Facts::default(), now)?)
    }

    /// Enters the event, to ask its rules.
    /// Errors: 401 for a visitor, then 404 where there is no such event.
    pub async fn enter(&mut self) -> Outcome<Context> {
        self.caller.signed_in()?;
        self.context().await
    }

    /// The event's context, for everybody who sees it.
    /// Errors: 404 where there is no such event, and for a draft that the caller does not organize.
    pub async fn context(&mut self) -> Outcome<Context> {
        let of = EventKey::Slug(self.slug);
        context(self, of).await
    }

    /// Asks the rule of an act about what the context holds.
    /// Errors: as [`may`].
    pub fn ask<A: Rule>(&self, at: &Context) -> Result<Permit<A>, Refusal> {
        self.caller.ask(at)
    }

    /// The beginning of an audit entry, as [`entry()`].
    pub(crate) fn entry(
        &self,
        at: &Context,
        action: &'static str,
        object_type: &'static str,
        id: impl ToString,
    ) -> Entry {
        entry(self.caller, at, action, object_type, id)
    }

    /// The same for what belongs to no event, as [`entry_outside()`].
    pub(crate) fn entry_outside(
        &self,
        action: &'static str,
        object: &'static str,
        id: impl ToString,
    ) -> Entry {
        entry_outside(self.caller, action, object, id)
    }

    /// Opens an act in the event.
    /// Errors: 401 for a visitor, 404 where there is no such event, then what the rule refuses, in this order.
    pub async fn open<A: Rule>(&mut self) -> Outcome<(Context, Permit<A>)> {
        let at = self.enter().await?;
        let permit = self.ask(&at)?;
        Ok((at, permit))
    }
}

/// What one person calls, in one event: each call has a connection of its own.
#[derive(Clone, Copy)]
pub struct By<'a> {
    pub database: &'a Database,
    pub caller: &'a Caller,
    /// The event's, as in a [`Call`].
    pub slug: &'a str,
}

impl<'a> By<'a> {
    /// Calls outside of events.
    pub fn of(database: &'a Database, caller: &'a Caller) -> Self {
        Self { database, caller, slug: "" }
    }

    /// The same in an event.
    pub fn at(self, slug: &'a str) -> Self {
        Self { slug, ..self }
    }

    /// A call on a connection that is there.
    pub fn call<'c>(self, conn: &'c mut Conn) -> Call<'c>
    where
        'a: 'c,
    {
        Call { conn, caller: self.caller, slug: self.slug }
    }

    /// Runs a reading operation on a connection of its own.
    /// Errors: the operation's, or a lost database.
    pub async fn read<T>(self, job: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>) -> Outcome<T> {
        self.database.read(async |c| job(&mut self.call(c)).await).await
    }

    /// Reads for a document that leaves the portal for good.
    /// Errors: the operation's, or a lost database.
    pub async fn read_flushed<T>(self, job: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>) -> Outcome<T> {
        self.database.read_flushed(async |c| job(&mut self.call(c)).await).await
    }

    /// Runs a writing operation, logs it and commits.
    /// Errors: the operation's, the database's refusal, or a lost database.
    pub async fn write<T>(self, job: impl AsyncFnOnce(&mut Call<'_>) -> Acted<T>) -> Outcome<T> {
        self.database.write(async |c| job(&mut self.call(c)).await).await
    }
}
