package query

import (
	"slices"
	"strconv"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Changed is the SQLSTATE with which a statement fails whose plan assumes what is so no
// longer: division_by_zero.
const Changed = "22012"

// assumptions are a condition that holds, or fails with Changed. A column of a null row costs
// no privilege and is constant, so that PostgreSQL evaluates the condition once. It does so
// when it has locked the tables, so that no other change of their columns can come between.
// Types and functions go by their numbers: naming a type takes a right on its schema.
type assumptions []plan.Assumption

// ToSql writes the condition.
func (as assumptions) ToSql() (string, []any, error) { return render(as) }

func (as assumptions) write(w *writer) {
	w.WriteString("1 / (")
	for i, a := range as {
		w.between(i, "", " and ")
		switch {
		case a.In == "pg_proc": // null where there is none of the number
			w.WriteString("pg_catalog.has_function_privilege(")
			w.number(a.OID)
			w.WriteString("::oid, 'execute') is not null")
		case a.In != "":
			w.WriteString("exists (select from pg_catalog." + a.In + " where oid = ")
			w.number(a.OID)
			w.WriteByte(')')
		case a.Returned: // PostgreSQL keeps the type with the plan, which does not depend on the table
			w.WriteString("exists (select from pg_catalog.pg_attribute where attrelid = " + literal(table(a.Table)) + "::regclass and attname = " +
				literal(a.Column) + " and atttypid = ")
			w.number(a.OID)
			w.WriteByte(')')
		default:
			w.WriteString("pg_catalog.pg_typeof((null::")
			w.table(a.Table)
			w.WriteString(").")
			w.name(a.Column)
			w.WriteString(")::oid = ")
			w.number(a.OID)
		}
	}
	w.WriteString(")::int = 1")
}

func (w *writer) number(oid uint32) {
	var digits [10]byte
	w.Write(strconv.AppendUint(digits[:0], uint64(oid), 10))
}

// Assumed makes the statement that fails where the assumptions of a plan hold no longer.
func Assumed(p plan.Plan) SQL {
	condition, _, _ := assumptions(slices.Concat(p.Assumptions, p.Enforced)).ToSql() // it has no parameters
	return SQL{Text: numbered("select " + condition)}
}
