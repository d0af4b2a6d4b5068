-- Checks that may be a list of values, of one column or of a domain: the
-- filter on the tree avoids formatting all the others.
select
  con.conrelid,
  con.contypid,
  coalesce(con.conkey[1], 0)::int2,
  pg_get_constraintdef(con.oid)
from pg_constraint con
join pg_namespace n on n.oid = con.connamespace
where con.contype = 'c' and con.convalidated
  and coalesce(array_length(con.conkey, 1), 1) = 1
  and con.conbin::text like '%SCALARARRAYOPEXPR%'
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by con.conrelid, con.contypid, con.conname
