-- Who connects, whom a request may become, and the schemas that everything else lives in.
-- Names and timeouts are the ones that applications written for supabase-js presume.
--
-- Roles belong to the cluster, not to the database: other databases on it (clones for tests, a
-- neighbour) may have made them. So each statement about a role runs only where its effect is
-- missing, which also keeps two databases that migrate at once from updating one catalog row.
-- Passwords are not set here: the program sets them when it starts.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      -- the three roles that a request runs as
      ('anon',                'nologin noinherit'),
      ('authenticated',       'nologin noinherit'),
      ('service_role',        'nologin noinherit bypassrls'),
      -- the login of the table API: has no right of its own, only becomes one of the three
      ('authenticator',       'login noinherit'),
      -- the login of the auth API: owns schema auth
      ('supabase_auth_admin', 'login noinherit'),
      -- owns the security definer functions, nothing else; each table grants it what they touch
      ('toubkal_owner',       'nologin bypassrls')
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
      ('anon',          'authenticator'),
      ('authenticated', 'authenticator'),
      ('service_role',  'authenticator'),
      -- create-admin-user makes the auth user and then the admin row as its caller, in one transaction
      ('authenticated', 'supabase_auth_admin')
    ) as members (role, member)
  loop
    if not pg_has_role(wanted.member, wanted.role, 'member') then
      execute format('grant %I to %I', wanted.role, wanted.member);
    end if;
  end loop;

  -- A migrating user that is no superuser hands objects over to these two, so it must be in them.
  for wanted in select * from (values ('toubkal_owner'), ('supabase_auth_admin')) as owners (role)
  loop
    if not pg_has_role(current_user, wanted.role, 'usage') then
      begin
        execute format('grant %I to %I', wanted.role, current_user);
      exception when insufficient_privilege then
        raise exception 'user "%" may not join the role "%"', current_user, wanted.role using
          errcode = 'insufficient_privilege',
          hint = format('Let a superuser run: grant toubkal_owner, supabase_auth_admin to %I;', current_user);
      end;
    end if;
  end loop;
end
$$;

-- The extensions that Supabase applications call, where this PostgreSQL has them. Nothing of ours
-- needs them. They come before the default privileges below, which would lock their functions.
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

create schema private;
comment on schema private is 'Trigger functions and the questions they ask. Not exposed by any API.';

create schema auth authorization supabase_auth_admin;
comment on schema auth is 'Accounts and sessions. Owned by the auth server, under GoTrue''s names.';

-- PostgreSQL lets everyone use and, before 15, create in public, and run every function. We start
-- from nothing.
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role, authenticator, supabase_auth_admin, toubkal_owner;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin, toubkal_owner;
grant usage on schema auth to anon, authenticated, service_role, toubkal_owner;

-- A function can be given only to an owner who may create in its schema.
grant create on schema public, private to toubkal_owner;
grant usage on schema private to toubkal_owner;

-- Supabase's default privileges grant all on each new table, sequence and function in public to
-- anon, authenticated and service_role, so that a table without policies is an open table. We
-- deliberately do not: a new table is closed until its file in policies/ grants, verb by verb.

-- Realtime clients presume that the publication is there. Empty: a table opts in.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
