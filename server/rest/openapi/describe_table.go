package openapi

import (
	"slices"

	"github.com/toubkal/toubkal/server/catalog"
)

// The media types that rows come in, and those that they can be written in.
const (
	jsonMedia   = "application/json"
	objectMedia = "application/vnd.pgrst.object+json"
	csvMedia    = "text/csv"
)

// table has the methods that the caller may use on a table.
func (d describer) table(t *catalog.Table) object {
	rights := d.Rights.in(t)
	var item object
	if rights.Select != nil {
		item = item.with("get", d.selecting(t))
	}
	if rights.Insert != nil {
		item = item.with("post", d.inserting(t))
	}
	if rights.Insert != nil && rights.Update != nil && len(t.PrimaryKey) > 0 {
		item = item.with("put", d.replacing(t))
	}
	if rights.Update != nil {
		item = item.with("patch", d.updating(t))
	}
	if rights.Delete {
		item = item.with("delete", d.deleting(t))
	}
	return item
}

// operation begins an operation on a table.
func operation(verb, summary string, t *catalog.Table) object {
	return object{
		{"operationId", verb + "_" + slug(t.Name.Name)},
		{"tags", []string{t.Name.Name}},
		{"summary", summary},
	}
}

func (d describer) selecting(t *catalog.Table) object {
	summary, description := splitComment(t.Comment)
	if summary == "" {
		summary = "Read " + t.Name.Name
	}
	parameters := slices.Concat(d.chosen(t), []string{"select", "order", "limit", "offset", "range", "rangeUnit", "ifNoneMatch", "preferRead"})
	return operation("select", summary, t).text("description", description).
		with("parameters", d.profile("acceptProfile", parameters...)).
		with("responses", object{
			{"200", d.answered(t, "The rows.")},
			{"206", d.answered(t, "Some of the rows, where their number was asked for.")},
			{"304", object{{"description", "The rows are those that If-None-Match names."}}},
			{"default", refusal},
		})
}

func (d describer) inserting(t *catalog.Table) object {
	row := ref("schemas", slug(t.Name.Name)+".insert")
	body := object{{"anyOf", []object{row, {{"type", "array"}, {"items", row}}}}}
	return operation("insert", "Insert into "+t.Name.Name, t).
		with("parameters", d.profile("contentProfile", "select", "columns", "on_conflict", "preferInsert")).
		with("requestBody", object{{"required", true}, {"content", object{
			{jsonMedia, object{{"schema", body}}},
			{csvMedia, object{{"schema", text}}},
			{"application/x-www-form-urlencoded", object{{"schema", row}}},
		}}}).
		with("responses", object{
			{"200", d.answered(t, "Every row was there already, and merged.")},
			{"201", d.answered(t, "Inserted.")},
			{"default", refusal},
		})
}

func (d describer) replacing(t *catalog.Table) object {
	keys := make([]string, 0, len(t.PrimaryKey)+2)
	for _, key := range t.PrimaryKey {
		if d.filters(t, key) {
			keys = append(keys, filter(t, key))
		}
	}
	return operation("put", "Insert one row into "+t.Name.Name+", or replace it", t).
		with("description", "The filters name the row by its whole primary key, with `eq.`.").
		with("parameters", d.profile("contentProfile", append(keys, "select", "ifMatch", "preferWrite")...)).
		with("requestBody", d.body(t, "insert")).
		with("responses", object{
			{"200", d.answered(t, "The row that was replaced.")},
			{"201", d.answered(t, "The row that was inserted.")},
			{"204", object{{"description", "Done."}}},
			{"default", refusal},
		})
}

func (d describer) updating(t *catalog.Table) object {
	parameters := append(d.chosen(t), "select", "columns", "ifMatch", "preferWrite")
	return operation("update", "Change rows of "+t.Name.Name, t).
		with("description", "Without a filter it changes every row that the caller may change.").
		with("parameters", d.profile("contentProfile", parameters...)).
		with("requestBody", d.body(t, "update")).
		with("responses", d.changes(t, "The rows as they are now."))
}

func (d describer) deleting(t *catalog.Table) object {
	return operation("delete", "Delete rows of "+t.Name.Name, t).
		with("description", "Without a filter it deletes every row that the caller may delete.").
		with("parameters", d.profile("contentProfile", append(d.chosen(t), "select", "ifMatch", "preferWrite")...)).
		with("responses", d.changes(t, "The rows as they were."))
}

func (d describer) body(t *catalog.Table, shape string) object {
	return object{{"required", true}, {"content", object{
		{jsonMedia, object{{"schema", ref("schemas", slug(t.Name.Name)+"."+shape)}}},
	}}}
}

func (d describer) changes(t *catalog.Table, description string) object {
	return object{
		{"200", d.answered(t, description)},
		{"204", object{
			{"description", "Done."},
			{"headers", object{{"Content-Range", ref("headers", "contentRange")}}},
		}},
		{"default", refusal},
	}
}

// answered is a status with a table's rows, if they are asked for and the caller
// may read them.
func (d describer) answered(t *catalog.Table, description string) object {
	if !d.readable[t.Name.Name] {
		return object{{"description", description}}
	}
	return ref("responses", slug(t.Name.Name)).with("description", description)
}

// responses are the refusal, and the rows of each table.
func (d describer) responses(tables []*catalog.Table) object {
	responses := object{{"api.refused", refused}}
	for _, table := range tables {
		if d.readable[table.Name.Name] {
			responses = responses.with(slug(table.Name.Name), d.rows(table))
		}
	}
	return responses
}

func (d describer) rows(t *catalog.Table) object {
	row := ref("schemas", slug(t.Name.Name))
	return object{
		{"description", "Rows of " + t.Name.Name + "."},
		{"headers", object{
			{"Content-Range", ref("headers", "contentRange")},
			{"Content-Location", ref("headers", "contentLocation")},
			{"ETag", ref("headers", "etag")},
			{"Location", ref("headers", "location")},
			{"Preference-Applied", ref("headers", "preferenceApplied")},
		}},
		{"content", object{
			{jsonMedia, object{{"schema", object{{"type", "array"}, {"items", row}}}}},
			{objectMedia, object{{"schema", row}}},
			{csvMedia, object{{"schema", text}}},
		}},
	}
}
