//! What is kept about people.

use crate::prelude::*;
use model::keeping::DatedEvent;

pub fn privacy_page(events: Vec<DatedEvent>) -> AnyView {
    let dated: Vec<_> = events
        .into_iter()
        .filter_map(|event| {
            let (verb, at) = match (event.forgotten_at, event.forget_on) {
                (Some(at), _) => ("removed on ", at),
                (None, Some(day)) => ("kept until ", day),
                (None, None) => return None,
            };
            let href = format!("/events/{}", event.slug);
            Some(view! { <li><a href=href>{event.name}</a>": "{verb}<Time at/></li> })
        })
        .collect();
    let dated = (!dated.is_empty()).then(|| view! { <ul>{dated}</ul> });
    view! {
        <article class="prose stack">
            <h1>"What we keep about you"</h1>
            <p>"Without an account, we keep only request counters, which limit abuse. They hold your network address for two hours at most."</p>
            <h2>"With an account"</h2>
            <ul>
                <li>"Your name, your e-mail address and a hash of your password. Nobody can read the password back from it."</li>
                <li>"Your roles, teams, projects with their pictures, reviews, comments and votes. What a camera notes in a picture’s file, such as the place, is removed."</li>
                <li>"Two cookies while you are signed in, and a third for one hour after you sign up. Single sign-on needs one more, for ten minutes."</li>
                <li>"If you sign in through single sign-on: the provider, and what it calls your account. We keep no token of the provider."</li>
                <li>"If you add passkeys: their public keys, the names that you gave them, and when you last used each. Your fingerprint, face or PIN stays on your device."</li>
                <li>"Mails to you, until you delete your account. If this portal sends no mail, a site admin can open them for you. Each opening is logged."</li>
            </ul>
            <p>"Your browser keeps what you typed until it is sent, or until you discard it or sign out. A judge’s browser also keeps the list and the projects to judge, so that they open without a network. It keeps them for a day at most, and until sign-out. Pages contact no other site and contain no analytics."</p>
            <h2>"Who can see it"</h2>
            <ul>
                <li>"Everyone can see your name, your comments on projects, and your submitted projects with their pictures. Pictures may show people: ask them first."</li>
                <li>"Organizers of your events can see your e-mail address, your scores and your review comments. They can see your votes once voting is over."</li>
                <li>"Other participants and judges can’t see your e-mail address, your scores or your votes."</li>
            </ul>
            <h2>"How long"</h2>
            <p>"Your account stays until you delete it. An event’s organizers can choose a day on which the event’s personal data are removed: names, addresses, comments, ballots, invitations, mails and pictures of projects. Without a day, they are kept. Backups keep what they contain."</p>
            {dated}
            <h2>"The audit log"</h2>
            <p>"The audit log records every change with its time, your e-mail address and your network address. Without it, somebody could alter a result unseen. Its rows are chained. Nobody can change or remove them, not even the operator. It contains no review comments and no names. When an event’s personal data are removed, the addresses in its log are too, and the hashes stay."</p>
            <p>"The server’s own log says what was refused: the number of your account and your network address. The people who run this portal decide how long it is kept."</p>
            <h2>"What you can do"</h2>
            <ul>
                <li><a href="/me/data.json">"Download your data"</a>" as a file: everything we keep about you."</li>
                <li><a href="/me/leave">"Delete your account"</a>". Your name and e-mail address are removed everywhere except in the audit log and in calibration runs that read your reviews. If an event’s personal data are removed, they go from its log and runs, too. What you wrote stays, without your name."</li>
            </ul>
        </article>
    }
}
