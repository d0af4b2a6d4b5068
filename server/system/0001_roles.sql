-- The roles that programs log in as and that requests run as, and the schemas auth and extensions.
-- Names and timeouts are the ones that applications written for supabase-js rely on.
--
-- Roles belong to the cluster, not to the database: other databases on it may have made them (test
-- databases, a Supabase database). So each statement about a role runs only where its effect is
-- missing, which also keeps two databases that migrate at once from updating one catalog row.
-- Passwords are not set here: the program sets them when it starts.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      -- the three roles that a request runs as
      ('anon',                    'nologin noinherit'),
      ('authenticated',           'nologin noinherit'),
      ('service_role',            'nologin noinherit bypassrls'),
      -- the login of the table API: has no right of its own, only becomes one of the three
      ('authenticator',           'login noinherit'),
      -- the login of the auth API: owns schema auth
      ('supabase_auth_admin',     'login noinherit'),
      -- the login of the realtime API: owns schema realtime; replication is given below
      ('supabase_realtime_admin', 'login noinherit'),
      -- owns the security definer functions, nothing else; each table grants it what they use
      ('toubkal_owner',           'nologin bypassrls')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.attributes);
      exception
        when duplicate_object or unique_violation then
          null; -- another database's migration was faster
        when insufficient_privilege then
          raise exception 'user "%" may not create the role "%"', current_user, wanted.name using
            errcode = 'insufficient_privilege',
            hint = format('Migrate as a superuser or, on PostgreSQL 16 or newer, as a user with createrole, createdb and bypassrls; or let a superuser run: create role %I %s;', wanted.name, wanted.attributes);
      end;
    end if;
  end loop;

  -- How long one statement may run. A value that the operator has changed stays.
  for wanted in
    select * from (values ('anon', '3s'), ('authenticated', '8s'), ('authenticator', '8s')) as limits (name, value)
  loop
    if not exists (
      select from pg_catalog.pg_db_role_setting s
      join pg_catalog.pg_roles r on r.oid = s.setrole
      cross join unnest(s.setconfig) as setting
      where s.setdatabase = 0 and r.rolname = wanted.name and setting like 'statement_timeout=%'
    ) then
      execute format('alter role %I set statement_timeout = %L', wanted.name, wanted.value);
    end if;
  end loop;

  for wanted in
    select * from (values
      ('anon',                    'authenticator',           'member'),
      ('authenticated',           'authenticator',           'member'),
      ('service_role',            'authenticator',           'member'),
      -- a function may create an account and a row of its own as the caller, in one transaction
      ('authenticated',           'supabase_auth_admin',     'member'),
      -- realtime becomes the callers and, to insert the rows that it checks policies with, toubkal_owner
      ('authenticator',           'supabase_realtime_admin', 'member'),
      ('toubkal_owner',           'supabase_realtime_admin', 'member'),
      -- a migrating user that is no superuser makes these three the owners of objects
      ('toubkal_owner',           current_user,              'usage'),
      ('supabase_auth_admin',     current_user,              'usage'),
      ('supabase_realtime_admin', current_user,              'usage')
    ) as members (role, member, needs)
  loop
    if not pg_has_role(wanted.member, wanted.role, wanted.needs) then
      begin
        execute format('grant %I to %I', wanted.role, wanted.member);
      exception when insufficient_privilege then
        raise exception 'user "%" may not grant the role "%" to "%"', current_user, wanted.role, wanted.member using
          errcode = 'insufficient_privilege',
          hint = format('Let a superuser run: grant %I to %I;', wanted.role, wanted.member);
      end;
    end if;
  end loop;

  -- Logical decoding needs a right that not every migrating user may give.
  if not exists (select from pg_catalog.pg_roles where rolname = 'supabase_realtime_admin' and rolreplication) then
    begin
      alter role supabase_realtime_admin replication;
    exception when insufficient_privilege then
      raise notice 'realtime cannot read row changes: user "%" may not give the right to replicate', current_user using
        hint = 'Let a superuser run: alter role supabase_realtime_admin replication; (on Amazon RDS: grant rds_replication to supabase_realtime_admin;)';
    end;
  end if;
end
$$;

-- The extensions that Supabase applications call, where this PostgreSQL has them. Nothing of ours
-- needs them. They come before the default privileges below, which would revoke execute on their functions.
create schema if not exists extensions;
comment on schema extensions is 'Extensions, kept out of public so that the table API does not show them.';

do $$
declare
  extension text;
begin
  for extension in
    select name from pg_catalog.pg_available_extensions
    where name in ('pgcrypto', 'uuid-ossp') and installed_version is null
  loop
    begin
      execute format('create extension %I with schema extensions', extension);
    exception when insufficient_privilege then
      raise notice 'extension "%" left out: user "%" may not create it', extension, current_user;
    end;
  end loop;
end
$$;

create schema auth authorization supabase_auth_admin;
comment on schema auth is 'Accounts and sessions. Owned by the auth server, under GoTrue''s names.';

-- PostgreSQL lets everyone use and, before 15, create in public, and run every function. Here every
-- right is granted by name.
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role, authenticator, supabase_auth_admin, toubkal_owner;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;
grant usage on schema auth to anon, authenticated, service_role, toubkal_owner;

-- The owner of a function must have the right to create in its schema.
grant create on schema public to toubkal_owner;

-- Supabase's default privileges grant all on each new table, sequence and function in public to
-- anon, authenticated and service_role, so that a table without policies is an open table. Here a new
-- table is closed until its policy file grants, verb by verb. A project may ask for Supabase's default
-- privileges (package migrate, DefaultGrants).
