-- Schemas as postgres-meta lists them. $1 is not used.
select coalesce(jsonb_agg(t order by t.name), '[]') from (
  select n.oid::bigint as id, n.nspname as name, pg_catalog.pg_get_userbyid(n.nspowner) as owner
  from pg_catalog.pg_namespace n where n.nspname !~ '^pg_(toast|temp)' and ($1::text[] is not null or n.nspname !~ '^pg_' and n.nspname <> 'information_schema')) t
