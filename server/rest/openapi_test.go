package rest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toubkal/toubkal/server/rest"
)

const (
	openAPI   = "application/openapi+json; charset=utf-8"
	openAPI31 = "application/openapi+json;version=3.1; charset=utf-8"
)

// described is the part of a document that the tests look at, of either version.
type described struct {
	Swagger, OpenAPI, Host, BasePath string
	Schemes                          []string
	Servers                          []struct{ URL string }
	Paths                            map[string]map[string]any
	Definitions                      map[string]any
	Components                       struct{ Schemas map[string]any }
	SecurityDefinitions              map[string]any
}

func (a *api) described(as, line string, headers ...string) described {
	a.t.Helper()
	got := a.do(as, line, "", headers...)
	var d described
	if err := json.Unmarshal([]byte(got.body), &d); err != nil || got.StatusCode != http.StatusOK {
		a.t.Fatalf("%s: %d %.200s: %v", line, got.StatusCode, got.body, err)
	}
	return d
}

func (d described) methods(path string) string {
	var methods []string
	for _, method := range []string{"get", "post", "put", "patch", "delete"} {
		if d.Paths[path][method] != nil {
			methods = append(methods, method)
		}
	}
	return strings.Join(methods, " ")
}

func TestTheRootDescribesTheAPI(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, c := range []struct{ name, accept, contentType string }{
		{"to a browser", "", openAPI},
		{"as JSON", "application/json", openAPI},
		{"as OpenAPI", "application/openapi+json", openAPI},
		{"as OpenAPI 2.0", "application/openapi+json;version=2.0", "application/openapi+json;version=2.0; charset=utf-8"},
		{"as OpenAPI 3.1", "application/openapi+json; version=3.1", openAPI31},
		{"as OpenAPI 3.1.0", `application/openapi+json;version="3.1.0"`, openAPI31},
		{"as the first that there is", "text/csv, application/openapi+json;version=3.1", openAPI31},
	} {
		got := a.do("u", "GET /", "", "Accept", c.accept)
		if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != c.contentType {
			t.Errorf("%s: got %d %s, want %s", c.name, got.StatusCode, got.Header.Get("Content-Type"), c.contentType)
		}
		want := `{"swagger":"2.0",`
		if c.contentType == openAPI31 {
			want = `{"openapi":"3.1.1",`
		}
		if !strings.HasPrefix(got.body, want) {
			t.Errorf("%s: got %.80s…, want %s…", c.name, got.body, want)
		}
	}
	a.run([]testCase{
		{name: "without a body", line: "HEAD /", status: 200, header: []string{"Content-Type", openAPI, "Content-Length", ""}},
		{name: "not as CSV", line: "GET /", headers: []string{"Accept", "text/csv"}, status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: text/csv"}`},
		{name: "not as OpenAPI 3.0", line: "GET /", headers: []string{"Accept", "application/openapi+json;version=3.0"}, status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/openapi+json;version=3.0"}`},
		{name: "another method", line: "POST /", body: "{}", status: 405, want: `{"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: POST"}`},
		{name: "not in a table's place", line: "GET /peaks", headers: []string{"Accept", "application/openapi+json"}, status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/openapi+json"}`},
		{name: "no such caller", as: "role:nobody", line: "GET /", status: 401, want: `{"code":"22023","details":null,"hint":null,"message":"role \"nobody\" does not exist"}`},
	})
}

func TestTheDescriptionFollowsTheCallersRights(t *testing.T) {
	t.Parallel()
	a := setup(t)
	if _, err := a.db.Admin.Exec(t.Context(), `
		revoke execute on function api.add, api.total from public;
		grant execute on function api.add, api.total to authenticated`); err != nil {
		t.Fatal(err)
	}
	v31 := []string{"Accept", "application/openapi+json;version=3.1"}
	for _, c := range []struct {
		name, as, path     string
		version2, version3 string // the methods that each describes
	}{
		{"a table to read", "", "/peaks", "get post patch delete", "get"},
		{"a table to do anything with", "u", "/peaks", "get post patch delete", "get post put patch delete"},
		{"one column to read", "", "/passports", "get post patch delete", "get"},
		{"one column to write", "", "/log", "get post patch delete", "post"},
		{"nothing", "", "/diaries", "", ""},
		{"rows of one's own", "u", "/diaries", "get post patch delete", "get post put patch delete"},
		{"a view", "u", "/high_peaks", "get post patch delete", "get post put patch delete"},
		{"a view that only reads", "u", "/tallies", "get", "get"},
		{"a function", "u", "/rpc/add", "get post", "get post"},
		{"a function for others", "", "/rpc/add", "", ""},
		{"a function that writes", "", "/rpc/note", "post", "post"},
		{"a variadic function", "u", "/rpc/total", "get post", "get post"},
		{"a function of a row", "u", "/rpc/label", "", ""},
	} {
		if got := a.described(c.as, "GET /").methods(c.path); got != c.version2 {
			t.Errorf("%s: 2.0 has %q of %s, want %q", c.name, got, c.path, c.version2)
		}
		if got := a.described(c.as, "GET /", v31...).methods(c.path); got != c.version3 {
			t.Errorf("%s: 3.1 has %q of %s, want %q", c.name, got, c.path, c.version3)
		}
	}
	passports := a.described("", "GET /", v31...).Components.Schemas["passports"].(map[string]any)
	if columns := passports["properties"].(map[string]any); columns["number"] != nil || columns["climber_id"] == nil {
		t.Errorf("a visitor is shown the columns %v, want climber_id alone", columns)
	}
}

// The catalog may be older than the database by a moment.
func TestASchemaThatIsGoneIsNotDescribed(t *testing.T) {
	t.Parallel()
	a := setup(t)
	if _, err := a.db.Admin.Exec(t.Context(), "drop schema api cascade"); err != nil {
		t.Fatal(err)
	}
	if paths := a.described("u", "GET /").Paths; len(paths) != 1 {
		t.Errorf("got %d paths, want the root alone", len(paths))
	}
}

func TestTheDescriptionMayIgnoreRights(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.Root.Mode = "ignore-privileges" })
	for path, want := range map[string]string{"/diaries": "get post patch delete", "/rpc/add": "get post"} {
		if got := a.described("", "GET /").methods(path); got != want {
			t.Errorf("got %q of %s, want %q", got, path, want)
		}
	}
	if got := a.do("role:nobody", "GET /", ""); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("a caller who does not exist gets %d", got.StatusCode)
	}
}

func TestTheDescriptionMayBeDisabled(t *testing.T) {
	t.Parallel()
	setup(t, func(o *rest.Options) { o.Root.Mode = "disabled" }).run([]testCase{
		{name: "disabled", line: "GET /", status: 404, want: `{"code":"PGRST126","details":null,"hint":null,"message":"Root endpoint metadata is disabled"}`},
	})
}

func TestTheDescriptionIsOfOneSchema(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.Schemas = []string{"api", "other"} })
	for _, c := range []struct{ name, profile, has, hasNot string }{
		{"api", "", "/peaks", "/rpc/nothing"},
		{"api", "api", "/peaks", "/rpc/nothing"},
		{"other", "other", "/climbers", "/peaks"},
	} {
		got := a.do("u", "GET /", "", "Accept-Profile", c.profile)
		if profile := got.Header.Get("Content-Profile"); profile != c.name {
			t.Errorf("%q: got the profile %q, want %q", c.profile, profile, c.name)
		}
		paths := a.described("u", "GET /", "Accept-Profile", c.profile).Paths
		if paths[c.has] == nil || paths[c.hasNot] != nil {
			t.Errorf("%q: want %s, not %s", c.profile, c.has, c.hasNot)
		}
	}
	if got := a.do("u", "GET /", "", "Accept-Profile", "hidden"); got.StatusCode != http.StatusNotAcceptable {
		t.Errorf("a hidden schema: got %d", got.StatusCode)
	}
}

func TestTheAddressOfTheDescription(t *testing.T) {
	t.Parallel()
	behind := setup(t, func(o *rest.Options) {
		o.Root.ProxyURI, o.Root.Security = "https://postgrest.com/openapi.json", true
	})
	if d := behind.described("", "GET /"); d.Host != "postgrest.com:443" || d.BasePath != "/openapi.json" || d.Schemes[0] != "https" || d.SecurityDefinitions["JWT"] == nil {
		t.Errorf("behind a proxy: got %s %s %v, security %v", d.Host, d.BasePath, d.Schemes, d.SecurityDefinitions)
	}
	direct := setup(t)
	mounted := http.StripPrefix("/rest/v1", direct.handler)
	for _, c := range []struct{ name, proto, version, want string }{
		{"2.0", "", "2.0", "http api.test:8000 /rest/v1"},
		{"2.0 behind TLS", "https", "2.0", "https api.test:8000 /rest/v1"},
		{"3.1", "", "3.1", "http://api.test:8000/rest/v1"},
		{"3.1 behind TLS", "https", "3.1", "https://api.test:8000/rest/v1"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/rest/v1/", nil)
		r.Host = "api.test:8000"
		r.Header.Set("X-Forwarded-Proto", c.proto)
		r.Header.Set("Accept", "application/openapi+json;version="+c.version)
		w := httptest.NewRecorder()
		mounted.ServeHTTP(w, r)
		var d described
		if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(append(d.Schemes, d.Host, d.BasePath), " ")
		if c.version == "3.1" {
			got = d.Servers[0].URL
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRootFunction(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.Root.Spec = "ranges" })
	a.run([]testCase{
		{name: "its result", line: "GET /", status: 200, want: `["Alps","Atlas","Rif"]`, header: []string{"Content-Type", "application/json; charset=utf-8"}},
		{name: "in another form", line: "GET /", headers: []string{"Accept", "text/csv"}, status: 200, want: "pgrst_scalar\nAlps\nAtlas\nRif"},
		{name: "without a body", line: "HEAD /", status: 200},
	})
	missing := setup(t, func(o *rest.Options) { o.Root.Spec = "nowhere" })
	if got := missing.do("", "GET /", ""); got.StatusCode != http.StatusNotFound {
		t.Errorf("a function that is not there: got %d %s", got.StatusCode, got.body)
	}
}

func TestTheDescriptionIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.do("u", "GET /", "") // opens the connection and prepares
	first := a.do("u", "GET /", "")
	before := a.roundTrips.Load()
	second := a.do("u", "GET /", "")
	if turns := a.roundTrips.Load() - before; turns != 1 {
		t.Errorf("took %d round trips, want 1", turns)
	}
	if first.body != second.body {
		t.Error("the same rights are described in two ways")
	}
}

// What a real catalog gives must be as valid as what the pure tests make up.
func TestTheDescriptionIsValid(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, as := range []string{"", "u"} {
		got := a.do(as, "GET /", "", "Accept", "application/openapi+json;version=3.1")
		document, err := openapi3.NewLoader().LoadFromData([]byte(got.body))
		if err != nil {
			t.Fatal(err)
		}
		if err := document.Validate(t.Context()); err != nil {
			t.Errorf("for %q: %v", as, err)
		}
	}
}

// What is read must be as described, in a JSON Schema validator (2020-12).
func TestAnswersMatchTheDescription(t *testing.T) {
	t.Parallel()
	a := setup(t)
	document := a.decoded("GET /", "Accept", "application/openapi+json;version=3.1")
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("http://api.test/openapi.json", document); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, line, schema string }{
		{"rows", "GET /climbers", "components/responses/climbers/content/application~1json/schema"},
		{"rows with embeds and computed columns", "GET /climbers?select=*,label,passports(*),ascents(*)", "components/responses/climbers/content/application~1json/schema"},
		{"a compound key", "GET /ascents?select=*,peaks(*)", "components/responses/ascents/content/application~1json/schema"},
		{"a domain with a representation", "GET /huts", "components/responses/huts/content/application~1json/schema"},
		{"a view", "GET /tallies", "components/responses/tallies/content/application~1json/schema"},
		{"a value", "GET /rpc/add?a=1", "paths/~1rpc~1add/get/responses/200/content/application~1json/schema"},
		{"values", "GET /rpc/ranges", "paths/~1rpc~1ranges/get/responses/200/content/application~1json/schema"},
		{"a row", "GET /rpc/top", "paths/~1rpc~1top/get/responses/200/content/application~1json/schema"},
		{"out arguments", "GET /rpc/shape", "paths/~1rpc~1shape/get/responses/200/content/application~1json/schema"},
		{"rows of a function", "GET /rpc/find?part=a", "paths/~1rpc~1find/get/responses/200/content/application~1json/schema"},
		{"a batch", `POST / [{"method":"GET","path":"/climbers"},{"method":"PATCH","path":"/climbers?id=eq.1","body":{"name":"A"}}]`, "paths/~1/post/responses/200/content/application~1json/schema"},
		{"a refused batch", `POST / [{"method":"GET","path":"/nothing"}]`, "components/schemas/api.error"},
		{"a refusal", "GET /nothing", "components/schemas/api.error"},
		{"a refusal with a list", "GET /guides?select=climbers(*)", "components/schemas/api.error"},
	} {
		schema, err := compiler.Compile("http://api.test/openapi.json#/" + c.schema)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := schema.Validate(a.decoded(c.line)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	schema, err := compiler.Compile("http://api.test/openapi.json#/components/schemas/climbers")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(map[string]any{"id": "one"}); err == nil {
		t.Error("anything passes for a climber")
	}
}

// decoded is the body of an answer to a user, as the validator takes it. A line
// that goes on after the path is that of a request with a body.
func (a *api) decoded(line string, headers ...string) any {
	a.t.Helper()
	target, body := line, ""
	if i := strings.Index(line, " ["); i > 0 {
		target, body = line[:i], line[i+1:]
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(a.do("u", target, body, headers...).body))
	if err != nil {
		a.t.Fatalf("%s: %v", line, err)
	}
	return value
}
