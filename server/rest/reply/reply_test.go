package reply_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/reply"
)

func count(n int64) *int64 { return &n }

var list = plan.Format{Body: plan.Array, ContentType: "application/json; charset=utf-8"}

// read is a plan that reads from an offset.
func read(offset int64) plan.Plan {
	return plan.Plan{Format: list, ReadOnly: true, Action: plan.Read{
		Location: "/t?a=1", Tree: plan.Node{Rows: plan.Rows{Offset: offset}},
	}}
}

func write(w plan.Write) plan.Plan {
	w.Table = plan.Name{Schema: "api", Name: "t t"}
	return plan.Plan{Format: list, Action: w, Applied: "return=" + w.Return}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	merge := &plan.Conflict{Merge: true}
	tests := []struct {
		name   string
		plan   plan.Plan
		result plan.Result
		status int
		header map[string]string // "" for one that must be absent
		body   string
	}{
		{
			"all rows, not counted", read(0),
			plan.Result{Rows: 2, Body: []byte("[]")},
			200,
			map[string]string{"Content-Range": "0-1/*", "Content-Location": "/t?a=1", "Content-Type": list.ContentType, "Vary": "Accept, Prefer, Range"},
			"[]",
		},
		{"no rows", read(0), plan.Result{Body: []byte("[]")}, 200, map[string]string{"Content-Range": "*/*"}, "[]"},
		{"no rows, counted", read(0), plan.Result{Total: count(0)}, 200, map[string]string{"Content-Range": "*/0"}, ""},
		{"a counted part", read(5), plan.Result{Total: count(20), Rows: 2}, 206, map[string]string{"Content-Range": "5-6/20"}, ""},
		{"all, counted", read(0), plan.Result{Total: count(2), Rows: 2}, 200, map[string]string{"Content-Range": "0-1/2"}, ""},
		{
			"HEAD", func() plan.Plan { p := read(0); p.Head = true; return p }(),
			plan.Result{Rows: 1, Body: []byte("x")},
			200,
			map[string]string{"Content-Type": list.ContentType},
			"",
		},
		{
			"a schema by name", func() plan.Plan { p := read(0); p.Profile = "v2"; return p }(),
			plan.Result{},
			200,
			map[string]string{"Content-Profile": "v2"},
			"",
		},
		{
			"a warning", func() plan.Plan { p := read(0); p.Warnings = []string{"Update \"é\"\r\n"}; return p }(),
			plan.Result{},
			200,
			map[string]string{"Warning": `299 PostgRESTv17 "Update _____"`},
			"",
		},
		{
			"insert", write(plan.Write{Return: "minimal"}),
			plan.Result{Rows: 1},
			201,
			map[string]string{"Content-Range": "*/*", "Content-Type": "", "Location": "", "Preference-Applied": "return=minimal"},
			"",
		},
		{
			"insert with its place", write(plan.Write{Return: "headers-only"}),
			plan.Result{Rows: 1, Location: []byte(`{"id":7,"name":"a b/ü","gone":null}`)},
			201,
			map[string]string{"Location": "/t%20t?id=eq.7&name=eq.a%20b%2F%C3%BC&gone=is.null"},
			"",
		},
		{
			"insert, shown and counted", write(plan.Write{Return: "representation", Counted: true}),
			plan.Result{Rows: 2, Body: []byte("[1]")},
			201,
			map[string]string{"Content-Range": "*/2", "Content-Type": list.ContentType},
			"[1]",
		},
		{"upsert of old rows", write(plan.Write{Conflict: merge}), plan.Result{Rows: 2, Replaced: 2}, 200, nil, ""},
		{"upsert with a new row", write(plan.Write{Conflict: merge}), plan.Result{Rows: 2, Replaced: 1}, 201, nil, ""},
		{"put", write(plan.Write{Op: plan.Put, Conflict: merge}), plan.Result{Rows: 1}, 204, map[string]string{"Content-Range": ""}, ""},
		{"put of a new row", write(plan.Write{Op: plan.Put, Return: "representation"}), plan.Result{Rows: 1, Body: []byte("[]")}, 201, nil, "[]"},
		{"put of an old row", write(plan.Write{Op: plan.Put, Return: "representation"}), plan.Result{Rows: 1, Replaced: 1, Body: []byte("[]")}, 200, nil, "[]"},
		{"update", write(plan.Write{Op: plan.Update}), plan.Result{Rows: 3}, 204, map[string]string{"Content-Range": "0-2/*", "Content-Type": ""}, ""},
		{"update of nothing", write(plan.Write{Op: plan.Update}), plan.Result{}, 204, map[string]string{"Content-Range": "*/*"}, ""},
		{"update, counted", write(plan.Write{Op: plan.Update, Counted: true, Return: "representation"}), plan.Result{Rows: 1, Body: []byte("[]")}, 200, map[string]string{"Content-Range": "0-0/1"}, "[]"},
		{"delete, counted", write(plan.Write{Op: plan.Delete, Counted: true}), plan.Result{Rows: 4}, 204, map[string]string{"Content-Range": "*/4"}, ""},
		{
			"a call for nothing",
			plan.Plan{Format: list, Action: plan.Call{Shape: plan.Void}},
			plan.Result{Rows: 1, Body: []byte("null")},
			204,
			map[string]string{"Content-Type": "", "Content-Range": "0-0/*"},
			"",
		},
		{"a call", plan.Plan{Format: list, Action: plan.Call{Shape: plan.Scalar}}, plan.Result{Rows: 1, Body: []byte("3")}, 200, nil, "3"},
		{"info", plan.Plan{Action: plan.Info{Allow: "OPTIONS,GET"}}, plan.Result{}, 200, map[string]string{"Allow": "OPTIONS,GET"}, ""},
		{
			"headers and status of a function's own", read(0),
			plan.Result{Status: []byte("202"), Headers: []byte(`[{"set-cookie":"a"},{"Set-Cookie":"b"},{"Content-Type":"text/x"},{"Content-Length":"9"}]`)},
			202,
			map[string]string{"Content-Type": "text/x", "Content-Length": ""},
			"",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := reply.Make(test.plan, test.result)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != test.status || string(got.Body) != test.body {
				t.Errorf("got %d %q, want %d %q", got.Status, got.Body, test.status, test.body)
			}
			for name, want := range test.header {
				if value := got.Header.Get(name); value != want {
					t.Errorf("%s: got %q, want %q", name, value, want)
				}
			}
		})
	}
}

func TestCookiesAreKeptApart(t *testing.T) {
	t.Parallel()
	got, err := reply.Make(read(0), plan.Result{Headers: []byte(`[{"Set-Cookie":"a"},{"set-cookie":"b"}]`)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, got.Header.Values("Set-Cookie")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		result plan.Result
		code   string
	}{
		{"past the end", plan.Result{Total: count(3)}, fault.RestBadRange},
		{"status in words", plan.Result{Status: []byte("fine")}, fault.RestBadStatusGUC},
		{"status that HTTP has not", plan.Result{Status: []byte("99")}, fault.RestBadStatusGUC},
		{"headers as an object", plan.Result{Headers: []byte(`{"a":"b"}`)}, fault.RestBadHeadersGUC},
		{"two headers in one", plan.Result{Headers: []byte(`[{"a":"b","c":"d"}]`)}, fault.RestBadHeadersGUC},
		{"a header that is a number", plan.Result{Headers: []byte(`[{"a":1}]`)}, fault.RestBadHeadersGUC},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := reply.Make(read(5), test.result)
			if got := fault.As(err).Code; got != test.code {
				t.Errorf("got %s, want %s", got, test.code)
			}
		})
	}
	counted := read(5)
	counted.Applied = "count=exact"
	_, err := reply.Make(counted, plan.Result{Total: count(3)})
	if got := fault.As(err); got.Header.Get("Content-Range") != "*/3" || got.Header.Get("Preference-Applied") != "count=exact" ||
		got.Details != "An offset of 5 was requested, but there are only 3 rows." {
		t.Errorf("past the end: got %+v", got)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	single := plan.Plan{Format: plan.Format{Singular: true}, Action: plan.Write{}}
	bounded := plan.Plan{MaxAffected: count(2), Action: plan.Write{}}
	put := plan.Plan{Action: plan.Write{Op: plan.Put}}
	tests := []struct {
		name    string
		plan    plan.Plan
		rows    int64
		code    string
		details any
		decides bool
	}{
		{"one", single, 1, "", nil, true},
		{"none", single, 0, fault.RestNotSingular, "The result contains 0 rows", true},
		{"two", single, 2, fault.RestNotSingular, "The result contains 2 rows", true},
		{"within the bound", bounded, 2, "", nil, true},
		{"over the bound", bounded, 3, fault.RestMaxAffected, "The query affects 3 rows", true},
		{"put", put, 1, "", nil, false},
		{"put of another row", put, 0, fault.RestPutMismatch, nil, false},
		{"one of many", read(0), 5, "", nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := reply.Check(test.plan, plan.Result{Rows: test.rows})
			if test.code == "" && err != nil {
				t.Errorf("got %v, want none", err)
			}
			if got := fault.As(err); test.code != "" && (got.Code != test.code || got.Details != test.details) {
				t.Errorf("got %s %v, want %s %v", got.Code, got.Details, test.code, test.details)
			}
			if got := reply.Decides(test.plan); got != test.decides {
				t.Errorf("decides: got %v, want %v", got, test.decides)
			}
		})
	}
}

func TestErrorBody(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		err    error
		status int
		body   string
	}{
		{
			"with all", fault.New("PGRST100", "a <b> & c").WithDetails("d").WithHint("h"), 400,
			`{"code":"PGRST100","details":"d","hint":"h","message":"a <b> & c"}`,
		},
		{
			"with a list", fault.New("PGRST201", "m").WithDetails([]map[string]string{{"b": "1", "a": "2"}}), 300,
			`{"code":"PGRST201","details":[{"a":"2","b":"1"}],"hint":null,"message":"m"}`,
		},
		{
			"that is none", errors.New("password=secret"), 500,
			`{"code":"internal","details":null,"hint":null,"message":"Something went wrong on our side. Please try again."}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			reply.Error(w, test.err, reply.ErrorOptions{})
			if w.Code != test.status || w.Body.String() != test.body {
				t.Errorf("got %d %s\nwant %d %s", w.Code, w.Body, test.status, test.body)
			}
			want := "PostgREST; error=" + fault.As(test.err).Code
			if got := w.Header().Get("Proxy-Status"); got != want {
				t.Errorf("Proxy-Status: got %q, want %q", got, want)
			}
		})
	}
	w := httptest.NewRecorder()
	reply.Error(w, fault.New("42501", "no").WithStatus(http.StatusUnauthorized), reply.ErrorOptions{})
	if got := w.Header().Get("WWW-Authenticate"); got != "Bearer" {
		t.Errorf("WWW-Authenticate: got %q, want Bearer", got)
	}
}

func TestRaised(t *testing.T) {
	t.Parallel()
	const message = `{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}`
	got := reply.Raised(fault.New("PGRST", message).WithDetails(`{"status":332,"headers":{"X-Header":"str"}}`))
	if got.Status != 332 || got.Code != "123" || got.Message != "ABC" || got.Details != "DEF" || got.Hint != "XYZ" || got.Header.Get("X-Header") != "str" {
		t.Errorf("got %+v", got)
	}
	for _, bad := range []*fault.Fault{
		fault.New("PGRST", "INVALID").WithDetails(`{"status":332,"headers":{}}`),
		fault.New("PGRST", message),
		fault.New("PGRST", message).WithDetails(`{"status":332}`),
		fault.New("PGRST", message).WithDetails(`{"status":99,"headers":{}}`),
	} {
		if got := reply.Raised(bad); got.Code != fault.RestBadRaise || got.Status != 500 {
			t.Errorf("%v: got %s %d", bad.Details, got.Code, got.Status)
		}
	}
	if plain := fault.New("42501", "no"); reply.Raised(plain) != plain {
		t.Error("another fault was changed")
	}
}
