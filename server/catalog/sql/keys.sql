-- Primary keys, unique constraints and foreign keys, by column number. The
-- copies of a foreign key that partitions carry are left out.
select
  con.oid,
  con.conname::text,
  con.contype::text,
  con.conrelid,
  con.confrelid,
  con.conkey,
  coalesce(con.confkey, '{}')
from pg_constraint con
join pg_class c on c.oid = con.conrelid
join pg_namespace n on n.oid = c.relnamespace
where con.contype in ('p', 'u', 'f')
  and (con.contype <> 'f' or con.conparentid = 0)
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by con.conrelid, con.conname
