package rest

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

// session is the caller of a request's statements, and what SQL reads of it, in the
// order of PostgREST: the settings of the role as if it had logged in, then the
// role, and all else as the role.
func (h *handler) session(r *http.Request, t task, claims token.Claims, s *catalog.Snapshot) db.Session {
	return db.Session{
		Admission: h.admission(r, claims, !t.plan.ReadOnly, t.plan.Table()),
		Claims:    claims, ReadOnly: t.plan.ReadOnly, Short: readsByKey(t.plan, s), Rollback: t.plan.Rollback,
		Isolation: cmp.Or(t.plan.Isolation, s.RoleIsolation[claims.Role]),
		Settings:  h.roleSettings(t.plan.Schema, s.RoleSettings[claims.Role]),
		CallerSettings: slices.Concat(
			environment(t.request), settings(t.plan.Settings), h.Settings,
		),
		TimeZone: t.request.Prefer.Timezone, PreRequest: h.preRequest, Wait: t.request.Prefer.Wait,
	}
}

// readsByKey reports whether a plan reads one row at most.
func readsByKey(p plan.Plan, s *catalog.Snapshot) bool {
	read, ok := p.Action.(plan.Read)
	if !ok {
		return false
	}
	table := s.Tables[read.Tree.Table]
	return table != nil && read.ByKey(table.PrimaryKey)
}

func (h *handler) roleSettings(schema string, ofRole []catalog.Setting) []db.Setting {
	all := append(make([]db.Setting, 0, 1+len(ofRole)), h.searchPath(schema))
	return append(all, settings(ofRole)...)
}

// admission says who asks for a connection: a user, or else an address. A request that
// the program makes itself has neither, and where connections are not shared by caller
// it does not matter.
func (h *handler) admission(r *http.Request, claims token.Claims, write bool, table plan.Name) admission.Request {
	if !h.Pool.SharesByCaller() {
		return admission.Request{}
	}
	a := admission.Request{
		Caller: claims.Subject, Write: write, Table: [2]string{table.Schema, table.Name}, Answer: &admission.Answer{},
	}
	if a.Caller == "" {
		a.Caller = limit.Network(r.RemoteAddr)
		a.Anonymous = a.Caller != "" && h.isAnonymous(claims)
	}
	return a
}

// environment is what SQL may read of a request.
func environment(request parse.Request) []db.Setting {
	return []db.Setting{
		{Name: "request.method", Value: request.Method},
		{Name: "request.path", Value: request.Path},
		{Name: "request.headers", Value: request.Headers},
		{Name: "request.cookies", Value: request.Cookies},
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
func (h *handler) searchPath(schema string) db.Setting {
	return db.Setting{Name: "search_path", Value: db.Ident(schema) + h.extraPath}
}
