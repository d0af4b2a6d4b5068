package query

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Invocation makes the statement that calls a function without arguments and
// has no use for its answer. A name without a schema is found on the search
// path.
func Invocation(function plan.Name) SQL {
	name := quote(function.Name)
	if function.Schema != "" {
		name = table(function)
	}
	// quote doubles ? for squirrel, which has no part in this.
	return SQL{Text: "select " + strings.ReplaceAll(name, "??", "?") + "()"}
}

// Overrides makes the statement that reads what SQL has set for the answer:
// response.headers and response.status.
func Overrides() SQL { return SQL{Text: "select " + settings} }
