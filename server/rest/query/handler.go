package query

import (
	"github.com/toubkal/toubkal/server/rest/plan"
)

// handled makes the body as the database's owner wants it: by an aggregate, or
// as the value that it already is.
func handled(h plan.Handler, shape plan.Shape) string {
	sql := `"_t".*`
	switch {
	case shape == plan.Scalar:
		sql = value
	case h.Of != (plan.Name{}):
		sql = `("_t".*)::` + table(h.Of)
	}
	if h.Aggregate != (plan.Name{}) {
		sql = table(h.Aggregate) + "(" + sql + ")"
	}
	if h.Binary {
		return "encode(" + sql + ", 'base64')"
	}
	return sql
}

// isRaw reports whether the body is a value that no aggregate has been through:
// then there is a row of the answer for each of the source, none maybe.
func isRaw(f plan.Format) bool {
	return f.Body == plan.Custom && f.Handler.Aggregate == (plan.Name{})
}
