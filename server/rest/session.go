package rest

import (
	"context"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

func (h handler) claims(ctx context.Context) (token.Claims, error) {
	bearer, sent := token.Sent(ctx)
	switch {
	case sent && h.Verify == nil:
		return h.Visitor, fault.New(fault.RestNoSecret, "Server lacks JWT secret")
	case sent:
		return h.Verify(bearer)
	case h.SignedIn:
		return h.Visitor, fault.New(fault.RestAnonymousRefused, "Anonymous access is disabled").
			WithHeader("WWW-Authenticate", "Bearer")
	}
	return h.Visitor, nil
}

// session is whom the statement runs as, and what SQL sees of the request. The
// settings of the role come first, as if it had logged in.
func (h handler) session(request parse.Request, p plan.Plan, claims token.Claims, ofRole []catalog.Setting) db.Session {
	settings := make([]db.Setting, 0, 8+len(h.Settings))
	settings = append(settings, db.Setting{Name: "search_path", Value: searchPath(p.Schema, h.ExtraSearchPath)})
	for _, setting := range ofRole {
		settings = append(settings, db.Setting(setting))
	}
	settings = append(
		settings,
		db.Setting{Name: "request.method", Value: request.Method},
		db.Setting{Name: "request.path", Value: request.Path},
		db.Setting{Name: "request.headers", Value: string(request.Headers)},
		db.Setting{Name: "request.cookies", Value: string(request.Cookies)},
	)
	if request.Prefer.Timezone != "" {
		settings = append(settings, db.Setting{Name: "timezone", Value: request.Prefer.Timezone})
	}
	for _, setting := range p.Settings {
		settings = append(settings, db.Setting(setting))
	}
	return db.Session{
		Claims: claims, ReadOnly: p.ReadOnly, Rollback: p.Rollback, Settings: append(settings, h.Settings...),
	}
}

func searchPath(schema string, extra []string) string {
	names := make([]string, 0, 1+len(extra))
	for _, name := range append([]string{schema}, extra...) {
		names = append(names, `"`+strings.ReplaceAll(name, `"`, `""`)+`"`)
	}
	return strings.Join(names, ", ")
}
