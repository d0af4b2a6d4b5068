package query

import (
	"strconv"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// value is the alias of a value without a name.
const value = `"_t"."pgrst_scalar"`

// TooLarge is the SQLSTATE, and the routine of PostgreSQL, with which a statement fails
// whose body is larger than Format.MaxBytes.
const TooLarge, TooLargeRoutine = "54000", "repeat"

// boundedBody is the body, or fails in PostgreSQL: then nothing of the statement stays,
// and the body is not sent. No text is as long as what repeat is asked for; a constant
// would be computed in any case.
func boundedBody(f plan.Format, shape plan.Shape) string {
	sql := body(f, shape)
	if f.MaxBytes == 0 || f.Body == plan.Nothing || shape == plan.Void {
		return sql
	}
	most := strconv.FormatInt(f.MaxBytes, 10)
	const refusal = `repeat(' ', greatest(octet_length("body"), 1073741824))`
	if f.Body == plan.Custom { // of any type: a cast to text may print it otherwise
		return `(select case when octet_length("body") > ` + most + ` then ` + refusal + ` else "body" end from (select case when "value" is distinct from null then format('%s', "value") end as "body" from (select (` +
			sql + `) as "value" offset 0) as "made" offset 0) as "bounded")`
	}
	return `(select case when octet_length("body") > ` + most + ` then ` + refusal + ` else "body" end from (select (` +
		sql + `)::text as "body" offset 0) as "bounded")`
}

// body makes the whole body in PostgreSQL, so that every type prints as its own
// JSON does. The star means the row, also where it has a column of its name.
func body(f plan.Format, shape plan.Shape) string {
	single := shape == plan.Scalar || shape == plan.Row || f.Body == plan.Object
	rows := `json_agg("_t".*)`
	if shape == plan.Scalar || shape == plan.ScalarSet {
		rows = "json_agg(" + value + ")"
	}
	switch {
	case f.Body == plan.Nothing || shape == plan.Void:
		return "null"
	case f.Body == plan.Custom:
		return handled(*f.Handler, shape)
	case f.Body == plan.CSV:
		return csv(f.Header)
	case f.Body == plan.GeoJSON:
		return geoJSON
	case single:
		return "coalesce((" + stripped(f, rows) + ")->0, 'null')"
	}
	return "coalesce(" + stripped(f, rows) + ", '[]')"
}

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

func stripped(f plan.Format, rows string) string {
	if f.Stripped {
		return "json_strip_nulls(" + rows + ")"
	}
	return rows
}

// geoJSON needs postgis. The function has no schema: the extension is wherever
// the extra search path says, and PostgreSQL answers 42883 where it is not.
const geoJSON = `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson("_t".*)::json), '[]'))`

// total counts the rows without limits where the client asked for it; without
// limits those are the rows of the answer. An estimate need not count further
// than it takes to see that it is one.
func total(f plan.Format, shape plan.Shape, count string, tree plan.Node) sq.Sqlizer {
	switch {
	case count != "exact" && count != "estimated":
		return nullColumn
	case tree.Rows == (plan.Rows{}):
		return plain(page(f, shape))
	}
	rows := counted(tree)
	if count == "estimated" && tree.MaxRows > 0 {
		rows.suffix = []sq.Sqlizer{plain("limit " + strconv.FormatInt(tree.MaxRows+1, 10))}
	}
	return wrapped{"(select count(*) from (", rows, ") as counted)"}
}
