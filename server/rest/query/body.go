package query

import "github.com/toubkal/toubkal/server/rest/plan"

// body makes the whole body in PostgreSQL, so that every type prints as its own
// JSON does. The star means the row, also where it has a column of its name.
func body(f plan.Format, shape plan.Shape) string {
	scalar := shape == plan.Scalar || shape == plan.ScalarSet
	single := shape == plan.Scalar || shape == plan.Row || f.Body == plan.Object
	rows := `json_agg("_t".*)`
	if scalar {
		rows = `json_agg("_t"."pgrst_scalar")`
	}
	switch {
	case f.Body == plan.Nothing || shape == plan.Void:
		return "null"
	case f.Body == plan.CSV:
		return csv
	case single:
		return "coalesce((" + stripped(f, rows) + ")->0, 'null')"
	}
	return "coalesce(" + stripped(f, rows) + ", '[]')"
}

func stripped(f plan.Format, rows string) string {
	if f.Stripped {
		return "json_strip_nulls(" + rows + ")"
	}
	return rows
}

// csv prints rows as PostgreSQL prints composite values, which quotes what CSV
// must, under a header of their names.
const csv = `(select coalesce(string_agg(name, ','), '') from (
	select json_object_keys(row_to_json(first_row.*)) as name from (select * from ` + source + ` limit 1) as first_row
) as header) || E'\n' || coalesce(string_agg(substring(("_t".*)::text, 2, length(("_t".*)::text) - 2), E'\n'), '')`
