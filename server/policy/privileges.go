package policy

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"
)

// Privilege is the right of one role to one verb on one table of schema public, or
// to realtime.messages, which is about private channels.
type Privilege struct {
	Table, Role  string
	Verb         string // select, insert, update or delete
	Columns      int    // that the grant covers
	TotalColumns int    // of the table
	Unfiltered   string // why no policy limits the rows; empty where one does
	Policies     []string
	Comments     []string // of the policies, in the same order
}

// privilegesSQL reads grants and policies from the catalogs. A delete is granted
// on whole tables only.
const privilegesSQL = `
select ` + tableName + `, r.rolname, v.verb,
	(select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		and case when v.verb = 'delete' then has_table_privilege(r.oid, c.oid, 'delete') else has_column_privilege(r.oid, c.oid, a.attnum, v.verb) end),
	(select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
	case when r.rolsuper or r.rolbypassrls then 'the role bypasses row security'
		when c.relkind not in ('r', 'p') then 'a view has the rights of its owner or caller'
		when not c.relrowsecurity then 'row security is off' else '' end,
	coalesce(p.names, '{}'), coalesce(p.comments, '{}')
from pg_class c
cross join pg_roles r
cross join (values (1, 'select', 'r'), (2, 'insert', 'a'), (3, 'update', 'w'), (4, 'delete', 'd')) v (place, verb, cmd)
left join lateral (
	select array_agg(polname::text order by polname) as names,
		array_agg(coalesce(obj_description(oid, 'pg_policy'), '') order by polname) as comments
	from pg_policy where polrelid = c.oid and polcmd in (v.cmd::"char", '*') and polroles && array[r.oid, 0::oid]) p on true
where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') or c.oid = to_regclass('realtime.messages'))
	and r.rolname in ('anon', 'authenticated', 'service_role')
	and case when v.verb = 'delete' then has_table_privilege(r.oid, c.oid, 'delete') else has_any_column_privilege(r.oid, c.oid, v.verb) end
order by (` + tableName + `) collate "C", r.rolname, v.place`

// tableName is the name of the file in policies for pg_class c.
const tableName = `case when c.relnamespace = 'public'::regnamespace then c.relname::text else c.oid::regclass::text end`

// Privileges lists who may do what to the tables of schema public and to
// realtime.messages, by table, role and verb. One that is not listed does not exist.
func Privileges(ctx context.Context, conn *pgx.Conn) ([]Privilege, error) {
	rows, err := conn.Query(ctx, privilegesSQL)
	if err != nil {
		return nil, fmt.Errorf("read the privileges: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Privilege])
	if err != nil {
		return nil, fmt.Errorf("read the privileges: %w", err)
	}
	return all, nil
}

// Print writes the privileges as an aligned table, a line for each policy.
func Print(w io.Writer, all []Privilege) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "TABLE\tROLE\tVERB\tCOLUMNS\tROWS")
	for _, r := range all {
		for i, row := range r.rows() {
			head := strings.Join([]string{r.Table, r.Role, r.Verb, r.columns()}, "\t")
			if i > 0 {
				head = "\t\t\t" // of the same privilege
			}
			fmt.Fprintf(t, "%s\t%s\n", head, row)
		}
	}
	return t.Flush()
}

func (p Privilege) columns() string {
	if p.Columns == p.TotalColumns {
		return "all"
	}
	return fmt.Sprintf("%d of %d", p.Columns, p.TotalColumns)
}

// rows describes the rows that the privilege covers.
func (p Privilege) rows() []string {
	switch {
	case p.Unfiltered != "":
		return []string{"Every row: " + p.Unfiltered + "."}
	case len(p.Policies) == 0:
		return []string{"No row: no policy lets one pass."}
	}
	var all []string
	for i, name := range p.Policies {
		all = append(all, strings.TrimSpace(p.Comments[i]+" ("+name+")"))
	}
	return all
}
