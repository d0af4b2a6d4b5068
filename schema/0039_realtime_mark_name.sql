-- Rights are of a table, and questions about its rows name it. Where another table has taken the name in
-- between, that one's policies would answer: so the name belongs to what the answer is marked by.

set local role supabase_realtime_admin;

create or replace function realtime.policies_mark(relation oid) returns text
language sql stable set search_path = ''
return (
  select concat_ws(' ', c.relnamespace, quote_ident(c.relname), c.relrowsecurity, c.relforcerowsecurity, c.relowner, (
    select string_agg(p.oid || '.' || p.xmin, ' ' order by p.oid)
    from pg_catalog.pg_policy p where p.polrelid = c.oid
  ))
  from pg_catalog.pg_class c where c.oid = relation
);
comment on function realtime.policies_mark(oid) is 'Differs wherever a table''s name or row policies do; null where there is no such table.';

reset role;
