package ddl

import (
	"fmt"
	"slices"
	"strings"
)

// Test is a draft of the tests beside a policy file: a row of a user's, and what each caller sees and changes of it.
type Test struct {
	Table   Name
	Comment string
	// Columns are those that the row needs: the ones without a default, and the ones with a user.
	Columns []TestColumn
	// Settable is a column that an update sets; nil for none.
	Settable *TestColumn
	// Rights are those of anon and authenticated, by role and verb: "anon select".
	Rights map[string]Right
}

// TestColumn is a column of the row.
type TestColumn struct {
	Name string
	Type string // as SQL writes it
	// Category is pg_type.typcategory; E is an enumeration, with its Labels.
	Category   string
	Labels     []string
	References Name
}

// Right is that of a role to a verb. Rows is none, all, or some.
type Right struct {
	Granted bool
	Rows    string
}

// Users of a draft. A database of development may have rows of people's names.
const (
	own     = "owner@example.org"
	another = "stranger@example.org"
)

// SQL is the file.
func (t *Test) SQL() string {
	text, table := "", t.Table.SQL()
	for line := range strings.Lines(strings.TrimSpace(t.Comment)) {
		text += "-- " + strings.TrimSpace(line) + "\n"
	}
	text += "begin;\n" + t.row() + "\n" + t.expected("select", "sees") + "select * from " + table + ";\n"
	if !t.Rights["authenticated insert"].Granted && !t.Rights["anon insert"].Granted {
		text += t.expected("insert", "inserts") + "insert into " + table + " default values;\n"
	}
	if t.Settable != nil {
		text += t.expected("update", "changes") + "update " + table + " set " + Ident(t.Settable.Name) + " = " + t.Settable.sample() + ";\n"
	}
	return text + t.expected("delete", "deletes") + "delete from " + table + ";\nrollback;\n"
}

// row inserts it, as the owner of the table.
func (t *Test) row() string {
	if len(t.Columns) == 0 {
		return "insert into " + t.Table.SQL() + " default values;\n"
	}
	var names, values, before []string
	ofUser := false
	for _, c := range t.Columns {
		names = append(names, Ident(c.Name))
		switch {
		case c.isUser():
			ofUser = true
			values = append(values, "id")
		case c.References.Name != "":
			before = append(before, "-- a row of "+c.References.SQL()+" comes first, and its key into "+Ident(c.Name)+"\n")
			values = append(values, "null")
		default:
			values = append(values, c.sample())
		}
	}
	head := strings.Join(before, "") + fmt.Sprintf("insert into %s (%s)", t.Table.SQL(), strings.Join(names, ", "))
	if ofUser {
		return fmt.Sprintf("%s select %s from auth.users where email = '%s';\n", head, strings.Join(values, ", "), own)
	}
	return head + " values (" + strings.Join(values, ", ") + ");\n"
}

func (c *TestColumn) isUser() bool { return c.References == Name{"auth", "users"} }

// sample is a value of a column's type.
func (c *TestColumn) sample() string {
	switch {
	case c.Type == "uuid":
		return "gen_random_uuid()"
	case c.Type == "json" || c.Type == "jsonb" || c.Category == "A":
		return "'{}'"
	case c.Category == "E" && len(c.Labels) > 0:
		return Literal(c.Labels[0])
	}
	values := map[string]string{"B": "false", "D": "now()", "N": "1", "S": "'One'"}
	if value := values[c.Category]; value != "" {
		return value
	}
	return "null"
}

// expected are the comments above a statement. A policy that decides is taken for one about the row's own user, where
// the row has one.
func (t *Test) expected(verb, does string) string {
	hasUser := slices.ContainsFunc(t.Columns, func(c TestColumn) bool { return c.isUser() })
	text := ""
	for _, as := range []string{another, "anon", own} { // what the owner deletes, others do not find
		role := "authenticated"
		if as == "anon" {
			role = as
		}
		right, outcome := t.Rights[role+" "+verb], does+" some" // other rows may be there
		switch {
		case !right.Granted:
			outcome = "refused"
			if verb == "insert" {
				outcome = "insert refused"
			}
		case right.Rows == "none", right.Rows == "some" && hasUser && as != own:
			outcome = does + " nothing"
		case right.Rows == "some" && hasUser:
			outcome = does + " 1"
		case verb == "delete" && right.Rows == "all" && as != another:
			outcome = does + " nothing" // the stranger has deleted all
		}
		text += "-- as " + as + ": " + outcome + "\n"
	}
	return text
}
