package reply_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/reply"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer reply.Answer
		length []string
		body   string
	}{
		{"a body and its length", reply.Answer{Status: 200, Body: []byte("[1]")}, []string{"3"}, "[1]"},
		{"no body", reply.Answer{Status: 201}, nil, ""},
		{"a status without a body", reply.Answer{Status: 204, Body: []byte("null")}, nil, ""},
		{"a page that has not changed", reply.Answer{Status: 304, Body: []byte("[1]")}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			w.Header().Set("Vary", "Accept-Encoding")
			test.answer.Header = http.Header{"Vary": {"Accept"}, "Set-Cookie": {"a=1", "b=2"}}
			reply.Write(w, test.answer)
			if w.Code != test.answer.Status || w.Body.String() != test.body {
				t.Errorf("got %d %q, want %d %q", w.Code, w.Body, test.answer.Status, test.body)
			}
			want := http.Header{"Vary": {"Accept-Encoding", "Accept"}, "Set-Cookie": {"a=1", "b=2"}}
			if test.length != nil {
				want["Content-Length"] = test.length
			}
			if diff := cmp.Diff(want, w.Header()); diff != "" {
				t.Errorf("headers (-want +got)\n%s", diff)
			}
		})
	}
}

// A plan is all there is to say: it counts nothing, and nothing was changed.
func TestPlansAreAnsweredAlone(t *testing.T) {
	t.Parallel()
	most := int64(0)
	p := plan.Plan{
		Action: plan.Write{Op: plan.Put, Counted: true}, Profile: "api", Applied: "count=exact", MaxAffected: &most,
		Format: plan.Format{ContentType: "application/vnd.pgrst.plan+json", Explain: &plan.Explain{JSON: true}},
	}
	result := plan.Result{Body: []byte("[]\n"), Rows: 7}
	if reply.Decides(p) || reply.Check(p, result) != nil {
		t.Error("a plan was judged by its rows")
	}
	got, err := reply.Make(p, result)
	if err != nil {
		t.Fatal(err)
	}
	want := reply.Answer{Status: 200, Body: result.Body, Header: http.Header{
		"Vary": {"Accept, Prefer, Range"}, "Content-Type": {"application/vnd.pgrst.plan+json"}, "Content-Profile": {"api"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	p.Head = true
	if got, err := reply.Make(p, result); err != nil || got.Body != nil {
		t.Errorf("HEAD: got %q, %v", got.Body, err)
	}
}

func TestErrorIsWritten(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		fault  *fault.Fault
		length []string
		body   string
	}{
		{"a refusal", fault.New("x", "no"), []string{"54"}, `{"code":"x","details":null,"hint":null,"message":"no"}`},
		{"a status without a body", fault.New("x", "no").WithStatus(204), nil, ""},
		{"and another", fault.New("x", "no").WithStatus(304), nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			w.Header().Set("Vary", "Origin")
			reply.Error(w, test.fault.WithHeader("Vary", "Accept"), reply.ErrorOptions{})
			if w.Body.String() != test.body {
				t.Errorf("got %q, want %q", w.Body, test.body)
			}
			want := http.Header{"Vary": {"Origin", "Accept"}, "Proxy-Status": {"PostgREST; error=x"}}
			if test.length != nil {
				want["Content-Length"], want["Content-Type"] = test.length, []string{"application/json; charset=utf-8"}
			}
			if diff := cmp.Diff(want, w.Header()); diff != "" {
				t.Errorf("headers (-want +got)\n%s", diff)
			}
		})
	}
}
