//! The links of submitted projects: a page that is not there, and a video that is gone. A link is asked twice, an hour apart, before
//! anything is said of it. It is asked as webhooks are: by https, at public addresses alone. Repositories are asked by git's own protocol, which
//! says of each that it is silent.

use super::append;
use crate::prelude::*;
use crate::webhook::courier::{Courier, DEADLINE};
use reqwest::Method;
use store::content_look;
use store::duplicate::lock_submitted_projects;
use url::Url;

/// Links that are asked at once, each on one connection. What repositories need comes besides.
const AT_ONCE: i64 = 16;
/// Where a site that holds videos says of each whether it is there, and the hosts of the site.
const VIDEO_SITES: [(&str, &[&str]); 2] = [
    ("https://www.youtube.com/oembed", &["youtube.com", "m.youtube.com", "youtu.be"]),
    ("https://vimeo.com/api/oembed.json", &["vimeo.com", "player.vimeo.com"]),
];

/// A name that is always known: where it is not, neither are others.
pub(super) const KNOWN_HOST: &str = "www.youtube.com";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkAnswer {
    /// Anything but that there is nothing, also no answer at all: a server may be slow, or want a browser.
    There,
    /// There is nothing, and why.
    Nothing(&'static str),
    /// Its host has no address.
    NoHost,
}

/// Asks the next links; whether there were any.
pub async fn round(database: &Database, courier: &Arc<Courier>) -> Outcome<bool> {
    let take = async |c: &mut Conn| content_look::take(c, "links", AT_ONCE).await.map(Done::unlogged);
    let Some((event, parts)) = database.write(take).await? else { return Ok(false) };
    let mut asked = JoinSet::new();
    for part in parts {
        let courier = Arc::clone(courier);
        asked.spawn(async move {
            let answer = ask(&courier, &part.url).await;
            (part, answer)
        });
    }
    let answers = asked.join_all().await;
    // Where no host at all is known, the sender's own network may be away: nothing is said of links then.
    let is_online =
        answers.iter().any(|(_, answer)| *answer != LinkAnswer::NoHost) || courier.knows(KNOWN_HOST).await;
    database.write(async |c| record(c, event, &answers, is_online).await).await?;
    Ok(true)
}

async fn record(
    conn: &mut Conn,
    event: EventId,
    answers: &[(DuePart, LinkAnswer)],
    is_online: bool,
) -> Outcome<Done<()>> {
    let mut found: Vec<(ProjectId, Fact)> = Vec::new();
    // As for repositories.
    lock_submitted_projects(conn, event).await?;
    for (part, answer) in answers {
        let why = match answer {
            LinkAnswer::There => None,
            LinkAnswer::Nothing(why) => Some(*why),
            LinkAnswer::NoHost => Some("No such host is known."),
        };
        let counts = is_online || *answer != LinkAnswer::NoHost;
        let said = why.filter(|_| counts && part.failed);
        let done = said.is_some() || *answer == LinkAnswer::There;
        let failed = part.failed || why.is_some() && counts;
        if content_look::end(conn, part, done, failed).await? {
            found.extend(said.map(|why| (part.project, fact(part, why))));
        }
    }
    append(conn, event, &found).await
}

fn fact(part: &DuePart, why: &str) -> Fact {
    let (url, why) = (part.url.clone(), why.to_owned());
    match video_question(&url) {
        Some(_) => Fact::DeadVideo { url, why },
        None => Fact::DeadLink { url, field: part.part.clone(), why },
    }
}

async fn ask(courier: &Courier, url: &str) -> LinkAnswer {
    let Some(question) = video_question(url) else {
        // Some servers know no HEAD, and answer it as if nothing were there.
        return match status(courier, url, Method::HEAD).await {
            Ok(200..=399) => LinkAnswer::There,
            Ok(_) => of_page(status(courier, url, Method::GET).await),
            fault => of_page(fault),
        };
    };
    match status(courier, question.as_str(), Method::GET).await {
        Ok(404) => LinkAnswer::Nothing("The site has no such video."),
        Ok(401) => LinkAnswer::Nothing("The video is private, or is shown nowhere else."),
        // No host: the site is well known, so it is our network.
        _ => LinkAnswer::There,
    }
}

fn of_page(status: Result<u16, AttemptFault>) -> LinkAnswer {
    match status {
        Ok(404) => {
            LinkAnswer::Nothing("It answers 404: nothing is there, or it is shown to some people only.")
        }
        Ok(410) => LinkAnswer::Nothing("It answers 410: it is gone for good."),
        Err(AttemptFault::Name) => LinkAnswer::NoHost,
        _ => LinkAnswer::There,
    }
}

async fn status(courier: &Courier, url: &str, method: Method) -> Result<u16, AttemptFault> {
    let asked = timeout(DEADLINE, courier.ask(url, |client, url| client.request(method.clone(), url))).await;
    Ok(asked.unwrap_or(Err(AttemptFault::Timeout))?.status().as_u16())
}

/// The address that says whether a video is there, on the sites that have one.
fn video_question(video: &str) -> Option<Url> {
    let url = Url::parse(video).ok()?;
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let (question, _) = VIDEO_SITES.iter().find(|(_, hosts)| hosts.contains(&host))?;
    Url::parse_with_params(question, [("format", "json"), ("url", video)]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_asked_whether_a_video_is_there() {
        let question = |video: &str| video_question(video).map(String::from);
        assert_eq!(
            question("https://youtu.be/abc?t=3").as_deref(),
            Some("https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fyoutu.be%2Fabc%3Ft%3D3")
        );
        let vimeo = question("https://www.vimeo.com/1").unwrap();
        assert!(vimeo.starts_with("https://vimeo.com/api/oembed.json?format=json&url="), "{vimeo}");
        for other in
            ["https://video.example/1", "https://youtube.com.example/1", "https://notyoutu.be/1", "video"]
        {
            assert_eq!(question(other), None, "{other}");
        }
    }

    #[test]
    fn only_what_says_that_nothing_is_there_counts() {
        for status in [200, 301, 401, 403, 405, 429, 500, 503] {
            assert_eq!(of_page(Ok(status)), LinkAnswer::There, "{status}");
        }
        for fault in [AttemptFault::Address, AttemptFault::Timeout, AttemptFault::Tls, AttemptFault::Private]
        {
            assert_eq!(of_page(Err(fault)), LinkAnswer::There, "{fault:?}");
        }
        assert_eq!(of_page(Err(AttemptFault::Name)), LinkAnswer::NoHost);
        assert!(matches!(
            (of_page(Ok(404)), of_page(Ok(410))),
            (LinkAnswer::Nothing(_), LinkAnswer::Nothing(_))
        ));
    }
}
