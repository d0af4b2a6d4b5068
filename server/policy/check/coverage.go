package check

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"
)

// Coverage are the cells of role × verb × table that tests touch.
type Coverage struct{ cells map[cell]bool }

type cell struct{ role, verb, table string }

// reads finds the tables of a statement; what a text in it names counts too, as in throws_ok('insert into …').
var reads = regexp.MustCompile(`(?i)\b(insert\s+into|update|delete\s+from|from|join)\s+(?:only\s+)?((?:"[^"]+"|[\pL_][\pL\pN_$]*)(?:\s*\.\s*(?:"[^"]+"|[\pL_][\pL\pN_$]*))?)`)

var commentLine = regexp.MustCompile(`(?m)--.*$`)

// Add notes the tables that a statement of a role names.
func (c *Coverage) Add(role, sql string) {
	if c == nil {
		return
	}
	if c.cells == nil {
		c.cells = map[cell]bool{}
	}
	for _, m := range reads.FindAllStringSubmatch(commentLine.ReplaceAllString(sql, ""), -1) {
		verb := strings.ToLower(strings.Fields(m[1])[0])
		if verb == "from" || verb == "join" {
			verb = "select"
		}
		table := strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(m[2]), `"`, "")), "")
		if !strings.Contains(table, ".") {
			table = "public." + table
		}
		c.cells[cell{role, verb, table}] = true
	}
}

// roles are those whose rights are tested.
var roles = []string{"anon", "authenticated"}

// Print writes a matrix of the verbs that no test touches, for each table of the schemas and each role, as
// comments of TAP. It writes nothing where no test touches a table.
func (c *Coverage) Print(ctx context.Context, conn *pgx.Conn, schemas []string, w io.Writer) error {
	if len(c.cells) == 0 {
		return nil
	}
	rows, err := conn.Query(ctx, `select n.nspname || '.' || c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any ($1) and not exists (
			select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by n.nspname <> 'public', n.nspname, c.relname`, schemas)
	if err != nil {
		return fmt.Errorf("list the tables: %w", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the tables: %w", err)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "# no test touches\t%s\n", strings.Join(roles, "\t"))
	for _, table := range tables {
		line := []string{strings.TrimPrefix(table, "public.")}
		for _, role := range roles {
			var left []string
			for _, verb := range []string{"select", "insert", "update", "delete"} {
				if !c.cells[cell{role, verb, strings.ToLower(table)}] {
					left = append(left, verb)
				}
			}
			line = append(line, strings.Join(left, " "))
		}
		if slices.ContainsFunc(line[1:], func(text string) bool { return text != "" }) {
			_, _ = fmt.Fprintln(t, "#   "+strings.Join(line, "\t"))
		}
	}
	return t.Flush()
}
