package query

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// special are the characters that a name cannot have between its quotes.
const special = "\"?\x00"

// quote writes a name so that PostgreSQL takes it as nothing else. The question
// mark is doubled because squirrel would take it for a parameter.
func quote(name string) string {
	if strings.ContainsAny(name, special) {
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

// literal writes a name of the catalog as a text constant.
func literal(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "'", "''"), "?", "??")
	if strings.Contains(text, `\`) {
		return ` E'` + strings.ReplaceAll(text, `\`, `\\`) + `'`
	}
	return `'` + text + `'`
}

// trusted is SQL of the catalog's own: a type's name or a default.
func trusted(sql string) string { return strings.ReplaceAll(sql, "?", "??") }

// standard has the names of types that SQL spells in words, or that quoting
// would make unknown.
var standard = map[string]string{
	"bigint": "bigint", "bit": "bit", "bit varying": "bit varying", "boolean": "boolean",
	"char": "char", "char varying": "char varying", "character": "character", "character varying": "character varying",
	"dec": "dec", "decimal": "decimal", "double precision": "double precision", "float": "float",
	"int": "int", "integer": "integer", "interval": "interval", "nchar": "nchar", "nchar varying": "nchar varying",
	"national char": "national char", "national char varying": "national char varying",
	"national character": "national character", "national character varying": "national character varying",
	"numeric": "numeric", "real": "real", "smallint": "smallint", "time": "time",
	"time with time zone": "time with time zone", "time without time zone": "time without time zone",
	"timestamp":                   "timestamp",
	"timestamp with time zone":    "timestamp with time zone",
	"timestamp without time zone": "timestamp without time zone",
	"json":                        "json",
}

// typeName writes the type of a cast: one that SQL spells in words, or a name
// in lower case, as PostgreSQL reads one without quotes.
func typeName(cast string) string {
	lower := strings.ToLower(strings.Join(strings.Fields(cast), " "))
	if known, ok := standard[lower]; ok {
		return known
	}
	return quote(lower)
}

// text is the value of a parameter.
func text(value string) []byte { return []byte(value) }

func quoteAll(names []string) []string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quote(name)
	}
	return quoted
}
