package policy

import "strings"

// claimFree reports whether an expression of a Pure policy depends on the role alone and
// not on claims: it has only columns, constants, built-in operators and known functions.
// The operators of pg_catalog read no settings of a request; but those of arrays and
// ranges call operators of their elements, so columns have to be Plain.
func (t *Table) claimFree(n *node) bool {
	switch n.kind {
	case column:
		c := t.column(n.text)
		return c != nil && c.Plain
	case literal, constant, currentTime:
		return true
	case cast:
		if foreign(n) {
			return false
		}
	case operation, and, or, not, test, distinct, anyAll, array, subselect:
	case call:
		if !immutableFunctions[n.text] && !timeFunctions[n.text] {
			return false
		}
	default:
		return false
	}
	for _, arg := range n.args {
		if !t.claimFree(arg) {
			return false
		}
	}
	return true
}

// foreign reports whether a cast may call a function that is not built in: it is not of a
// constant, and to a type with a schema in its name.
func foreign(n *node) bool {
	return strings.Contains(n.text, " . ") && n.args[0].kind != literal
}

// immutableFunctions are functions of pg_catalog that depend on their arguments only.
var immutableFunctions = set("coalesce nullif greatest least lower upper initcap length char_length character_length octet_length " +
	"btrim ltrim rtrim substr replace split_part starts_with strpos reverse md5 abs ceil ceiling floor round trunc sign mod power sqrt " +
	"array_length cardinality array_position jsonb_typeof json_typeof jsonb_array_length json_array_length " +
	"jsonb_extract_path jsonb_extract_path_text json_extract_path json_extract_path_text similar_to_escape string_to_array " +
	"date_trunc date_part make_date make_interval")

// timeFunctions depend on the time.
var timeFunctions = set("now transaction_timestamp statement_timestamp clock_timestamp age")

func set(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}
