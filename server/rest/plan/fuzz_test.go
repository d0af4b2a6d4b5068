package plan_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
	"github.com/toubkal/toubkal/server/rest/query"
)

// FuzzMake: any request becomes a statement that has nothing of it but quoted
// names and parameters, or is refused as a mistake of the client's.
func FuzzMake(f *testing.F) {
	for _, r := range plantest.Requests() {
		f.Add(r.Method, r.Path, r.Query, r.Headers, r.Body)
	}
	words, err := spelled()
	if err != nil {
		f.Fatal(err)
	}
	mountains := plantest.Mountains()
	f.Fuzz(func(t *testing.T, method, path, rawQuery, headers, body string) {
		r := plantest.Request{Method: method, Path: path, Query: rawQuery, Headers: headers, Body: body}
		request, err := parse.Read(r.HTTP(), []byte(body))
		if err != nil {
			return // FuzzRead judges it
		}
		for _, options := range []plan.Options{{}, {Described: true, RootSpec: "newest"}, {
			Aggregates: true, MaxRows: 2, ExplainEnabled: true, TxOverride: true, StrictTargets: true, Described: true,
		}} {
			p, err := plan.Make(request, mountains, options)
			if err != nil {
				if refusal := fault.As(err); refusal.Status >= 500 || refusal.Status < 300 || refusal.Code == "" {
					t.Errorf("%+v: refused with %d %s: %v", r, refusal.Status, refusal.Code, err)
				}
				continue
			}
			checkStatements(t, words, r, p)
		}
	})
}

func checkStatements(t *testing.T, words vocabulary, r plantest.Request, p plan.Plan) {
	t.Helper()
	builders := []func() (query.SQL, error){func() (query.SQL, error) { return query.Build(p) }}
	switch action := p.Action.(type) {
	case plan.Read:
		builders = append(
			builders,
			func() (query.SQL, error) { return query.Planned(action) },
			func() (query.SQL, error) { return query.Rows(p) },
		)
	case plan.Call, plan.Write:
	default:
		return // the answer needs no statement of its own
	}
	for _, build := range builders {
		sql, err := build()
		if err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		if found := words.leaks(sql); found != nil {
			t.Errorf("%+v: the statement has %q: %s", r, found, sql.Text)
		}
	}
}
