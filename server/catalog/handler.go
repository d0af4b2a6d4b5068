package catalog

import "strings"

// Handled is what a Handler serves: rows of one table in one media type.
type Handled struct {
	// Table is the row type that the aggregate takes; the zero Name means any
	// (anyelement).
	Table Name
	Media string // in lower case: "application/geo+json", "*/*"
}

// Handler is an aggregate that makes a whole body of rows. Its result is a
// domain named like a media type, as PostgREST has it
// (https://postgrest.org/en/stable/references/api/media_type_handlers.html).
// Functions whose own result is such a domain are told by Returns.Domain.
type Handler struct {
	Function Name
	// Media is the domain's name as it is spelled, for the Content-Type.
	Media string
	// Binary says that the domain is made of bytea: the body is its bytes.
	Binary bool
}

type handlerRow struct {
	Schema, Name, Media    string
	TableSchema, TableName string
	Binary                 bool
}

// addHandlers keeps the last by name of those that serve the same.
func (b *builder) addHandlers() {
	b.snapshot.Handlers = make(map[Handled]Handler, len(b.handlers))
	for _, row := range b.handlers {
		serves := Handled{Table: Name{row.TableSchema, row.TableName}, Media: strings.ToLower(row.Media)}
		b.snapshot.Handlers[serves] = Handler{
			Function: Name{row.Schema, row.Name}, Media: row.Media, Binary: row.Binary,
		}
	}
}
