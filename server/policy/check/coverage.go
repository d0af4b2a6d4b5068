package check

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/policy"
)

// Coverage are the cells of role × verb × table that tests touch.
type Coverage struct{ cells map[Cell]bool }

// Cell is the right of a role to a verb on a table.
type Cell struct {
	Role  string `json:"role"`
	Verb  string `json:"verb"`  // select, insert, update or delete
	Table string `json:"table"` // with its schema
}

// reads finds the tables of a statement; what a text in it names counts too, as in throws_ok('insert into …').
var reads = regexp.MustCompile(`(?i)\b(insert\s+into|update|delete\s+from|from|join)\s+(?:only\s+)?((?:"[^"]+"|[\pL_][\pL\pN_$]*)(?:\s*\.\s*(?:"[^"]+"|[\pL_][\pL\pN_$]*))?)`)

var commentLine = regexp.MustCompile(`(?m)--.*$`)

// Add notes the tables that a statement of a role names.
func (c *Coverage) Add(role, sql string) {
	if c == nil {
		return
	}
	if c.cells == nil {
		c.cells = map[Cell]bool{}
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
		c.cells[Cell{role, verb, table}] = true
	}
}

// roles are those whose rights are tested.
var roles = []string{"anon", "authenticated"}

// Untested are the cells of the tables of the schemas that no test touches, in the order of tables, roles and verbs.
func (c *Coverage) Untested(ctx context.Context, conn *pgx.Conn, schemas []string) (all []Cell, err error) {
	tables, err := policy.Tables(ctx, conn, schemas)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		for _, role := range roles {
			for _, verb := range policy.Verbs() {
				name := table.Schema + "." + table.Name
				if !c.cells[Cell{role, verb, strings.ToLower(name)}] {
					all = append(all, Cell{role, verb, name})
				}
			}
		}
	}
	return all, nil
}

// Print writes a matrix of the verbs that no test touches, for each table of the schemas and each role, as
// comments of TAP. It writes nothing where no test touches a table.
func (c *Coverage) Print(ctx context.Context, conn *pgx.Conn, schemas []string, w io.Writer) error {
	if len(c.cells) == 0 {
		return nil
	}
	untested, err := c.Untested(ctx, conn, schemas)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(t, "# no test touches\t%s\n", strings.Join(roles, "\t"))
	for len(untested) > 0 {
		table := untested[0].Table
		left := map[string][]string{} // verbs, by role
		for len(untested) > 0 && untested[0].Table == table {
			left[untested[0].Role] = append(left[untested[0].Role], untested[0].Verb)
			untested = untested[1:]
		}
		line := []string{strings.TrimPrefix(table, "public.")}
		for _, role := range roles {
			line = append(line, strings.Join(left[role], " "))
		}
		_, _ = fmt.Fprintln(t, "#   "+strings.Join(line, "\t"))
	}
	return t.Flush()
}
