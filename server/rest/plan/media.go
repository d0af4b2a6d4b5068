package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Body is the form of a response body.
type Body int

// The bodies. Nothing leaves the rows alone and only counts them.
const (
	Nothing Body = iota
	Array
	Object // one row, and only one
	CSV
	GeoJSON // a FeatureCollection, where the extension postgis is there to make it
	Custom  // as Format.Handler makes it
)

// Format is the media type of a response with its parameters.
type Format struct {
	Body        Body
	ContentType string
	Stripped    bool // keys with a null value are left out
	// Singular refuses any number of rows but one, also where Body is Nothing.
	Singular bool
	// Header are the names of the columns of a CSV; nil where only the rows tell.
	Header []string
	// Handler makes the body; nil where Body is not Custom.
	Handler *Handler
	// MaxBytes bounds a body that PostgreSQL makes as one value; 0 is no bound.
	MaxBytes int64
	// Explain asks for the plan of the statement in place of its answer; nil
	// for the answer.
	Explain *Explain
}

// Explain are the options of EXPLAIN.
type Explain struct {
	JSON    bool     // else text
	Options []string // some of analyze, verbose, settings, buffers, wal
}

const charset = "; charset=utf-8"

// builtIn has what can be made of any rows. A handler of the database's own
// comes first.
var builtIn = map[string]Format{
	parse.Any:     {Body: Array, ContentType: parse.JSON + charset},
	parse.JSON:    {Body: Array, ContentType: parse.JSON + charset},
	parse.CSV:     {Body: CSV, ContentType: parse.CSV + charset},
	parse.GeoJSON: {Body: GeoJSON, ContentType: parse.GeoJSON + charset},
}

// negotiate picks the first media type that we can make of the rows of a node.
// Without a body they need not be aggregated.
func (t *treePlanner) negotiate(node *Node, of rowSource, withBody bool) error {
	for _, media := range t.Accept {
		if format, ok := t.format(media, of); ok {
			if !withBody || t.plan.Head {
				format.Body = Nothing
			}
			t.plan.Format = format
			node.Printed = format.Body == CSV || format.Body == Custom // else rows are shown as JSON
			if format.Body == CSV {
				t.plan.Format.Header = t.header(node)
			}
			return nil
		}
	}
	return t.notAcceptable()
}

// header are the names of what a node answers with, where they are known.
func (t *treePlanner) header(node *Node) []string {
	values, ok := t.values(node)
	if !ok {
		return nil
	}
	names := make([]string, len(values))
	for i, value := range values {
		names[i] = value.Name
	}
	return names
}

func (pl *planner) notAcceptable() error {
	names := make([]string, len(pl.Accept))
	for i, media := range pl.Accept {
		names[i] = media.String()
	}
	return fault.New(fault.RestBadMedia, "None of these media types are available: "+strings.Join(names, ", "))
}

// format finds how a media type is made. The types of PostgREST's own cannot
// be overridden, since they have parameters.
func (pl *planner) format(media parse.Media, of rowSource) (Format, bool) {
	switch {
	case media.Explain != nil:
		return pl.explained(media, of)
	case media.Type == parse.Object:
		return Format{Body: Object, Singular: true, Stripped: media.NullsStripped, ContentType: media.String() + charset}, true
	case media.Type == parse.Array:
		return Format{Body: Array, Stripped: media.NullsStripped, ContentType: media.String() + charset}, true
	}
	if format, ok := pl.handled(media.Type, of); ok {
		return format, true
	}
	format, ok := builtIn[media.Type]
	return format, ok
}

// explained is the format of what would be made, with the plan in its place. The
// bytes of a handler go nowhere, and so need not be written out.
func (pl *planner) explained(media parse.Media, of rowSource) (Format, bool) {
	if !pl.options.ExplainEnabled || media.Explain.For.Explain != nil {
		return Format{}, false
	}
	format, ok := pl.format(media.Explain.For, of)
	if format.Handler != nil {
		format.Handler.Binary = false
	}
	format.Singular = false
	format.ContentType = media.String() + charset
	format.Explain = &Explain{JSON: media.Type == parse.PlanJSON, Options: media.Explain.Options}
	return format, ok
}
