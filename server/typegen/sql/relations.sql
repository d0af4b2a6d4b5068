-- Tables, with whether the role has any right on them; views and foreign tables are always shown, as Supabase's
-- generator does. A view takes an insert (8) or an update (4) by itself, or by a trigger or rule.
select c.oid, n.nspname, c.relname, c.relkind::text,
	case c.relkind when 'v' then pg_relation_is_updatable(c.oid, true) & 8 = 8 else c.relkind <> 'm' end,
	case c.relkind when 'v' then pg_relation_is_updatable(c.oid, true) & 4 = 4 else c.relkind <> 'm' end,
	c.relkind in ('f', 'v', 'm')
		or pg_has_role(c.relowner, 'USAGE')
		or has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
		or has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'f', 'v', 'm')
