-- Asks about private channels only as those whom the table API may become, too: a token whose role is
-- toubkal_owner, or realtime's own, is no key to them.
create or replace function realtime.ask(questions jsonb)
returns table (question bigint, broadcast boolean, presence boolean, code text, reason text)
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  asked record;
  probes uuid[];
  instant constant timestamp := now() at time zone 'utc';
  extension text;
  ours boolean;
  become regrole;
begin
  for asked in
    select o.ordinality, q.* from jsonb_array_elements(questions) with ordinality as o (one, ordinality),
      jsonb_to_record(o.one) as q (role text, claims text, headers text, path text, topic text, extensions text[], write boolean)
  loop
    question := asked.ordinality;
    broadcast := false;
    presence := false;
    code := null;
    reason := null;
    ours := true; -- what fails now is no answer
    if not asked.write then
      probes := array(select gen_random_uuid() from unnest(asked.extensions));
    end if;
    begin
      if not asked.write then
        perform set_config('role', 'toubkal_owner', true);
        insert into realtime.messages (id, topic, extension, private, inserted_at)
        select p.id, asked.topic, p.extension, true, instant from unnest(probes, asked.extensions) as p (id, extension);
      end if;
      ours := false;
      -- This login may become more than the table API may. A token gives nobody more than there.
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
            null; -- that is the answer
          end;
        end loop;
      else
        select coalesce(bool_or(m.extension = 'broadcast'), false), coalesce(bool_or(m.extension = 'presence'), false)
        into broadcast, presence
        from realtime.messages as m where m.id = any (probes) and m.inserted_at = instant;
      end if;
      raise sqlstate 'TK000'; -- undo it, role and all
    exception
      when sqlstate 'TK000' then
        null;
      when others then
        if ours then
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
