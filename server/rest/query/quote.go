package query

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// forbiddenInNames are the characters that a name cannot have between its quotes.
const forbiddenInNames = "\"?\x00"

// quote writes a name so that PostgreSQL takes it as nothing else. The question
// mark is doubled because squirrel would take it for a parameter.
func quote(name string) string {
	if strings.ContainsAny(name, forbiddenInNames) {
		name, _, _ = strings.Cut(name, "\x00")
		name = strings.ReplaceAll(strings.ReplaceAll(name, `"`, `""`), "?", "??")
	}
	return `"` + name + `"`
}

func table(name plan.Name) string {
	if name == (plan.Name{}) {
		return source
	}
	return quote(name.Schema) + "." + quote(name.Name)
}

func column(of, name string) string {
	if name == "*" {
		return quote(of) + ".*"
	}
	return quote(of) + "." + quote(name)
}

// trusted is SQL of the catalog's own: a type's name or a default.
func trusted(sql string) string { return strings.ReplaceAll(sql, "?", "??") }

// text is the value of a parameter.
func text(value string) []byte { return []byte(value) }

func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return quoted
}
