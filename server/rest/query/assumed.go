package query

import (
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Changed is the SQLSTATE with which a statement fails whose plan assumes what is so no
// longer: division_by_zero.
const Changed = "22012"

// assumed is a condition that holds, or fails with Changed. A column of a null row costs no
// privilege and is constant, so that PostgreSQL evaluates the condition once. It does so
// when it has locked the tables, so that no other change of their columns can come between.
// Types and functions go by their numbers: naming a type takes a right on its schema.
func assumed(list []plan.Assumption) string {
	if len(list) == 0 {
		return ""
	}
	conditions := make([]string, len(list))
	for i, a := range list {
		oid := strconv.FormatUint(uint64(a.OID), 10)
		switch {
		case a.Column == "": // null where there is none of the number
			conditions[i] = "pg_catalog.has_function_privilege(" + oid + "::oid, 'execute') is not null"
		case a.Returned: // PostgreSQL keeps the type with the plan, which does not depend on the table
			conditions[i] = "exists (select from pg_catalog.pg_attribute where attrelid = " + literal(table(a.Table)) + "::regclass and attname = " +
				literal(a.Column) + " and atttypid = " + oid + ")"
		default:
			conditions[i] = "pg_catalog.pg_typeof((null::" + table(a.Table) + ")." + quote(a.Column) + ")::oid = " + oid
		}
	}
	return "1 / (" + strings.Join(conditions, " and ") + ")::int = 1"
}

// Assumed makes the statement that fails where the assumptions of a plan hold no longer.
func Assumed(p plan.Plan) SQL {
	return SQL{Text: numbered("select " + assumed(p.Assumptions))}
}
