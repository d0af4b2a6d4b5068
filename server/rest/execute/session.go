package execute

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

// Session is the caller of a request's statements, and what SQL reads of it, in the
// order of PostgREST: the settings of the role as if it had logged in, then the
// role, and all else as the role.
func (e *Executor) Session(r *http.Request, t Task, claims token.Claims, s *catalog.Snapshot) db.Session {
	return db.Session{
		Admission: e.Admission(r, claims, !t.Plan.ReadOnly, t.Plan.Table()),
		Claims:    claims, ReadOnly: t.Plan.ReadOnly, Short: readsByKey(t.Plan, s), Rollback: t.Plan.Rollback, Distributed: s.Distributed,
		Isolation: cmp.Or(t.Plan.Isolation, s.RoleIsolation[claims.Role]),
		Settings:  e.RoleSettings(t.Plan.Schema, s.RoleSettings[claims.Role]),
		CallerSettings: slices.Concat(
			Environment(t.Request), settings(t.Plan.Settings), e.Settings,
		),
		TimeZone: t.Request.Prefer.Timezone, PreRequest: e.PreRequest, Wait: t.Request.Prefer.Wait,
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

// RoleSettings are the search path of a request and the settings of its role.
func (e *Executor) RoleSettings(schema string, ofRole []catalog.Setting) []db.Setting {
	all := append(make([]db.Setting, 0, 1+len(ofRole)), e.SearchPath(schema))
	return append(all, settings(ofRole)...)
}

// Admission says who asks for a connection: a user, or else an address. A request that
// the program makes itself has neither, and where connections are not shared by caller
// it does not matter.
func (e *Executor) Admission(r *http.Request, claims token.Claims, write bool, table plan.Name) admission.Request {
	if !e.Pool.SharesByCaller() {
		return admission.Request{}
	}
	a := admission.Request{
		Caller: claims.Subject, Write: write, Table: [2]string{table.Schema, table.Name}, Answer: &admission.Answer{},
	}
	if a.Caller == "" {
		a.Caller = limit.Network(r.RemoteAddr)
		a.Anonymous = a.Caller != "" && claims.Role == e.AnonRole
	}
	return a
}

// Environment are the settings by which SQL reads a request.
func Environment(request parse.Request) []db.Setting {
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

// SearchPath puts a request's schema before the schemas that are searched for
// all.
func (e *Executor) SearchPath(schema string) db.Setting {
	return db.Setting{Name: "search_path", Value: db.Ident(schema) + e.extraPath}
}
