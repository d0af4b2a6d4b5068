-- How realtime asks PostgreSQL about row level security: who may use a private channel, and which
-- subscribers may see a row that has changed.

set local role supabase_realtime_admin;

grant usage on schema realtime to authenticator;

-- May this caller join a private channel, may that one send to it? Each request is answered as if it were
-- alone: the function inserts the rows that the policies are to be checked with, becomes the caller,
-- selects or inserts, and rolls back. An error is a no, with its reason. The caller of this function rolls
-- back as well.
--
-- With generic plans, since PostgreSQL would else plan each request again to prune all partitions but one,
-- which takes 500 us; a generic plan prunes while it runs, and answers in 100 us.
create function realtime.check_channel_access(requests jsonb)
returns table (request bigint, broadcast boolean, presence boolean, code text, reason text)
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  asked record;
  probes uuid[];
  instant constant timestamp := now() at time zone 'utc';
  extension text;
  preparing boolean;
  become regrole;
begin
  for asked in
    select o.ordinality, q.* from jsonb_array_elements(requests) with ordinality as o (one, ordinality),
      jsonb_to_record(o.one) as q (role text, claims text, headers text, path text, topic text, extensions text[], write boolean)
  loop
    request := asked.ordinality;
    broadcast := false;
    presence := false;
    code := null;
    reason := null;
    preparing := true; -- an error now is not the answer of a policy
    if not asked.write then
      probes := array(select gen_random_uuid() from unnest(asked.extensions));
    end if;
    begin
      if not asked.write then
        perform set_config('role', 'toubkal_owner', true);
        insert into realtime.messages (id, topic, extension, private, inserted_at)
        select p.id, asked.topic, p.extension, true, instant from unnest(probes, asked.extensions) as p (id, extension);
      end if;
      preparing := false;
      -- This login may become more roles than the table API may, but a token gives no more rights here than
      -- there: a token whose role is toubkal_owner, or realtime's own, is refused.
      become := to_regrole(quote_ident(asked.role));
      if become is null or not pg_has_role('authenticator', become, 'member') then
        raise insufficient_privilege using message = format('permission denied to set role "%s"', asked.role);
      end if;
      perform
        set_config('role', asked.role, true),
        set_config('search_path', asked.path, true),
        set_config('realtime.topic', asked.topic, true),
        set_config('request.headers', asked.headers, true),
        set_config('request.jwt.claims', asked.claims, true),
        set_config('request.jwt.claim.role', asked.role, true),
        set_config('request.jwt.claim.sub', coalesce(asked.claims::jsonb ->> 'sub', ''), true);
      if asked.write then
        foreach extension in array asked.extensions loop
          begin
            insert into realtime.messages (topic, extension, private) values (asked.topic, extension, true);
            broadcast := broadcast or extension = 'broadcast';
            presence := presence or extension = 'presence';
          exception when insufficient_privilege then
            null; -- refused: the answer stays false
          end;
        end loop;
      else
        select coalesce(bool_or(m.extension = 'broadcast'), false), coalesce(bool_or(m.extension = 'presence'), false)
        into broadcast, presence
        from realtime.messages as m where m.id = any (probes) and m.inserted_at = instant;
      end if;
      raise sqlstate 'TK000'; -- roll back, the role too
    exception
      when sqlstate 'TK000' then
        null;
      when others then
        if preparing then
          raise;
        end if;
        broadcast := false;
        presence := false;
        code := sqlstate;
        reason := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function realtime.check_channel_access(jsonb) is 'Answers who may read and write which private channel, by the policies on realtime.messages. For the realtime API alone.';
revoke execute on function realtime.check_channel_access(jsonb) from public;

-- A query names its table and columns, so the version must differ where those names belong to others now.
create function realtime.policy_version(relation oid) returns text
language sql stable set search_path = ''
return (
  select concat_ws(' ', c.relnamespace, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relowner, (
    select string_agg(p.oid || '.' || p.xmin, ' ' order by p.oid)
    from pg_catalog.pg_policy p where p.polrelid = c.oid
  ), (
    select md5(string_agg(a.attnum || a.attname::text, ' ' order by a.attnum))
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ))
  from pg_catalog.pg_class c where c.oid = relation
);
comment on function realtime.policy_version(oid) is 'Differs wherever a table''s row policies do, or its name or those of its columns; null where there is no such table.';

create function realtime.wait_for_transactions(transactions bigint[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  seen pg_snapshot;
  latest bigint;
begin
  for attempt in 1 .. 2147483647 loop
    seen := pg_current_snapshot();
    latest := pg_snapshot_xmax(seen)::text::bigint;
    -- The stream numbers transactions in 32 bits; the whole number is the one that is closest to the latest.
    exit when not exists (
      select from unnest(transactions) as t (id)
      where not pg_visible_in_snapshot(((((latest - t.id + 2147483648) >> 32) << 32) + t.id)::text::xid8, seen)
    );
    if attempt > 100 then
      perform pg_sleep(0.001);
    end if;
  end loop;
end
$$;
comment on function realtime.wait_for_transactions(bigint[]) is 'Returns when every later snapshot sees these transactions, which can be in the stream of changes a little earlier.';

-- Which of these rows may each of these subscribers see? Only the login of the table API may call this: it
-- has no right of its own and becomes the subscribers.
--
-- The query runs once for each claim set, as an execution of its own, so that nothing that was computed
-- for one subscriber, such as (select auth.uid()), is used for the next. It is planned once for a set of
-- keys with many claim sets, and once for all other sets together: to read 100 keys again for each of 500
-- subscribers doubles the time.
--
-- Functions of policies may be mislabelled: one that is declared immutable and yet reads the claims is
-- computed when a statement is planned, and the next subscriber would get the result of the last one.
-- Others keep their result in a setting. Where there are such functions, discard_plans is true: no plan is
-- used twice, and settings are rolled back.
--
-- Policies may call functions that rely on the search path, so it is the table API's while they run, and
-- all that needs an operator is computed before. Columns are printed as the stream prints them, under
-- settings that the policies must not see.
create function realtime.rls_check(
  relation oid, transactions bigint[], caller text, path text, query text, width int, keys text[], sizes int[], claims text[],
  discard_plans boolean
)
returns table (place int, marks text[], stored text, failed text)
language plpgsql volatile set search_path = ''
as $$
declare
  statements text[]; -- how each set of keys is prepared or, with few claim sets, executed
  own_plan boolean[];
  firsts int[]; -- the first and the last claim set of each set of keys
  lasts int[];
  shared_plan text := 'prepare realtime_rls_each as ' || format(query, variadic array(select '$' || n from generate_series(1, width) as n));
  settings constant text[] := array(
    select current_setting(name) from unnest('{timezone,datestyle,intervalstyle,bytea_output,extra_float_digits}'::text[]) with ordinality as s (name, n) order by n
  );
  statement text;
  found record;
begin
  perform realtime.wait_for_transactions(transactions);
  select
    array_agg(case when s.many then 'prepare realtime_rls as ' || format(query, variadic s.literals)
      else 'execute realtime_rls_each(' || array_to_string(s.literals, ', ') || ')' end order by s.n),
    array_agg(s.many order by s.n), array_agg(s.last - s.size + 1 order by s.n), array_agg(s.last order by s.n),
    case when not bool_and(s.many) then shared_plan end
  into statements, own_plan, firsts, lasts, shared_plan
  from (
    select o.n, o.size, o.size > 2 as many, sum(o.size) over (order by o.n) as last, array(
      select quote_literal(k.key) from unnest(keys[(o.n - 1) * width + 1 : o.n * width]) with ordinality as k (key, n) order by k.n
    ) as literals
    from unnest(sizes) with ordinality as o (size, n)
  ) as s;

  perform set_config('role', caller, true), set_config('search_path', path, true);
  if shared_plan is not null then
    perform pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true);
    execute shared_plan;
  end if;
  for one in 1 .. pg_catalog.cardinality(statements) loop
    statement := statements[one];
    if own_plan[one] then
      execute statement;
      statement := 'execute realtime_rls';
    end if;
    for claimant in firsts[one] .. lasts[one] loop
      place := claimant;
      marks := null;
      stored := null;
      failed := null;
      begin
        perform pg_catalog.set_config('request.jwt.claims', claims[claimant], true);
        if discard_plans then
          execute 'discard plans';
        end if;
        execute statement into found;
        marks := found.marks;
        if found.stored is not null then
          perform pg_catalog.set_config('timezone', 'UTC', true), pg_catalog.set_config('datestyle', 'ISO', true),
            pg_catalog.set_config('intervalstyle', 'postgres', true), pg_catalog.set_config('bytea_output', 'hex', true),
            pg_catalog.set_config('extra_float_digits', '3', true);
          stored := found.stored;
          perform pg_catalog.set_config('timezone', settings[1], true), pg_catalog.set_config('datestyle', settings[2], true),
            pg_catalog.set_config('intervalstyle', settings[3], true), pg_catalog.set_config('bytea_output', settings[4], true),
            pg_catalog.set_config('extra_float_digits', settings[5], true);
        end if;
        if discard_plans then
          raise sqlstate 'TK000'; -- roll back what was set
        end if;
      exception
        when sqlstate 'TK000' then
          null;
        when others then
          marks := null;
          failed := pg_catalog.concat(sqlstate, ' ', sqlerrm);
      end;
      if marks is not null or failed is not null then
        return next;
      end if;
    end loop;
    if own_plan[one] then
      deallocate realtime_rls;
    end if;
  end loop;
  if shared_plan is not null then
    deallocate realtime_rls_each;
  end if;

  perform pg_catalog.set_config('role', 'none', true);
  place := 0;
  marks := array[coalesce(realtime.policy_version(relation), '')];
  stored := null;
  failed := null;
  return next;
end
$$;
comment on function realtime.rls_check(oid, bigint[], text, text, text, int, text[], int[], text[], boolean) is
  'Runs a query about sets of keys as each of several claim sets, and returns the result or the error of each; and, at place 0, the version of the policies afterwards. For the realtime API alone.';

revoke execute on function
  realtime.policy_version(oid),
  realtime.wait_for_transactions(bigint[]),
  realtime.rls_check(oid, bigint[], text, text, text, int, text[], int[], text[], boolean)
from public;
grant execute on function
  realtime.policy_version(oid),
  realtime.wait_for_transactions(bigint[]),
  realtime.rls_check(oid, bigint[], text, text, text, int, text[], int[], text[], boolean)
to authenticator;

reset role;
