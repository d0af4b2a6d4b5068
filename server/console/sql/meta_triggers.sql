-- Triggers as postgres-meta lists them: without those of TRUNCATE alone, as in information_schema.triggers.
select t.oid::bigint as id, t.tgrelid::bigint as table_id,
  case t.tgenabled when 'D' then 'DISABLED' when 'O' then 'ORIGIN' when 'R' then 'REPLICA' else 'ALWAYS' end as enabled_mode,
  (pg_catalog.string_to_array(pg_catalog.encode(t.tgargs, 'escape'), '\000'))[:t.tgnargs] as function_args,
  t.tgname as name, c.relname as "table", n.nspname as schema,
  (regexp_match(pg_catalog.pg_get_triggerdef(t.oid), '.{35,} WHEN \((.+)\) EXECUTE FUNCTION'))[1] as condition,
  case when t.tgtype & 1 = 1 then 'ROW' else 'STATEMENT' end as orientation,
  case when t.tgtype & 2 = 2 then 'BEFORE' when t.tgtype & 64 = 64 then 'INSTEAD OF' else 'AFTER' end as activation,
  (select array_agg(e.name order by e.bit) from (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) e (bit, name) where t.tgtype & e.bit <> 0) as events,
  p.proname as function_name, pn.nspname as function_schema
from pg_catalog.pg_trigger t
join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_proc p on p.oid = t.tgfoid join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
where not t.tgisinternal and t.tgtype & 28 <> 0
