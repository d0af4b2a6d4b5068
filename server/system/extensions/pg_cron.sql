-- The surface of pg_cron 1.6 (https://github.com/citusdata/pg_cron): jobs that package server/cron runs.
--
-- A job runs on a connection that signs in as its role, as with pg_cron. The program signs in as one role
-- that may own jobs, the owner of these tables; so others are refused here. A session that only takes
-- another role (SET ROLE, SET SESSION AUTHORIZATION) would not do: the command could take it back.

do $$
begin
  if to_regnamespace('cron') is null then -- a dump may have made it
    create schema cron;
  end if;
end
$$;
comment on schema cron is 'Periodic jobs, as pg_cron has them.';

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default coalesce(inet_server_port(), current_setting('port')::int),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
comment on table cron.job is 'The jobs. nodename and nodeport are of pg_cron, and mean nothing here.';
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
comment on policy cron_job_policy on cron.job is 'A role sees its own jobs.';
grant select on cron.job to public;

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
comment on table cron.job_run_details is 'The runs of jobs: the newest 10,000 of each, and those of a job that is gone for a week.';
create index job_run_details_jobid_start_time_idx on cron.job_run_details (jobid, start_time);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);
comment on policy cron_job_run_details_policy on cron.job_run_details is 'A role sees, and may delete, the runs of its own jobs.';
grant select, delete on cron.job_run_details to public;
grant select on sequence cron.jobid_seq, cron.runid_seq to public; -- for pg_dump

-- pg_dump leaves out the rows of an extension's tables unless it is told.
do $$
declare
  name regclass;
begin
  foreach name in array array['cron.job', 'cron.jobid_seq', 'cron.job_run_details', 'cron.runid_seq']::regclass[] loop
    perform pg_extension_config_dump(name, '');
  end loop;
exception when feature_not_supported then
  null; -- this is not run by CREATE EXTENSION
end
$$;

create function cron._field(field text, low int, high int, names text[]) returns int[]
language plpgsql immutable set search_path = ''
as $$
declare
  part text;
  parts text[];
  first int;
  last int;
  step int;
  found int[] := '{}';
begin
  foreach part in array string_to_array(field, ',') loop
    parts := regexp_match(part, '^(?:(\*)|([[:alnum:]]{1,4})(?:-([[:alnum:]]{1,4}))?)(?:/(\d{1,4}))?$');
    if parts is null or parts[4] is not null and parts[1] is null and parts[3] is null then
      return null; -- a step needs a range
    end if;
    if parts[1] is not null then
      first := low;
      last := high;
    else
      first := coalesce(array_position(names, lower(parts[2])) - 1 + low, substring(parts[2] from '^\d+$')::int);
      last := case when parts[3] is null then first
        else coalesce(array_position(names, lower(parts[3])) - 1 + low, substring(parts[3] from '^\d+$')::int) end;
    end if;
    step := coalesce(parts[4]::int, 1);
    if first is null or last is null or first < low or last > high or first > last or step not between 1 and high then
      return null;
    end if;
    found := found || array(select generate_series(first, last, step));
  end loop;
  return found;
end
$$;
comment on function cron._field(text, int, int, text[]) is 'The values that a field of a schedule names; null where it is not valid.';

create function cron._parse(
  schedule text,
  out seconds int, out minutes int[], out hours int[], out days int[], out months int[], out weekdays int[],
  out last_day boolean, out any_day boolean, out at_start boolean
)
language plpgsql immutable set search_path = ''
as $$
declare
  spec text := btrim(schedule, E' \t\n');
  fields text[];
begin
  if length(schedule) >= 1000 then
    return;
  end if;
  seconds := substring(spec from '(?i)^(\d{1,4})\s*seconds?$')::int;
  if seconds is not null then
    seconds := case when seconds between 1 and 59 then seconds end;
    return;
  end if;
  if spec in ('@reboot', '@restart') then
    at_start := true;
    return;
  end if;
  fields := regexp_split_to_array(case spec
    when '@yearly' then '0 0 1 1 *' when '@annually' then '0 0 1 1 *'
    when '@monthly' then '0 0 1 * *' when '@weekly' then '0 0 * * 0'
    when '@daily' then '0 0 * * *' when '@midnight' then '0 0 * * *'
    when '@hourly' then '0 * * * *' else spec end, '[ \t]+');
  if cardinality(fields) < 5 then -- what follows the fifth is ignored, as by pg_cron
    return;
  end if;
  last_day := fields[3] = '$';
  any_day := left(fields[3], 1) = '*' or left(fields[5], 1) = '*';
  hours := cron._field(fields[2], 0, 23, null);
  days := case when last_day then '{}' else cron._field(fields[3], 1, 31, null) end;
  months := cron._field(fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}');
  weekdays := array(select day % 7 from unnest(cron._field(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}')) as day);
  if hours is null or days is null or months is null or weekdays = '{}' then
    return;
  end if;
  minutes := cron._field(fields[1], 0, 59, null);
end
$$;
comment on function cron._parse(text) is 'What a schedule says: an interval in seconds, or when PostgreSQL starts, or sets of minutes, hours and days; any_day is true where a day has to be in both sets of days. None of seconds, at_start and minutes where it is not valid.';

create function cron._check() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select num_nonnulls(p.seconds, p.at_start, p.minutes) from cron._parse(new.schedule) as p) = 0 then
    raise exception 'invalid schedule: %', new.schedule using
      errcode = 'invalid_parameter_value',
      hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  return new;
end
$$;
comment on function cron._check() is 'Refuses a schedule that is not valid.';
create trigger cron_job_check before insert or update on cron.job for each row execute function cron._check();

create function cron.job_cache_invalidate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('toubkal_cron', '');
  return null;
end
$$;
comment on function cron.job_cache_invalidate() is 'Has the scheduler read the jobs again.';
create trigger cron_job_cache_invalidate after insert or update or delete or truncate on cron.job
  for each statement execute function cron.job_cache_invalidate();

create function cron._check_role(username text, database text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  owner text := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'cron.job'::regclass);
begin
  if to_regrole(quote_ident(username)) is null then
    raise exception 'role "%" does not exist', username;
  end if;
  if username <> owner then
    raise exception 'role "%" cannot run jobs: they run as role "%"', username, owner using
      errcode = 'insufficient_privilege',
      hint = format('Schedule the job as %s, in a migration for example. Its command may call a function that is security definer and belongs to another role.', owner);
  end if;
  if not has_database_privilege(username, database, 'connect') then
    raise exception 'User % does not have CONNECT privilege on %', username, database;
  end if;
end
$$;
comment on function cron._check_role(text, text) is 'Refuses a role whose jobs the scheduler could not run as that role.';

create function cron._schedule(job_name text, schedule text, command text, database text, username text, active boolean) returns bigint
language plpgsql set search_path = ''
as $$
declare
  id bigint;
begin
  if schedule is null then
    raise exception 'schedule can not be NULL';
  elsif command is null then
    raise exception 'command can not be NULL';
  elsif username is not null and not (select r.rolsuper from pg_roles r where r.rolname = current_user) then
    raise exception 'must be superuser to create a job for another role';
  end if;
  username := coalesce(username, current_user);
  database := coalesce(database, current_database());
  perform cron._check_role(username, database);
  insert into cron.job as j (schedule, command, database, username, active, jobname)
  values (schedule, command, database, username, coalesce(active, true), job_name)
  on conflict on constraint jobname_username_uniq do update
  set schedule = excluded.schedule, command = excluded.command, database = excluded.database
  returning j.jobid into id;
  return id;
end
$$;

create function cron.schedule(schedule text, command text) returns bigint
language sql set search_path = ''
as $$ select cron._schedule(null, schedule, command, null, null, true) $$;
comment on function cron.schedule(text, text) is 'schedule a pg_cron job';

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql set search_path = ''
as $$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  end if;
  return cron._schedule(job_name, schedule, command, null, null, true);
end
$$;
comment on function cron.schedule(text, text, text) is 'schedule a pg_cron job';

create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint
language plpgsql set search_path = ''
as $$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  end if;
  return cron._schedule(job_name, schedule, command, database, username, active);
end
$$;
comment on function cron.schedule_in_database(text, text, text, text, text, boolean) is 'schedule a pg_cron job';

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql strict set search_path = ''
as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job %', job_id;
  end if;
  return true;
end
$$;
comment on function cron.unschedule(bigint) is 'unschedule a pg_cron job';

create function cron.unschedule(job_name text) returns boolean
language plpgsql strict set search_path = ''
as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$$;
comment on function cron.unschedule(text) is 'unschedule a pg_cron job';

create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null,
  username text default null, active boolean default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  is_superuser boolean := (select r.rolsuper from pg_roles r where r.rolname = current_user);
begin
  if job_id is null then
    raise exception 'job_id can not be NULL';
  elsif username is not null and not is_superuser then
    raise exception 'must be superuser to alter username';
  elsif num_nonnulls(schedule, command, database, username, active) = 0 then
    raise exception 'no updates specified' using
      hint = 'You must specify at least one job attribute to change when calling alter_job';
  end if;
  if num_nonnulls(database, username) > 0 then
    perform cron._check_role(coalesce(alter_job.username, j.username), coalesce(alter_job.database, j.database))
    from cron.job j where j.jobid = job_id;
  end if;
  update cron.job j
  set schedule = coalesce(alter_job.schedule, j.schedule), command = coalesce(alter_job.command, j.command),
    database = coalesce(alter_job.database, j.database), username = coalesce(alter_job.username, j.username),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = job_id and (is_superuser or j.username = current_user);
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end
$$;
comment on function cron.alter_job(bigint, text, text, text, text, boolean) is 'Alter the job identified by job_id. Any option left as NULL will not be modified.';

-- As pg_cron: everybody whom the owner lets use the schema, but for these two.
grant execute on all functions in schema cron to public;
revoke execute on function cron.alter_job(bigint, text, text, text, text, boolean) from public;
revoke execute on function cron.schedule_in_database(text, text, text, text, text, boolean) from public;
