package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Body is how the rows become a body.
type Body int

// The bodies. Nothing leaves the rows alone and only counts them.
const (
	Nothing Body = iota
	Array
	Object // one row, and only one
	CSV
)

// Format is what the answer looks like.
type Format struct {
	Body        Body
	ContentType string
	Stripped    bool // keys with a null value are left out
	// Singular refuses any number of rows but one, also where Body is Nothing.
	Singular bool
}

// negotiate picks the first media type that we can make. Without a body the
// rows need not be aggregated.
func (m *maker) negotiate(withBody bool) error {
	for _, media := range m.Accept {
		if format, ok := formatOf(media); ok {
			if !withBody || m.plan.Head {
				format.Body = Nothing
			}
			m.plan.Format = format
			return nil
		}
	}
	names := make([]string, len(m.Accept))
	for i, media := range m.Accept {
		names[i] = media.String()
	}
	return fault.New(fault.RestBadMedia, "None of these media types are available: "+strings.Join(names, ", "))
}

func formatOf(media parse.Media) (Format, bool) {
	format := Format{ContentType: media.String() + "; charset=utf-8", Stripped: media.Stripped()}
	switch media.Type {
	case parse.Any, parse.JSON:
		return Format{Body: Array, ContentType: parse.JSON + "; charset=utf-8"}, true
	case parse.Array:
		format.Body = Array
	case parse.Object:
		format.Body, format.Singular = Object, true
	case parse.CSV:
		format.Body = CSV
	default:
		return Format{}, false
	}
	return format, true
}
