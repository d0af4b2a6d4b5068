-- Access tokens that end before their exp: those of sessions that are gone, and of users who are
-- banned. Every node keeps the recent ones in memory (package auth, revocations.go), so that no
-- request asks for them. A node reads the table when it connects, and is notified of each change.

set local role supabase_auth_admin;

create table auth.revocations (
  id uuid not null primary key,
  kind text not null constraint revocations_kind_check check (kind in ('session', 'user')),
  user_id uuid not null,
  revoked_at timestamptz not null default clock_timestamp(),
  until timestamptz not null default 'infinity'
);
comment on table auth.revocations is 'Sessions that have ended and users who are banned, for as long as an access token may live that was issued before.';
comment on column auth.revocations.id is 'auth.sessions.id, or auth.users.id. No foreign key: the row outlives the session.';
comment on column auth.revocations.until is 'The end of a ban.';

create index revocations_user_id_idx on auth.revocations (user_id);
create index revocations_revoked_at_idx on auth.revocations (revoked_at);

alter table auth.revocations enable row level security;
-- no policy and no grant: only the auth server, its owner, reads it.

-- Security definer, since whoever may delete a session or ban a user has no right on the table. It
-- writes only what has just happened to the rows of the trigger.
create function auth.record_ended_sessions() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into auth.revocations (id, kind, user_id)
  select gone.id, 'session', gone.user_id from gone
  on conflict (id) do update set revoked_at = clock_timestamp();
  if (select count(*) from gone) > 100 then
    perform pg_notify('toubkal_revocations', ''); -- read the table again
  else
    perform pg_notify('toubkal_revocations', 'session ' || gone.id) from gone;
  end if;
  return null;
end
$$;
comment on function auth.record_ended_sessions() is 'Records sessions that were deleted, and notifies every node. Definer: whoever may delete a session adds it to auth.revocations, nothing else.';

create trigger record_ended_sessions after delete on auth.sessions
referencing old table as gone for each statement execute function auth.record_ended_sessions();

create function auth.record_ban() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.banned_until > now() then
    insert into auth.revocations (id, kind, user_id, until) values (new.id, 'user', new.id, new.banned_until)
    on conflict (id) do update set revoked_at = clock_timestamp(), until = excluded.until;
  else
    delete from auth.revocations where id = new.id;
  end if;
  perform pg_notify('toubkal_revocations', 'user ' || new.id);
  return null;
end
$$;
comment on function auth.record_ban() is 'Records that a user was banned, or is no longer, and notifies every node. Definer: whoever may ban a user changes that user''s row of auth.revocations, nothing else.';

create trigger record_ban after update of banned_until on auth.users
for each row when (new.banned_until is distinct from old.banned_until) execute function auth.record_ban();

revoke execute on function auth.record_ended_sessions(), auth.record_ban() from public;

grant select, insert, update, delete on auth.revocations to toubkal_owner;
grant create on schema auth to toubkal_owner;

reset role;

alter function auth.record_ended_sessions() owner to toubkal_owner;
alter function auth.record_ban() owner to toubkal_owner;

set local role supabase_auth_admin;
revoke create on schema auth from toubkal_owner;
reset role;
