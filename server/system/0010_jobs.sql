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
