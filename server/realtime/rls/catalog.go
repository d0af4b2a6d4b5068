package rls

import (
	"github.com/toubkal/toubkal/server/realtime/rls/policy"
)

// catalog is the result of accessSQL: a table, as far as it matters to a role.
type catalog struct {
	// PolicyVersion changes with the policies: realtime.policy_version.
	PolicyVersion string `json:"policy_version"`
	// AccessVersion changes with the policies or any privileges on the table.
	AccessVersion string `json:"access_version"`
	// RLS is true if row policies apply to the role.
	RLS bool `json:"rls"`
	// Only is true if the rows are in the table itself, not in partitions.
	Only bool `json:"only"`
	// CanUseSchema is true if the login may become the role, and the role may use the
	// table's schema.
	CanUseSchema bool        `json:"can_use_schema"`
	Key          []keyColumn `json:"key"`
	policy.Table
}

// keyColumn is a column of the primary key.
type keyColumn struct {
	Name string `json:"name"`
	// Type and Operator of the key's index, quoted and with their schemas.
	Type     string `json:"type"`
	Operator string `json:"operator"`
	// Usable is true if the role may use both, and the type has an array type.
	Usable bool `json:"usable"`
	// Leakproof is the property of the operator: under row policies no index is used by another
	// one, such as that of numeric or of an enum.
	Leakproof bool `json:"leakproof"`
}

// accessVersionSQL is AccessVersion of a table c.
const accessVersionSQL = `md5(concat_ws('|', realtime.policy_version(c.oid), c.relacl::text, c.relnamespace, (
    select string_agg(a.attnum || a.attacl::text, ' ' order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attacl is not null
  )))`

// rolesSQL changes with roles and their memberships, which fire no event trigger.
const rolesSQL = `md5(concat_ws('|',
    (select string_agg(concat_ws(' ', o.oid, o.rolname, o.rolsuper, o.rolbypassrls, o.rolinherit), ',' order by o.oid) from pg_roles o),
    (select string_agg(m::text, ',' order by m.roleid, m.member, m.grantor) from pg_auth_members m)
  ))`

// accessSQL selects the catalog of table $1 for role $2.
const accessSQL = `
with recursive goes_with (id) as (
  select f.conrelid from pg_constraint f
  where f.confrelid = $1 and f.conrelid <> $1 and f.contype = 'f' and f.confdeltype in ('c', 'n', 'd')
  union
  select f.conrelid from goes_with w join pg_constraint f on f.confrelid = w.id and f.contype = 'f' and f.confdeltype in ('c', 'n', 'd')
)
select json_build_object(
  'policy_version', realtime.policy_version(c.oid),
  'access_version', ` + accessVersionSQL + `,
  'rls', c.relrowsecurity and not (r.rolsuper or r.rolbypassrls)
    and (c.relforcerowsecurity or not pg_has_role(r.oid, c.relowner, 'usage')),
  'only', c.relkind <> 'p',
  'can_use_schema', has_schema_privilege(r.oid, c.relnamespace, 'usage')
    and pg_has_role(r.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end),
  'columns', (
    select json_agg(json_build_object(
      'name', a.attname,
      'reads', has_column_privilege(r.oid, c.oid, a.attnum, 'select'),
      'base', case when b.typtype = 'd' then 0 else b.oid::int8 end,
      'enum', b.typtype = 'e',
      'plain', b.oid::int8 < 16384 or b.typtype = 'e' or coalesce(b.typcategory = 'A' and e.typtype = 'e', false),
      'type', case when y.typarray <> 0 and (yn.nspname = 'pg_catalog' or has_schema_privilege(r.oid, yn.oid, 'usage'))
        then quote_ident(yn.nspname) || '.' || quote_ident(y.typname) else '' end,
      'collate', (
        select quote_ident(n.nspname) || '.' || quote_ident(o.collname)
        from pg_collation o join pg_namespace n on n.oid = o.collnamespace
        where o.oid = a.attcollation and o.oid <> y.typcollation
      ),
      'exact', coalesce((select o.collisdeterministic from pg_collation o where o.oid = a.attcollation), true)
    ) order by a.attnum)
    from pg_attribute a
    join pg_type y on y.oid = a.atttypid
    join pg_namespace yn on yn.oid = y.typnamespace
    join pg_type b on b.oid = coalesce(nullif(y.typbasetype, 0), y.oid)
    left join pg_type e on e.oid = b.typelem
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ),
  'key', (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', quote_ident(tn.nspname) || '.' || quote_ident(t.typname),
      'operator', quote_ident(n.nspname) || '.' || o.oprname,
      'usable', (tn.nspname = 'pg_catalog' or has_schema_privilege(r.oid, tn.oid, 'usage'))
        and (n.nspname = 'pg_catalog' or has_schema_privilege(r.oid, n.oid, 'usage'))
        and has_function_privilege(r.oid, f.oid, 'execute') and t.typcategory <> 'A',
      'leakproof', f.proleakproof
    ) order by k.n)
    from pg_index i
    cross join unnest(i.indkey::int2[], i.indclass::oid[]) with ordinality as k (attnum, opclass, n)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    join pg_opclass s on s.oid = k.opclass
    join pg_amop m on m.amopfamily = s.opcfamily and m.amopstrategy = 3
      and m.amoplefttype = s.opcintype and m.amoprighttype = s.opcintype
    join pg_operator o on o.oid = m.amopopr
    join pg_proc f on f.oid = o.oprcode
    join pg_namespace n on n.oid = o.oprnamespace
    join pg_type st on st.oid = s.opcintype
    join pg_type y on y.oid = a.atttypid
    join pg_type t on t.oid = case when st.typtype <> 'p' then st.oid else coalesce(nullif(y.typbasetype, 0), y.oid) end
    join pg_namespace tn on tn.oid = t.typnamespace
    where i.indrelid = c.oid and i.indisprimary
  ),
  'policies', (
    select json_agg(json_build_object(
      'permissive', p.polpermissive,
      'using', pg_get_expr(p.polqual, p.polrelid),
      'columns', (
        select coalesce(json_agg(distinct coalesce(a.attname, '')), '[]')
        from pg_depend d left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid and a.attnum > 0
        where d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid and d.refobjsubid <> 0
      ),
      'outlives_row', not exists (
        select from pg_depend d
        where d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and (d.refclassid = 'pg_class'::regclass and d.refobjid in (select w.id from goes_with w)
            or d.refclassid = 'pg_proc'::regclass and exists (select from goes_with) and exists (
              select from pg_proc f where f.oid = d.refobjid and f.provolatile <> 'i' and (f.pronargs > 0 or f.proretset)
            ))
      ),
      'pure', not exists (
        select from pg_depend d
        where d.classid = 'pg_policy'::regclass and d.objid = p.oid
          and not (d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid)
          and not (d.refclassid = 'pg_type'::regclass and exists (
            select from pg_type y left join pg_type e on e.oid = y.typelem and y.typcategory = 'A'
            where y.oid = d.refobjid and 'e' in (y.typtype, e.typtype)
          ))
      )
    ) order by p.polname desc)
    from pg_policy p
    where p.polrelid = c.oid and p.polcmd in ('r', '*')
      and exists (select from unnest(p.polroles) as of (id) where of.id = 0 or pg_has_role(r.oid, of.id, 'usage'))
  ),
  'functions', (
    select json_agg(json_build_object(
      'name', quote_ident(n.nspname) || '.' || quote_ident(f.proname),
      'json', f.prorettype in ('json'::regtype, 'jsonb'::regtype),
      'body', coalesce(pg_get_function_sqlbody(f.oid), f.prosrc)
    ) order by f.oid)
    from pg_proc f join pg_namespace n on n.oid = f.pronamespace
    where f.pronargs = 0 and not f.proretset and f.prolang = (select l.oid from pg_language l where l.lanname = 'sql')
      and (n.nspname = 'auth' or f.oid in (
        select d.refobjid from pg_policy p
        join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_proc'::regclass
        where p.polrelid = c.oid
      ))
  )
), ` + rolesSQL + `
from pg_class c, pg_roles r
where c.oid = $1 and r.rolname = $2`

func (c *catalog) column(name string) *policy.Column {
	for i := range c.Columns {
		if c.Columns[i].Name == name {
			return &c.Columns[i]
		}
	}
	return nil
}

// keyColumn returns the column of the key with this name; nil for any other.
func (c *catalog) keyColumn(name string) *keyColumn {
	for i := range c.Key {
		if c.Key[i].Name == name {
			return &c.Key[i]
		}
	}
	return nil
}
