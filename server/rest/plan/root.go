package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Root asks for the description of the API.
type Root struct {
	// Version is that of OpenAPI: "2.0" or "3.1".
	Version string
}

// root answers a request for no table and no function: with what the operator's
// own function says of the API (db-root-spec), or else with the description.
func (m *planner) root() error {
	if m.options.RootSpec != "" {
		m.Function = m.options.RootSpec
		return m.call()
	}
	if !m.options.Described {
		return undescribed()
	}
	for _, media := range m.Accept {
		if version, ok := described(media); ok {
			m.plan.Action = Root{Version: version}
			// that of OpenAPI whatever was accepted, as PostgREST has it; a version is named
			// to those who named it
			m.plan.Format.ContentType = parse.OpenAPI + charset
			if media.Version != "" {
				m.plan.Format.ContentType = parse.OpenAPI + ";version=" + version + charset
			}
			return nil
		}
	}
	return m.notAcceptable()
}

func undescribed() error {
	return fault.New(fault.RestNoOpenAPI, "Root endpoint metadata is disabled")
}

// described says which version of OpenAPI a media type asks for. Without a
// version it is the one that PostgREST gives.
func described(media parse.Media) (version string, ok bool) {
	switch media.Type {
	case parse.Any, parse.JSON:
		return "2.0", true
	case parse.OpenAPI:
	default:
		return "", false
	}
	switch {
	case media.Version == "" || media.Version == "2.0":
		return "2.0", true
	case media.Version == "3.1" || strings.HasPrefix(media.Version, "3.1."):
		return "3.1", true
	}
	return "", false
}
