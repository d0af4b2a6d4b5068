package plan

import (
	"regexp"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Handler makes a body as the database's owner wants it.
type Handler struct {
	// Aggregate makes it of the rows; the zero Name takes the one value as it
	// is, since its domain already is the media type.
	Aggregate Name
	// Of is the row type that the aggregate takes; the zero Name for any.
	Of Name
	// Binary says that the result is a bytea: the body is its bytes.
	Binary bool
}

// rowSource is the relation or the function that a handler is chosen for.
type rowSource struct {
	table  Name   // whose rows these are; zero where only any handler will do
	domain string // the domain of a function's one value, where it is a media type
	binary bool   // the domain is made of bytea
}

// rowsOf describes the rows of a table. Its handlers take them only as they
// are: without a selection, and without embeds.
func rowsOf(node *Node) rowSource {
	if !node.whole() {
		return rowSource{}
	}
	return rowSource{table: node.origin.name}
}

// resultOf describes what a function returns.
func resultOf(f *catalog.Function, node *Node) rowSource {
	switch {
	case f.Returns.Composite:
		return rowsOf(node)
	case f.Returns.Set || !node.whole() || !mediaName.MatchString(f.Returns.Domain.Name):
		return rowSource{}
	}
	return rowSource{domain: f.Returns.Domain.Name, binary: f.Returns.Type == bytea}
}

var bytea = Name{Schema: "pg_catalog", Name: "bytea"}

// mediaName matches the names of domains that are media types.
var mediaName = regexp.MustCompile(`^(?:[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+|\*/\*)$`)

// whole reports whether a node selects its rows as they are.
func (n *Node) whole() bool {
	if len(n.Embeds) > 0 || len(n.Columns) != 1 {
		return false
	}
	c := n.Columns[0]
	return c.Field.Column == "*" && c.Field.Show == (Name{}) && c.As == "" && c.Function == ""
}

// handled finds a handler: one for everything that these rows are asked as,
// one for them in this media type, then one for any rows.
func (pl *planner) handled(media string, of rowSource) (Format, bool) {
	if name := strings.ToLower(of.domain); name == media || name == parse.Any {
		return custom(Handler{Binary: of.binary}, of.domain), true
	}
	candidates := []catalog.Handled{{Media: media}}
	if of.table != (Name{}) {
		candidates = []catalog.Handled{{Table: of.table, Media: parse.Any}, {Table: of.table, Media: media}, {Media: media}}
	}
	for _, serves := range candidates {
		if found, ok := pl.catalog.Handlers[serves]; ok {
			return custom(Handler{Aggregate: found.Function, Of: serves.Table, Binary: found.Binary}, found.Media), true
		}
	}
	return Format{}, false
}

// custom is a format of the database's own. What can be anything is octets, as
// long as response.headers says nothing else.
func custom(h Handler, media string) Format {
	if media == parse.Any {
		media = parse.Octets
	}
	switch strings.ToLower(media) {
	case parse.JSON, parse.CSV, parse.GeoJSON, parse.PlainText, parse.XML, parse.OpenAPI, parse.Form:
		media += charset
	}
	return Format{Body: Custom, ContentType: media, Handler: &h}
}
