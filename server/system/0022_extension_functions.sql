-- 0001 closes new functions to everybody, with default privileges that know no extension: the functions
-- of one that is created later would be closed too, although its authors mean them for everybody but
-- where their script revokes. pg_init_privs has what a script has granted or revoked itself.

-- Definer: an extension that a trusted user creates may belong to the superuser who migrates.
create function toubkal.open_extension_functions() returns event_trigger
language plpgsql security definer set search_path = ''
as $$
declare
  closed record;
begin
  for closed in
    select routine.oid::regprocedure as name, case routine.prokind when 'p' then 'procedure' else 'function' end as kind
    from pg_catalog.pg_depend as member
    join pg_catalog.pg_proc as routine on routine.oid = member.objid
    where member.classid = 'pg_catalog.pg_proc'::regclass and member.refclassid = 'pg_catalog.pg_extension'::regclass
      and member.deptype = 'e'
      -- a member since this transaction: what an administrator has closed stays closed
      and pg_catalog.age(member.xmin) <= 0
      and not pg_catalog.has_function_privilege('public', routine.oid, 'execute')
      and not exists (
        select from pg_catalog.pg_init_privs as initial
        where initial.objoid = routine.oid and initial.classoid = member.classid
      )
  loop
    execute pg_catalog.format('grant execute on %s %s to public', closed.kind, closed.name);
  end loop;
end
$$;
comment on function toubkal.open_extension_functions() is 'Lets everybody execute the functions of a new extension, as its script means it.';

-- Only a superuser may create event triggers. No other user needs this one: the functions of the
-- extensions that such a user may create belong to a superuser, who has other default privileges.
do $$
begin
  create event trigger open_extension_functions on ddl_command_end
    when tag in ('CREATE EXTENSION', 'ALTER EXTENSION')
    execute function toubkal.open_extension_functions();
  comment on event trigger open_extension_functions is 'Extensions that are created or updated.';
exception when insufficient_privilege then
  null;
end
$$;
