package query

import (
	"slices"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// payload is what the statement calls the rows of the body.
const payload = "pgrst_body"

func write(f plan.Format, w plan.Write) sq.Sqlizer {
	var rows sq.Sqlizer = plain("select * from " + source)
	if f.Body != plan.Nothing {
		rows = nodeSelect(w.Tree)
	}
	statement := answer(f, plan.RowSet, nothing, plain(replaced(w)), plain(location(w)))
	return statement.over(f, change(w), rows)
}

func change(w plan.Write) sq.Sqlizer {
	switch {
	case w.Op == plan.Insert || w.Op == plan.Put:
		return insert(w)
	case w.Op == plan.Delete:
		return filtered(sq.Delete(table(w.Table)), w.Table.Name, w.Where).Suffix(returning(w))
	case len(w.Cells) == 0: // SQL has no update of nothing
		return sq.Select(returned(w)...).From(table(w.Table)).Where("false")
	}
	return update(w)
}

func insert(w plan.Write) sq.Sqlizer {
	names := make([]string, len(w.Cells))
	rows := sq.Select()
	for i, cell := range w.Cells {
		names[i] = quote(cell.Name)
		rows = rows.Column(column(payload, cell.Name))
	}
	if len(names) == 0 {
		rows = rows.Column("")
	}
	rows = filtered(rows.FromSelect(given(w), quote(payload)), payload, w.Where)
	return sq.Insert(table(w.Table)).Columns(names...).Select(rows).Suffix(onConflict(w)).Suffix(returning(w))
}

func update(w plan.Write) sq.Sqlizer {
	statement := sq.Update(table(w.Table)).FromSelect(given(w), quote(payload))
	for _, cell := range w.Cells {
		statement = statement.Set(quote(cell.Name), plain(column(payload, cell.Name)))
	}
	return filtered(statement, w.Table.Name, w.Where).Suffix(returning(w))
}

// filtered adds the conditions. Without any there is no WHERE: an extension may
// refuse that.
func filtered[B interface{ Where(any, ...any) B }](statement B, of string, conditions []plan.Condition) B {
	for _, c := range conditions {
		statement = statement.Where(condition(of, c, joined))
	}
	return statement
}

// given reads the rows of the body, typed like the columns they are for.
func given(w plan.Write) sq.SelectBuilder {
	switch {
	case len(w.Cells) == 0:
		return sq.Select("").Suffix("from json_array_elements(?::json)", w.Rows)
	case slices.ContainsFunc(w.Cells, func(c plan.Cell) bool { return c.Default != "" }):
		return givenOrDefault(w)
	case slices.ContainsFunc(w.Cells, func(c plan.Cell) bool { return c.Read != (plan.Name{}) }):
		rows := sq.Select()
		for _, cell := range w.Cells {
			rows = rows.Column(through(cell.Read, quote(cell.Name)) + " as " + quote(cell.Name))
		}
		return rows.Suffix("from json_to_recordset(?::json) as _("+typed(w.Cells)+")", w.Rows)
	}
	return sq.Select("*").Suffix("from json_to_recordset(?::json) as _("+typed(w.Cells)+")", w.Rows)
}

// givenOrDefault uses a column's default in those rows that lack its key; one
// that is null stays null. The default is not computed for other rows, so that
// a sequence skips no number.
func givenOrDefault(w plan.Write) sq.SelectBuilder {
	rows := sq.Select()
	for _, cell := range w.Cells {
		value := through(cell.Read, column("row", cell.Name))
		if cell.Default != "" {
			value = `case when "item"."data"->` + literal(cell.Name) + ` is null then ` + trusted(cell.Default) + ` else ` + value + ` end`
		}
		rows = rows.Column(value + " as " + quote(cell.Name))
	}
	return rows.Suffix(`from json_array_elements(?::json) as "item"("data"), json_to_record("item"."data") as "row"(`+
		typed(w.Cells)+")", w.Rows)
}

func typed(cells []plan.Cell) string {
	columns := make([]string, len(cells))
	for i, cell := range cells {
		columns[i] = quote(cell.Name) + " " + trusted(cell.Type)
	}
	return strings.Join(columns, ", ")
}

// onConflict counts the rows it replaces: the status tells whether any was new.
func onConflict(w plan.Write) string {
	if w.Conflict == nil {
		return ""
	}
	target := "on conflict (" + strings.Join(quoteAll(w.Conflict.Columns), ", ") + ") do "
	if !w.Conflict.Merge || len(w.Cells) == 0 {
		return target + "nothing"
	}
	sets := make([]string, len(w.Cells))
	for i, cell := range w.Cells {
		sets[i] = quote(cell.Name) + " = excluded." + quote(cell.Name)
	}
	return target + "update set " + strings.Join(sets, ", ") +
		" where set_config('pgrst.replaced', (" + replacedSoFar + " + 1)::text, true) is not null"
}

const replacedSoFar = "coalesce(nullif(current_setting('pgrst.replaced', true), '')::int, 0)"

func replaced(w plan.Write) string {
	if w.Conflict == nil || !w.Conflict.Merge {
		return "null"
	}
	return replacedSoFar
}

// location gives the key of the only row, for the Location header.
func location(w plan.Write) string {
	if len(w.Key) == 0 {
		return "null"
	}
	return "case when count(*) = 1 then (select row_to_json(key.*) from (select " +
		strings.Join(quoteAll(w.Key), ", ") + " from " + source + ") as key) end"
}

func returning(w plan.Write) string { return "returning " + strings.Join(returned(w), ", ") }

// returned names the columns to return; one that says nothing where none is
// needed, since only their number matters then.
func returned(w plan.Write) []string {
	if len(w.Returning) == 0 {
		return []string{"1"}
	}
	columns := make([]string, len(w.Returning))
	for i, name := range w.Returning {
		columns[i] = column(w.Table.Name, name)
	}
	return columns
}
