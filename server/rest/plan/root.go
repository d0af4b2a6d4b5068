package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// Root asks for the description of the API.
type Root struct {
	// Version is the version of OpenAPI: "2.0" or "3.1".
	Version string
}

// root answers a request for no table and no function: with what the operator's
// own function says of the API (db-root-spec), or else with the description.
func (c *callPlanner) root() error {
	if c.options.RootSpec != "" {
		c.Function = c.options.RootSpec
		return c.call()
	}
	if !c.options.Described {
		return undescribed()
	}
	for _, media := range c.Accept {
		if version, ok := described(media); ok {
			c.plan.Action = Root{Version: version}
			// always the OpenAPI media type, as PostgREST; with the version where it was asked for
			c.plan.Format.ContentType = parse.OpenAPI + charset
			if media.Version != "" {
				c.plan.Format.ContentType = parse.OpenAPI + ";version=" + version + charset
			}
			return nil
		}
	}
	return c.notAcceptable()
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
