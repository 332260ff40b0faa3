//! The gallery: the projects that a visitor sees, filtered and counted by the database, a page at a time.

use super::event;
use crate::audit_log::pattern;
use crate::prelude::*;
use crate::project::drafts_in;
use shared::rules::Drafts;

/// A shorter word has no trigram that an index could find.
const SHORTEST: usize = 3;
/// From here on are the scripts that write a word in one or two characters, and no spaces.
const IDEOGRAPHS: char = '\u{2e80}';

/// The condition that each statement here shares: what the visitor sees, and of that what the filter leaves.
macro_rules! select_matching {
    ($query:ident($($model:ident,)?), $columns:tt, $tail:tt, $($value:expr),+ $(,)?) => {
        sqlx::$query!(
            $($model,)?
            r#"select "# + $columns + r#"
               from project p join team t on t.event_id = p.event_id and t.id = p.team_id
               left join project_picture i on i.project_id = p.id and i.position = 1
               where p.event_id = $1 and (p.status = 'submitted' or p.withdrawn_at is null and ($2 or p.team_id = $3))
                 and ($4::bigint is null or p.track_id = $4) and ($5::text = '' or $5 = any(p.tags))
                 and ($6::bigint[] is null or p.status <> 'submitted' or p.id = any($6))
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

/// The projects on this page of those that match, how many match in all, and which page it is: the last one where a later one was
/// asked for.
pub async fn page(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
    (page, per_page): (i64, i64),
) -> Outcome<(Vec<ListedProject>, i64, i64)> {
    let (all, team) = drafts_in(drafts);
    let (short, long): (Vec<_>, Vec<_>) = filter.words.iter().partition(|word| is_scrap(word));
    let patterns = |words: Vec<&String>| words.into_iter().map(|word| pattern(word)).collect::<Vec<_>>();
    let (short, long) = (patterns(short), patterns(long));
    let near = candidates(conn, event, filter).await?;
    let total = if filter.words.is_empty() {
        count(conn, event, drafts, filter).await?
    } else {
        let total = select_matching!(
            query_scalar(),
            r#"count(*) as "total!""#,
            "",
            event.0,
            all,
            team,
            filter.track as _,
            filter.tag,
            near.as_deref(),
            &long,
            &short,
            filter.without_teams,
        );
        total.fetch_one(&mut *conn).await?
    };
    let page = page.clamp(1, (total + per_page - 1).div_euclid(per_page).max(1));
    let rows = (per_page, (page - 1) * per_page);
    Ok((rows_of(conn, event, drafts, filter, (near.as_deref(), &long, &short), rows).await?, total, page))
}

/// Where the words of a search may be: the projects that an index found, patterns for all texts, patterns for short ones.
type Sought<'s> = (Option<&'s [i64]>, &'s [String], &'s [String]);

/// So many of the projects that match, after so many.
async fn rows_of(
    conn: &mut Conn,
    event: EventId,
    drafts: Drafts,
    filter: &GalleryFilter,
    (near, long, short): Sought<'_>,
    (most, after): (i64, i64),
) -> Outcome<Vec<ListedProject>> {
    let (all, team) = drafts_in(drafts);
    // A statement for each order: a plan for all of them could read none in the order of an index.
    macro_rules! listed {
        ($order:tt) => {{
            let rows = select_matching!(
                query_as(ListedProject,),
                r#"p.id, p.title, p.tagline, t.name as team, p.track_id as "track: _", p.tags, p.submitted_at,
                   p.duplicate_of is not null as "duplicate!", i.picture as "picture?: _""#,
                $order,
                event.0,
                all,
                team,
                filter.track as _,
                filter.tag,
                near,
                long,
                short,
                filter.without_teams,
                most,
                after,
            );
            rows.fetch_all(conn).await?
        }};
    }
    Ok(match filter.order {
        // The exact reverse of the newest first, so that one index serves both.
        ListOrder::Oldest => listed!(" order by p.submitted_at nulls last, p.id limit $10 offset $11"),
        ListOrder::Title => listed!(" order by lower(p.title), p.id limit $10 offset $11"),
        ListOrder::Newest => {
            listed!(" order by p.submitted_at desc nulls first, p.id desc limit $10 offset $11")
        }
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

/// The submitted projects in whose texts or team's name the longest word is found, by the index; none where no word is long enough.
async fn candidates(conn: &mut Conn, event: EventId, filter: &GalleryFilter) -> Outcome<Option<Vec<i64>>> {
    let longest = filter.words.iter().max_by_key(|word| word.chars().count());
    let Some(word) = longest.filter(|word| word.chars().count() >= SHORTEST) else { return Ok(None) };
    let found = values!(conn, r#"select p.id as "id!" from project p
           where p.event_id = $1 and p.status = 'submitted'
             and search_text(p.title, p.tagline, p.summary, p.description, p.tags) like search_key($2)
           union
           select p.id from team t join project p on p.event_id = t.event_id and p.team_id = t.id
           where t.event_id = $1 and not $3 and search_key(t.name) like search_key($2)"#;
        event.0, pattern(word), filter.without_teams)?;
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
