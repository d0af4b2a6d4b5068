-- Background jobs. The tables in toubkal_jobs are River's (https://riverqueue.com), which package migrate
-- installs by River's own migrations after these files. They belong to toubkal_worker, the login that
-- works off the jobs: it has no other right, and no other role can read them. Arguments of jobs may name
-- people.

do $$
declare
  wanted record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'toubkal_worker') then
    begin
      create role toubkal_worker login noinherit;
    exception
      when duplicate_object or unique_violation then
        null; -- another database's migration was faster
      when insufficient_privilege then
        raise exception 'user "%" may not create the role "toubkal_worker"', current_user using
          errcode = 'insufficient_privilege',
          hint = 'Let a superuser run: create role toubkal_worker login noinherit;';
    end;
  end if;
  -- a migrating user that is no superuser makes it the owner of objects
  if not pg_has_role(current_user, 'toubkal_worker', 'usage') then
    begin
      execute format('grant toubkal_worker to %I', current_user);
    exception when insufficient_privilege then
      raise exception 'user "%" may not grant the role "toubkal_worker" to itself', current_user using
        errcode = 'insufficient_privilege',
        hint = format('Let a superuser run: grant toubkal_worker to %I;', current_user);
    end;
  end if;
end
$$;

create schema toubkal_jobs authorization toubkal_worker;
comment on schema toubkal_jobs is 'Background jobs, in River''s tables. Not exposed by any API.';

set local role toubkal_worker;

-- PostgreSQL lets everyone run a new function; here every right is granted by name.
alter default privileges in schema toubkal_jobs revoke execute on functions from public;

create table toubkal_jobs.schedules (
  name text primary key,
  last_run_at timestamptz not null
);
alter table toubkal_jobs.schedules enable row level security;
comment on table toubkal_jobs.schedules is 'When each periodic job last ran, so that a run missed while no program was there is made up.';
comment on column toubkal_jobs.schedules.last_run_at is 'The time that the run was due, by its cron expression.';

-- River looks for a new job when it is notified, else at its next poll.
create function toubkal_jobs.add(kind text, args jsonb, queue text, max_attempts int, scheduled_at timestamptz)
returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  made bigint;
begin
  insert into toubkal_jobs.river_job (kind, args, queue, max_attempts, scheduled_at, state)
  values (
    add.kind, add.args, add.queue, add.max_attempts, coalesce(add.scheduled_at, now()),
    (case when add.scheduled_at > now() then 'scheduled' else 'available' end)::toubkal_jobs.river_job_state
  )
  returning id into made;
  if add.scheduled_at is null or add.scheduled_at <= now() then
    perform pg_notify('toubkal_jobs.river_insert', json_build_object('queue', add.queue)::text);
  end if;
  return made;
end
$$;
comment on function toubkal_jobs.add(text, jsonb, text, int, timestamptz) is
  'Adds a job in the caller''s transaction: it runs once that has committed. Security definer, so that who may add jobs can neither read nor change them.';
revoke execute on function toubkal_jobs.add(text, jsonb, text, int, timestamptz) from public;
grant usage on schema toubkal_jobs to service_role, supabase_auth_admin;
grant execute on function toubkal_jobs.add(text, jsonb, text, int, timestamptz) to service_role, supabase_auth_admin;

reset role;

-- The outbox: e-mails that wait to be sent, and what became of those of the last weeks. A message is
-- stored in the transaction that it is about, so there is neither a message about what was rolled back nor
-- a change without its message. It belongs to toubkal_worker, which sends it. No API role can read it:
-- messages hold one-time codes and links.

create schema toubkal_mail authorization toubkal_worker;
comment on schema toubkal_mail is 'E-mails to be sent. Not exposed by any API.';

set local role toubkal_worker;

create table toubkal_mail.messages (
  id uuid primary key,
  key text constraint messages_key_unique unique constraint messages_key_length check (char_length(key) between 1 and 200),
  kind text not null default '' constraint messages_kind_length check (char_length(kind) <= 100),
  recipient text not null,
  sender text not null,
  raw bytea,
  size int not null,
  state text not null default 'queued'
    constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'cancelled')),
  attempts int not null default 0,
  last_error text,
  job_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Owned by the one role that uses it, which is not bound by row security; without a policy it keeps out
-- every other, should a grant slip in.
alter table toubkal_mail.messages enable row level security;
comment on table toubkal_mail.messages is 'An e-mail to one recipient, and how far it has got.';
comment on column toubkal_mail.messages.id is 'Also the first part of its Message-ID.';
comment on column toubkal_mail.messages.key is 'Idempotency key: one message for a key. Null for none.';
comment on column toubkal_mail.messages.kind is 'What the message is, as confirmation or receipt.';
comment on column toubkal_mail.messages.raw is 'The message as RFC 5322 text. Null once it is sent, cancelled or too old: it may hold a one-time code.';
comment on column toubkal_mail.messages.size is 'Of raw, in bytes.';
comment on column toubkal_mail.messages.last_error is 'The last refusal of the mail server, or why it was not asked.';
comment on column toubkal_mail.messages.job_id is 'The River job that sends it.';

create index messages_state_updated_at_idx on toubkal_mail.messages (state, updated_at);
create index messages_created_at_idx on toubkal_mail.messages (created_at desc);

create table toubkal_mail.suppressions (
  address text primary key,
  reason text not null,
  until timestamptz not null
);
alter table toubkal_mail.suppressions enable row level security;
comment on table toubkal_mail.suppressions is 'Addresses that a mail server has said do not exist. Nothing is sent to them for a time, which keeps the sender''s reputation.';
comment on column toubkal_mail.suppressions.address is 'In lower case.';

create function toubkal_mail.put(id uuid, key text, kind text, recipient text, sender text, raw bytea)
returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into toubkal_mail.messages (id, key, kind, recipient, sender, raw, size)
  values (put.id, put.key, put.kind, put.recipient, put.sender, put.raw, octet_length(put.raw))
  on conflict on constraint messages_key_unique do nothing;
  if not found then
    return false;
  end if;
  update toubkal_mail.messages m
  set job_id = toubkal_jobs.add('mail', jsonb_build_object('id', put.id), 'mail', 15, null)
  where m.id = put.id;
  return true;
end
$$;
comment on function toubkal_mail.put(uuid, text, text, text, text, bytea) is
  'Stores a message and the job that sends it, in the caller''s transaction; false where one of that key is there. Security definer, so that who may send mail can neither read nor change it.';
revoke execute on function toubkal_mail.put(uuid, text, text, text, text, bytea) from public;
grant usage on schema toubkal_mail to service_role, supabase_auth_admin;
grant execute on function toubkal_mail.put(uuid, text, text, text, text, bytea) to service_role, supabase_auth_admin;

reset role;
