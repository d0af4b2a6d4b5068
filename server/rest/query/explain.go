package query

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// explainOptions has the only words that may follow EXPLAIN.
var explainOptions = map[string]string{
	"analyze": ", analyze", "verbose": ", verbose", "settings": ", settings", "buffers": ", buffers", "wal": ", wal",
}

// explain asks for the plan of the statement behind it.
func explain(e plan.Explain) string {
	sql := "explain (format text"
	if e.JSON {
		sql = "explain (format json"
	}
	var options strings.Builder
	for _, option := range e.Options {
		options.WriteString(explainOptions[option])
	}
	return sql + options.String() + ") "
}

// lines joins the lines of a plan, each a row; the last one ends too.
func lines(rows [][][]byte) []byte {
	var text []byte
	for _, row := range rows {
		text = append(append(text, row[0]...), '\n')
	}
	return text
}
