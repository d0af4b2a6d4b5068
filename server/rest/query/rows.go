package query

import (
	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Rows makes the statement that answers with the rows of a read themselves, for
// the encoder to make the body of. What it cannot write is JSON already.
func Rows(r plan.Read) (SQL, error) {
	statement := &selection{from: []sq.Sqlizer{wrapped{"(", nodeSelect(r.Tree), `) as "_t"`}}}
	for _, value := range r.Row {
		sql := column("_t", value.Name)
		if !value.Plain {
			sql = "to_json(" + sql + ") as " + quote(value.Name)
		}
		statement.columns = append(statement.columns, plain(sql))
	}
	return finish(statement)
}
