package rest

import (
	"context"
	"slices"
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

// session is whom a request's statements run as, and what SQL sees of it, in the
// order of PostgREST: the settings of the role as if it had logged in, then the
// role, and all else as the role.
func (h handler) session(t task, claims token.Claims, s *catalog.Snapshot) db.Session {
	return db.Session{
		Claims: claims, ReadOnly: t.plan.ReadOnly, Rollback: t.plan.Rollback,
		Isolation: isolation(t.plan, s.RoleIsolation[claims.Role]),
		Settings:  h.roleSettings(t.plan.Schema, s.RoleSettings[claims.Role]),
		CallerSettings: slices.Concat(
			environment(t.request), settings(t.plan.Settings), h.Settings,
		),
		TimeZone: t.request.Prefer.Timezone, PreRequest: h.before, Wait: t.request.Prefer.Wait,
	}
}

// isolation is the level that a function asks for, or else its caller's role.
func isolation(p plan.Plan, ofRole string) string {
	if p.Isolation != "" {
		return p.Isolation
	}
	return ofRole
}

func (h handler) roleSettings(schema string, ofRole []catalog.Setting) []db.Setting {
	return append([]db.Setting{h.searchPath(schema)}, settings(ofRole)...)
}

// environment is what SQL may read of a request.
func environment(request parse.Request) []db.Setting {
	return []db.Setting{
		{Name: "request.method", Value: request.Method},
		{Name: "request.path", Value: request.Path},
		{Name: "request.headers", Value: string(request.Headers)},
		{Name: "request.cookies", Value: string(request.Cookies)},
	}
}

func settings(list []catalog.Setting) []db.Setting {
	settings := make([]db.Setting, len(list))
	for i, setting := range list {
		settings[i] = db.Setting(setting)
	}
	return settings
}

// searchPath puts a request's schema before the schemas that are searched for
// all.
func (h handler) searchPath(schema string) db.Setting {
	return db.Setting{Name: "search_path", Value: quoted(schema) + h.extraPath}
}

// extraPath is what stands behind each request's schema on the search path.
func extraPath(schemas []string) string {
	path := ""
	for _, schema := range schemas {
		path += ", " + quoted(schema)
	}
	return path
}

func quoted(schema string) string { return `"` + strings.ReplaceAll(schema, `"`, `""`) + `"` }
