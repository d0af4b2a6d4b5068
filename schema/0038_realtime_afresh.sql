-- Functions of policies may be mislabelled: one that is declared immutable and yet reads the claims is
-- computed when a statement is planned, and the next subscriber would be shown what it found for the last
-- one. Others keep what they found in a setting. Where there are such functions, questions are asked
-- afresh: nothing planned is used twice, and what was set is undone.

drop function realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[]);

set local role supabase_realtime_admin;

-- A question is asked once for each claim set, as an execution of its own, so that nothing that was
-- computed for one subscriber, such as (select auth.uid()), is there for the next. It is planned once for
-- a set of keys that many ask about, and once for all other sets together: to read 100 keys anew for each
-- of 500 subscribers doubles the time.
--
-- Policies may call functions that rely on the search path, so it is the table API's while they run, and
-- all that takes an operator is computed before. Columns are written as the stream writes them, under
-- settings that the policies must not see.
create function realtime.visible_rows(
  relation oid, transactions bigint[], caller text, path text, question text, width int, keys text[], sizes int[], claims text[],
  afresh boolean
)
returns table (place int, marks text[], stored text, failed text)
language plpgsql volatile set search_path = ''
as $$
declare
  texts text[]; -- how each set of keys is prepared or, where few ask about it, executed
  alike boolean[];
  firsts int[]; -- whose claims are the first and the last to ask about it
  lasts int[];
  apart text := 'prepare realtime_look_each as ' || format(question, variadic array(select '$' || n from generate_series(1, width) as n));
  settings constant text[] := array(
    select current_setting(name) from unnest('{timezone,datestyle,intervalstyle,bytea_output,extra_float_digits}'::text[]) with ordinality as s (name, n) order by n
  );
  asking text;
  found record;
begin
  perform realtime.wait_for(transactions);
  select
    array_agg(case when s.many then 'prepare realtime_look as ' || format(question, variadic s.literals)
      else 'execute realtime_look_each(' || array_to_string(s.literals, ', ') || ')' end order by s.n),
    array_agg(s.many order by s.n), array_agg(s.last - s.size + 1 order by s.n), array_agg(s.last order by s.n),
    case when not bool_and(s.many) then apart end
  into texts, alike, firsts, lasts, apart
  from (
    select o.n, o.size, o.size > 2 as many, sum(o.size) over (order by o.n) as last, array(
      select quote_literal(k.key) from unnest(keys[(o.n - 1) * width + 1 : o.n * width]) with ordinality as k (key, n) order by k.n
    ) as literals
    from unnest(sizes) with ordinality as o (size, n)
  ) as s;

  perform set_config('role', caller, true), set_config('search_path', path, true);
  if apart is not null then
    perform pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true);
    execute apart;
  end if;
  for one in 1 .. pg_catalog.cardinality(texts) loop
    asking := texts[one];
    if alike[one] then
      execute asking;
      asking := 'execute realtime_look';
    end if;
    for claimant in firsts[one] .. lasts[one] loop
      place := claimant;
      marks := null;
      stored := null;
      failed := null;
      begin
        perform pg_catalog.set_config('request.jwt.claims', claims[claimant], true);
        if afresh then
          execute 'discard plans';
        end if;
        execute asking into found;
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
        if afresh then
          raise sqlstate 'TK000'; -- undo what was set
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
    if alike[one] then
      deallocate realtime_look;
    end if;
  end loop;
  if apart is not null then
    deallocate realtime_look_each;
  end if;

  perform pg_catalog.set_config('role', 'none', true);
  place := 0;
  marks := array[coalesce(realtime.policies_mark(relation), '')];
  stored := null;
  failed := null;
  return next;
end
$$;
comment on function realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean) is
  'Asks a question about sets of keys as each of several claim sets, and says what each was answered or why it failed; and, at place 0, the mark of the policies that answered at the latest. For the realtime API alone.';
revoke execute on function realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean) from public;
grant execute on function realtime.visible_rows(oid, bigint[], text, text, text, int, text[], int[], text[], boolean) to authenticator;

reset role;
