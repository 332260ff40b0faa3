//! The gallery: the projects that a visitor sees, filtered and counted by the database, a page at a time.

use super::event;
use crate::audit_log::pattern;
use crate::prelude::*;
use crate::project::drafts_in;
use shared::rules::Drafts;
use std::cmp::Reverse;

/// So many projects that a search finds are counted. Nobody reads as many; who finds more looks for another word.
const MOST_COUNTED: i64 = 500;
/// A shorter word has no trigram that an index could find.
const SHORTEST: usize = 3;
/// From here on are the scripts that write a word in one or two characters, and no spaces.
const IDEOGRAPHS: char = '\u{2e80}';

/// The condition that each statement here shares: what the visitor sees, and of that what the filter leaves.
macro_rules! select_matching {
    ($query:ident($($model:ident,)?), $head:tt, $columns:tt, $tail:tt, $($value:expr),+ $(,)?) => {
        sqlx::$query!(
            $($model,)?
            $head + r#"select "# + $columns + r#"
               from project p join team t on t.event_id = p.event_id and t.id = p.team_id
               left join project_picture i on i.project_id = p.id and i.position = 1
               where p.event_id = $1 and (p.status = 'submitted' or p.withdrawn_at is null and ($2 or p.team_id = $3))
                 and ($4::bigint is null or p.track_id = $4) and ($5::text = '' or $5 = any(p.tags))
                 and ($6::bigint[] is null or p.id = any($6))
                 and ($7::text[] = '{}'
                      or search_text(p.title, p.tagline, p.summary, p.description, p.tags)
                             || case when $9 then '' else E'\n' || search_key(t.name) end
                         like all ((select array_agg(search_key(word)) from unnest($7::text[]) as word)::text[]))
                 and ($8::text[] = '{}'
                      or search_key(concat_ws(E'\n', p.title, p.tagline, array_to_string(p.tags, E'\n'),
                                               case when $9 then '' else t.name end))
                         like all ((select array_agg(search_key(word)) from unnest($8::text[]) as word)::text[]))"# + $tail,
            $($value),+
        )
    };
}

/// The projects on this page of those that match.
pub async fn page(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
    (page, per_page): (i64, i64),
) -> Outcome<Gallery> {
    let sought = Sought::of(filter);
    let (found, total, more) = if filter.words.is_empty() {
        (None, count(conn, event, drafts, filter).await?, false)
    } else {
        let found = find(conn, event, drafts, filter, &sought).await?;
        let (total, more) = found.as_ref().map_or((MOST_COUNTED, true), |found| (length(found), false));
        (found, total, more)
    };
    // Where it is known which projects these are, no word is looked for again.
    let sought =
        if found.is_some() { Sought { found: found.as_deref(), ..Sought::default() } } else { sought };
    let page = page.clamp(1, (total + per_page - 1).div_euclid(per_page).max(1));
    let before = (page - 1) * per_page;
    // Where more match than are counted, the last page ends with the count, so that no page shows more than it says.
    let shown = if more { per_page.min(total - before) } else { per_page };
    let projects = rows_of(conn, event, drafts, filter, &sought, (shown, before)).await?;
    Ok(Gallery { projects, total, more, page })
}

fn length(found: &[i64]) -> i64 {
    i64::try_from(found.len()).unwrap_or(i64::MAX)
}

/// Which projects a search finds; none where more are found than are counted. Where a word is in very many projects, a look at all of
/// them would take longer than a page may.
async fn find(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
    sought: &Sought<'_>,
) -> Outcome<Option<Vec<i64>>> {
    let few = |found: &Vec<i64>| length(found) <= MOST_COUNTED;
    let near = candidates(conn, event, drafts, filter).await?;
    if near.is_some() && says_all(filter) {
        return Ok(near.filter(few));
    }
    let near = near.filter(few);
    let (all, team) = drafts_in(drafts);
    let found = select_matching!(
        query_scalar(),
        "",
        r#"p.id as "id!""#,
        " limit $10",
        event.0,
        all,
        team,
        filter.track as _,
        filter.tag,
        near.as_deref(),
        &sought.long,
        &sought.short,
        filter.without_teams,
        MOST_COUNTED + 1,
    );
    Ok(Some(found.fetch_all(conn).await?).filter(few))
}

/// What is looked for: the projects that are found already, if they are; patterns for all texts, and for short ones.
#[derive(Default)]
struct Sought<'f> {
    found: Option<&'f [i64]>,
    long: Vec<String>,
    short: Vec<String>,
}

impl Sought<'_> {
    fn of(filter: &GalleryFilter) -> Self {
        let (short, long): (Vec<_>, Vec<_>) = filter.words.iter().partition(|word| is_scrap(word));
        let patterns = |words: Vec<&String>| words.into_iter().map(|word| pattern(word)).collect();
        Self { found: None, long: patterns(long), short: patterns(short) }
    }
}

/// So many of the projects that match, after so many.
async fn rows_of(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
    sought: &Sought<'_>,
    (most, after): (i64, i64),
) -> Outcome<Vec<ListedProject>> {
    let (all, team) = drafts_in(drafts);
    // A statement for each order: a plan for all of them could read none in the order of an index.
    macro_rules! listed {
        ($head:tt, $tail:tt) => {{
            let rows = select_matching!(
                query_as(ListedProject,),
                $head,
                r#"p.id as "id!", p.title as "title!", p.tagline as "tagline!", t.name as "team!", p.track_id as "track?: _",
                   p.tags as "tags!", p.submitted_at as "submitted_at?", p.duplicate_of is not null as "duplicate!",
                   i.picture as "picture?: _""#,
                $tail,
                event.0,
                all,
                team,
                filter.track as _,
                filter.tag,
                sought.found,
                &sought.long,
                &sought.short,
                filter.without_teams,
                most,
                after,
            );
            rows.fetch_all(conn).await?
        }};
    }
    // What very many match is looked for in the list's order, project by project, until the page is full. PostgreSQL expects that few
    // match, and would look through all of them to sort these.
    let many = !filter.words.is_empty() && sought.found.is_none();
    Ok(match (filter.order, many) {
        // The exact reverse of the newest first, so that one index serves both.
        (ListOrder::Oldest, false) => {
            listed!("", " order by p.submitted_at nulls last, p.id limit $10 offset $11")
        }
        (ListOrder::Title, false) => listed!("", " order by lower(p.title), p.id limit $10 offset $11"),
        (ListOrder::Newest, false) => {
            listed!("", " order by p.submitted_at desc nulls first, p.id desc limit $10 offset $11")
        }
        (ListOrder::Oldest, true) => listed!(
            "select x.* from (select p.id, p.submitted_at as key from project p where p.event_id = $1
                              order by p.submitted_at nulls last, p.id) o cross join lateral (",
            " and p.id = o.id offset 0) x order by o.key nulls last, o.id limit $10 offset $11"
        ),
        (ListOrder::Title, true) => listed!(
            "select x.* from (select p.id, lower(p.title) as key from project p where p.event_id = $1
                              order by lower(p.title), p.id) o cross join lateral (",
            " and p.id = o.id offset 0) x order by o.key, o.id limit $10 offset $11"
        ),
        (ListOrder::Newest, true) => listed!(
            "select x.* from (select p.id, p.submitted_at as key from project p where p.event_id = $1
                              order by p.submitted_at desc nulls first, p.id desc) o cross join lateral (",
            " and p.id = o.id offset 0) x order by o.key desc nulls first, o.id desc limit $10 offset $11"
        ),
    })
}

/// How many match where no word is looked for: without a look at their teams, which takes three times as long.
async fn count(conn: &mut Conn, event: EventId, drafts: Drafts, filter: &GalleryFilter) -> Outcome<i64> {
    let (all, team) = drafts_in(drafts);
    value!(conn, r#"select count(*) as "total!" from project p
           where p.event_id = $1 and (p.status = 'submitted' or p.withdrawn_at is null and ($2 or p.team_id = $3))
             and ($4::bigint is null or p.track_id = $4) and ($5::text = '' or $5 = any(p.tags))"#;
        event.0, all, team, filter.track as _, filter.tag)
}

/// The words that the index finds: the two longest, or one of them twice; none where no word is long enough.
fn indexed(filter: &GalleryFilter) -> Option<(&String, &String)> {
    let mut long: Vec<_> = filter.words.iter().map(|word| (word.chars().count(), word)).collect();
    long.retain(|(length, _)| *length >= SHORTEST);
    long.sort_by_key(|(length, _)| Reverse(*length));
    let (_, first) = long.first()?;
    Some((first, long.get(1).map_or(first, |(_, second)| second)))
}

/// Whether the words that the index finds are all that is asked for.
fn says_all(filter: &GalleryFilter) -> bool {
    let words = filter.words.len() <= 2 && filter.words.iter().all(|word| word.chars().count() >= SHORTEST);
    words && filter.track.is_none() && filter.tag.is_empty()
}

/// The projects that the visitor sees with both indexed words in their texts or their team's name, at most one more than are counted;
/// none without such a word. First the submitted ones whose texts have both, by the index; then those whose team's name has one; then
/// drafts, which are in no index. What follows is not read where enough is found before.
async fn candidates(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
) -> Outcome<Option<Vec<i64>>> {
    let Some((first, second)) = indexed(filter) else { return Ok(None) };
    let (all, team) = drafts_in(drafts);
    let found = values!(conn, r#"select found.id as "id!" from (
               select p.id from project p
               where p.event_id = $1 and p.status = 'submitted'
                 and search_text(p.title, p.tagline, p.summary, p.description, p.tags) like (select search_key($2))
                 and search_text(p.title, p.tagline, p.summary, p.description, p.tags) like (select search_key($3))
               union all
               select p.id from team t join project p on p.event_id = t.event_id and p.team_id = t.id
               cross join lateral (select search_text(p.title, p.tagline, p.summary, p.description, p.tags) as texts offset 0) s
               where t.event_id = $1 and not $4 and p.status = 'submitted'
                 and search_key(t.name) like any ((select array[search_key($2), search_key($3)])::text[])
                 and s.texts || E'\n' || search_key(t.name) like all ((select array[search_key($2), search_key($3)])::text[])
                 and not s.texts like all ((select array[search_key($2), search_key($3)])::text[])
               union all
               select p.id from project p join team t on t.event_id = p.event_id and t.id = p.team_id
               where p.event_id = $1 and p.submitted_at is null and p.withdrawn_at is null and ($5 or p.team_id = $6)
                 and search_text(p.title, p.tagline, p.summary, p.description, p.tags)
                        || case when $4 then '' else E'\n' || search_key(t.name) end
                     like all ((select array[search_key($2), search_key($3)])::text[])
           ) found limit $7"#;
        event.0, pattern(first), pattern(second), filter.without_teams, all, team, MOST_COUNTED + 1)?;
    Ok(Some(found))
}

/// Whether a word is one or two letters, which are in most long texts by chance. It is looked for in titles, taglines, tags and
/// teams' names only, so that nobody has the long texts of all projects read for it.
fn is_scrap(word: &str) -> bool {
    word.chars().count() < SHORTEST && word.chars().all(|c| c < IDEOGRAPHS)
}

/// What the submitted projects of an event can be filtered by: the tags that most of them carry, the most used first, and tracks.
pub async fn facets(conn: &mut Conn, event: EventId, most: i64) -> Outcome<GalleryFacets> {
    let tags = rows!(conn, TagUse,
        r#"select tag as "tag!", count(*) as "projects!" from project p cross join unnest(p.tags) as tag
           where p.event_id = $1 and p.status = 'submitted'
           group by tag order by count(*) desc, tag collate "C" limit $2"#; event.0, most)?;
    Ok(GalleryFacets { tags, tracks: event::track_counts(conn, event).await? })
}
