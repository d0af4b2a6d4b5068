-- A question names its table and columns, so a mark has to differ where those names are another's now.

set local role supabase_realtime_admin;

create or replace function realtime.policies_mark(relation oid) returns text
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
comment on function realtime.policies_mark(oid) is 'Differs wherever a table''s row policies do, or its name or those of its columns; null where there is no such table.';

reset role;
