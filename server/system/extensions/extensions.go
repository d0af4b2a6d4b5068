// Package extensions has the engine's own make of PostgreSQL extensions that Supabase's image has: their
// functions, types and tables in SQL, under the names that applications call.
//
// `create extension` finds them by extension_control_path on the embedded PostgreSQL. On another server
// package migrate runs the same script in place of the statement. Where the server has the extension
// itself, that one is used.
package extensions

import (
	"embed"
	"fmt"
	"strings"
)

// Extension is an extension of the engine's own make.
type Extension struct {
	Name, Version string
	// Requires are the extensions whose schemas the script names as @extschema:NAME@.
	Requires []string
	// Members are what `drop extension` drops in the schema that `create extension` names, such as "function sign(json)".
	// Defaults to none: the extension has the schema Schema for itself.
	Members []string
	// Schema is the schema of an extension without Members.
	Schema string
}

// All are the extensions that the engine has. The script of NAME is NAME.sql. It may name the schema of the
// statement as @extschema@ where the extension has Members.
var All = []Extension{
	{
		Name: "http", Version: "1.6",
		Members: []string{
			"type http_request", "type http_response", "type http_header", "domain content_type", "domain http_method",
			"function http_set_curlopt(varchar, varchar)", "function http_reset_curlopt()", "function urlencode(varchar)",
			"function text_to_bytea(text)", "function bytea_to_text(bytea)",
		},
	},
	{Name: "pg_cron", Version: "1.6", Schema: "cron"},
	{Name: "pg_net", Version: "0.20.4", Schema: "net"},
	{
		Name: "pgjwt", Version: "0.2.0", Requires: []string{"pgcrypto"},
		Members: []string{
			"function sign(json, text, text)", "function verify(text, text, text)", "function try_cast_double(text)",
			"function algorithm_sign(text, text, text)", "function url_decode(text)", "function url_encode(bytea)",
		},
	},
	{Name: "pgmq", Version: "1.5.1", Schema: "pgmq"},
	{Name: "supabase_vault", Version: "0.3.1", Requires: []string{"pgcrypto"}, Schema: "vault"},
}

// leftOut are extensions that applications do not call while they run, with what they are for: a migration
// goes on without them.
var leftOut = map[string]string{
	"hypopg":          "hypothetical indexes, for tuning queries",
	"index_advisor":   "advice on indexes",
	"pg_graphql":      "POST /graphql/v1 answers that it is not enabled",
	"pg_repack":       "a tool of the operator",
	"pg_stat_monitor": "statistics of queries",
	"pg_tle":          "extensions that are written in SQL: what installs one with pgtle is refused",
	"pgaudit":         "a log of statements",
	"pgsodium":        "vault is there without it",
	"pgtap":           "tests in SQL",
	"plpgsql_check":   "a linter of functions",
	"wrappers":        "foreign tables of other services: what creates one is refused",
}

//go:embed *.sql
var scripts embed.FS

// Webhooks makes schema supabase_functions, the Database Webhooks of Supabase's image, where it is not there. It
// needs pg_net.
//
//go:embed supabase_functions.sql
var Webhooks string

// Find is the extension of a name.
func Find(name string) (Extension, bool) {
	for _, e := range All {
		if e.Name == name {
			return e, true
		}
	}
	return Extension{}, false
}

// LeftOut tells whether a migration may go on without an extension, and what it is for.
func LeftOut(name string) (purpose string, ok bool) {
	purpose, ok = leftOut[name]
	return purpose, ok
}

// Script is the SQL that makes the extension.
func (e Extension) Script() string {
	text, err := scripts.ReadFile(e.Name + ".sql")
	if err != nil {
		panic(err) // a test reads all
	}
	return string(text)
}

// comment tells the engine's own make from another in pg_available_extensions.
const comment = "made by the server program"

// IsOwn tells whether the comment in pg_available_extensions is one of the engine's own extensions.
func IsOwn(commented string) bool { return commented == comment }

// Files are the control files and scripts for a folder that extension_control_path names, by their names.
func Files() map[string]string {
	files := map[string]string{}
	for _, e := range All {
		var control strings.Builder
		fmt.Fprintf(&control, "comment = '%s'\ndefault_version = '%s'\nrelocatable = false\n", comment, e.Version)
		if len(e.Requires) > 0 {
			fmt.Fprintf(&control, "requires = '%s'\n", strings.Join(e.Requires, ", "))
		}
		files[e.Name+".control"], files[e.Name+"--"+e.Version+".sql"] = control.String(), e.Script()
	}
	return files
}
