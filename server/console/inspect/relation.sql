-- What one table or view is made of, as one JSON document.
select jsonb_build_object(
  'schema', n.nspname, 'name', c.relname, 'kind', c.relkind::text, 'comment', coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''),
  'rowSecurity', c.relrowsecurity, 'forced', c.relforcerowsecurity, 'rows', greatest(c.reltuples, 0)::bigint,
  'definition', case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid, true) else '' end,
  'updatable', pg_catalog.pg_relation_is_updatable(c.oid, true),
  'columns', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'category', case when base.typtype = 'e' then 'E' else base.typcategory::text end,
      'required', a.attnotnull or t.typnotnull, 'default', coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault),
      'identity', a.attidentity::text, 'generated', a.attgenerated::text, 'comment', coalesce(pg_catalog.col_description(c.oid, a.attnum), ''),
      'labels', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = base.oid)
    ) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
    left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  'key', (
    select coalesce(jsonb_agg(a.attname order by k.place), '[]')
    from pg_catalog.pg_constraint p
    cross join unnest(p.conkey) with ordinality k (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p'),
  'references', (
    select coalesce(jsonb_agg(jsonb_build_object('name', f.conname, 'schema', fn.nspname, 'table', fc.relname,
      'onDelete', f.confdeltype::text, 'definition', pg_catalog.pg_get_constraintdef(f.oid, true),
      'columns', (select jsonb_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
      'to', (select jsonb_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum)
    ) order by f.conname), '[]')
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class fc on fc.oid = f.confrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0),
  'referencedBy', (
    select coalesce(jsonb_agg(jsonb_build_object('name', f.conname, 'schema', fn.nspname, 'table', fc.relname,
      'columns', (select jsonb_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
      'to', (select jsonb_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum)
    ) order by fn.nspname, fc.relname, f.conname), '[]')
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class fc on fc.oid = f.conrelid
    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
    where f.confrelid = c.oid and f.contype = 'f' and f.conparentid = 0),
  'constraints', (
    select coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid, true)) order by k.conname), '[]')
    from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'u', 'x', 'p')),
  'indexes', (
    select coalesce(jsonb_agg(jsonb_build_object('name', ic.relname, 'definition', pg_catalog.pg_get_indexdef(i.indexrelid),
      'unique', i.indisunique, 'first', (select a.attname from pg_catalog.pg_attribute a join pg_catalog.pg_am m on m.oid = ic.relam and m.amname = 'btree'
        where a.attrelid = c.oid and a.attnum = i.indkey[0] and i.indpred is null and i.indisvalid),
      'bytes', case when ic.relkind = 'i' then pg_catalog.pg_relation_size(ic.oid) else 0 end) order by ic.relname), '[]')
    from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid where i.indrelid = c.oid),
  'triggers', (
    select coalesce(jsonb_agg(jsonb_build_object('name', g.tgname, 'definition', pg_catalog.pg_get_triggerdef(g.oid, true)) order by g.tgname), '[]')
    from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal),
  'policies', (
    select coalesce(jsonb_agg(jsonb_build_object('name', p.polname, 'permissive', p.polpermissive,
      'verb', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      'roles', (select jsonb_agg(case when r.role = 0 then 'public' else pg_catalog.pg_get_userbyid(r.role)::text end) from unnest(p.polroles) r (role)),
      'using', coalesce(pg_catalog.pg_get_expr(p.polqual, p.polrelid), ''), 'check', coalesce(pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), ''),
      'comment', coalesce(pg_catalog.obj_description(p.oid, 'pg_policy'), '')) order by p.polname), '[]')
    from pg_catalog.pg_policy p where p.polrelid = c.oid),
  'grants', (
    select coalesce(jsonb_object_agg(r.rolname, r.verbs), '{}') from (
      select r.rolname, array_remove(array[
        case when pg_catalog.has_any_column_privilege(r.oid, c.oid, 'select') then 'select' end,
        case when pg_catalog.has_any_column_privilege(r.oid, c.oid, 'insert') then 'insert' end,
        case when pg_catalog.has_any_column_privilege(r.oid, c.oid, 'update') then 'update' end,
        case when pg_catalog.has_table_privilege(r.oid, c.oid, 'delete') then 'delete' end], null) as verbs
      from pg_catalog.pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')) r)
)
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
