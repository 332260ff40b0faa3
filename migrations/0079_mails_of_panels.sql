-- The link of an invitation to a panel works until the winners of its prize are confirmed, and not until judging closes: a panel may
-- meet later.
create or replace function mail_link_works(p_hash bytea) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from one_time_link l
            where l.token_hash = p_hash and l.used_at is null and l.expires_at > clock_timestamp())
        or exists (select from sign_up s where s.token_hash = p_hash and s.expires_at > clock_timestamp())
        or exists (select from invitation i join event e on e.id = i.event_id left join prize z on z.id = i.prize_id
            where i.token_hash = p_hash and num_nonnulls(i.link_ended_at, i.withdrawn_at, i.declined_at) = 0
              and case when i.role = 'panellist' then z.id is not null and z.awarded_at is null
                  else e.judging_close is null or e.judging_close > clock_timestamp() end);
$$;
