-- Foreign keys, but for those that a partition has from its parent. One is to one where its columns are, in this
-- order, the columns of a primary key or unique constraint as the table has them.
select k.conname, k.conrelid, n.nspname, c.relname, k.conkey,
	array(select a.attname::text from unnest(k.conkey) with ordinality u (number, at)
		join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number order by u.at),
	exists (
		select from pg_constraint own
		where own.conrelid = k.conrelid and own.contype in ('p', 'u')
			and k.conkey = (select array_agg(number order by number) from unnest(own.conkey) number)
	),
	k.confrelid, other_schema.nspname, other.relname, k.confkey,
	array(select a.attname::text from unnest(k.confkey) with ordinality u (number, at)
		join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number order by u.at)
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = k.connamespace
join pg_class other on other.oid = k.confrelid
join pg_namespace other_schema on other_schema.oid = other.relnamespace
where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1)
