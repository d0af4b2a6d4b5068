package plan_test

import (
	"cmp"
	"net/http/httptest"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
)

func TestRoot(t *testing.T) {
	t.Parallel()
	const plain = "application/openapi+json; charset=utf-8"
	for _, c := range []struct {
		name, accept, method string
		options              plan.Options
		version, contentType string // of a plan.Root
		refused              string // the code
	}{
		{name: "anything", options: plan.Options{Described: true}, version: "2.0", contentType: plain},
		{name: "JSON", accept: "application/json", options: plan.Options{Described: true}, version: "2.0", contentType: plain},
		{name: "no version", accept: "application/openapi+json", options: plan.Options{Described: true}, version: "2.0", contentType: plain},
		{name: "3.1", accept: "application/openapi+json;version=3.1", options: plan.Options{Described: true}, version: "3.1", contentType: "application/openapi+json;version=3.1; charset=utf-8"},
		{name: "3.10", accept: "application/openapi+json;version=3.10", options: plan.Options{Described: true}, refused: fault.RestBadMedia},
		{name: "the better of two", accept: "application/json;q=0.5, application/openapi+json;version=3.1", options: plan.Options{Described: true}, version: "3.1", contentType: "application/openapi+json;version=3.1; charset=utf-8"},
		{name: "CSV", accept: "text/csv", options: plan.Options{Described: true}, refused: fault.RestBadMedia},
		{name: "disabled", refused: fault.RestNoOpenAPI},
		{name: "disabled, by OPTIONS", method: "OPTIONS", refused: fault.RestNoOpenAPI},
		{name: "a function that is not there", options: plan.Options{RootSpec: "nowhere"}, refused: fault.RestNoFunction},
	} {
		r := httptest.NewRequestWithContext(t.Context(), cmp.Or(c.method, "GET"), "/", nil)
		r.Header.Set("Accept", c.accept)
		request, err := parse.Read(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := plan.Make(request, plantest.Library(), c.options)
		if c.refused != "" {
			if err == nil || fault.As(err).Code != c.refused {
				t.Errorf("%s: got %v, want %s", c.name, err, c.refused)
			}
			continue
		}
		if root, ok := p.Action.(plan.Root); err != nil || !ok || root.Version != c.version || p.Format.ContentType != c.contentType || !p.ReadOnly {
			t.Errorf("%s: got %+v %v, want %s as %s", c.name, p, err, c.version, c.contentType)
		}
	}
}

func TestRootOfAFunction(t *testing.T) {
	t.Parallel()
	request, err := parse.Read(httptest.NewRequestWithContext(t.Context(), "GET", "/?a=1", nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Make(request, plantest.Library(), plan.Options{RootSpec: "add"})
	if call, ok := p.Action.(plan.Call); err != nil || !ok || call.Function.Name != "add" {
		t.Errorf("got %+v %v, want a call of add", p.Action, err)
	}
	request.Method = "OPTIONS"
	p, err = plan.Make(request, plantest.Library(), plan.Options{RootSpec: "forget"})
	if info, ok := p.Action.(plan.Info); err != nil || !ok || info.Allow != "OPTIONS,POST" {
		t.Errorf("OPTIONS: got %+v %v, want those of the function", p.Action, err)
	}
}
