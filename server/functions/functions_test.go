package functions_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/token"
)

type fixture struct {
	*functions.Service
	keys *token.Keys
	log  *bytes.Buffer
}

func keysOf(t *testing.T, secret string) *token.Keys {
	t.Helper()
	keys, err := token.New(token.Options{Secret: strings.Repeat(secret, 32)})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func setup(t *testing.T, served map[string]functions.Function) *fixture {
	t.Helper()
	f := &fixture{keys: keysOf(t, "s"), log: &bytes.Buffer{}}
	var err error
	f.Service, err = functions.New(functions.Options{
		Functions: served, Verify: f.keys.Verify, Log: slog.New(slog.NewTextHandler(f.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) call(t *testing.T, method, target, bearer, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(token.WithBearer(t.Context(), bearer), method, target, strings.NewReader(body))
	r.Header.Set("X-Region", "eu-west-1")
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

func sign(t *testing.T, keys *token.Keys, claims map[string]any) string {
	t.Helper()
	bearer, err := keys.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	return bearer
}

// whoami answers with what the function was given.
func whoami(w http.ResponseWriter, r *http.Request, call *functions.Call) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(fmt.Sprintf("%s %s %s %q region %s, signed in %v", call.Claims.Role, r.Method, r.URL, body,
		r.Header.Get("X-Region"), call.SignedIn()))
}

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]functions.Function{
		"closed": {Handle: whoami, UnauthorizedMessage: "Please sign in."},
		"open":   {Handle: whoami, Public: true},
		"posted": {Handle: whoami, Methods: []string{"POST"}},
	})
	user := sign(t, f.keys, map[string]any{"sub": "x", "role": "authenticated"})
	bare := sign(t, f.keys, map[string]any{"name": "anon"}) // as functions-js's tests use
	forged := sign(t, keysOf(t, "x"), map[string]any{"role": "service_role"})
	expired := sign(t, f.keys, map[string]any{"exp": 1})
	tests := []struct {
		name, method, target, bearer string
		status                       int
		relay                        string
		want                         string
	}{
		{"user", "POST", "/closed/a?b=c", user, 200, "", `"authenticated POST /closed/a?b=c \"hi\" region eu-west-1, signed in true"`},
		{"any method", "PATCH", "/closed", user, 200, "", `"authenticated PATCH /closed \"hi\" region eu-west-1, signed in true"`},
		{"token without a role", "POST", "/closed", bare, 200, "", `"anon POST /closed \"hi\" region eu-west-1, signed in false"`},
		{"no token", "POST", "/closed", "", 401, "", `{"code":"no_authorization","error":"Please sign in."}`},
		{"forged", "POST", "/closed", forged, 401, "true", `{"code":"no_authorization","error":"Invalid JWT"}`},
		{"expired", "POST", "/closed", expired, 401, "true", `{"code":"no_authorization","error":"Invalid JWT"}`},
		{"junk", "POST", "/closed", "junk", 401, "true", `{"code":"no_authorization","error":"Invalid JWT"}`},
		{"open, no token", "POST", "/open", "", 200, "", `"anon POST /open \"hi\" region eu-west-1, signed in false"`},
		{"open, junk", "POST", "/open", "junk", 200, "", `"anon POST /open \"hi\" region eu-west-1, signed in false"`},
		{"open, forged", "POST", "/open", forged, 200, "", `"anon POST /open \"hi\" region eu-west-1, signed in false"`},
		{"unknown", "POST", "/nope", user, 404, "", `{"code":"not_found","error":"Function not found"}`},
		{"no name", "POST", "/", user, 404, "", `{"code":"not_found","error":"Function not found"}`},
		{"another method", "GET", "/posted", user, 405, "", `{"code":"refused","error":"Method not allowed"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := f.call(t, tt.method, tt.target, tt.bearer, "hi")
			if w.Code != tt.status || strings.TrimSpace(w.Body.String()) != tt.want || w.Header().Get("X-Relay-Error") != tt.relay || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("got %d %s %v\nwant %d %s", w.Code, w.Body, w.Header(), tt.status, tt.want)
			}
		})
	}
}

func TestWhatComesBack(t *testing.T) {
	t.Parallel()
	const apology = `{"code":"internal","error":"Something went wrong on our side. Please try again."}`
	tests := []struct {
		name   string
		run    func(context.Context, *functions.Call, struct{}) (any, error)
		status int
		body   string
		logged string // "" for nothing
	}{
		{"a value", func(context.Context, *functions.Call, struct{}) (any, error) { return map[string]int{"a": 1}, nil }, 200, `{"a":1}`, ""},
		{"nothing", func(context.Context, *functions.Call, struct{}) (any, error) { return nil, nil }, 204, ``, ""},
		{"a refusal", func(context.Context, *functions.Call, struct{}) (any, error) {
			return nil, functions.Refuse(409, "Taken.")
		}, 409, `{"code":"conflict","error":"Taken."}`, ""},
		{"an error", func(context.Context, *functions.Call, struct{}) (any, error) {
			return nil, errors.New("password is swordfish")
		}, 500, apology, "swordfish"},
		{"a panic", func(context.Context, *functions.Call, struct{}) (any, error) { panic("swordfish") }, 500, apology, "swordfish"},
		{"a nil pointer", func(context.Context, *functions.Call, struct{}) (any, error) {
			var e *functions.Call
			return e.Claims, nil
		}, 500, apology, "functions_test.go"},
		{"no JSON", func(context.Context, *functions.Call, struct{}) (any, error) { return make(chan int), nil }, 500, apology, "unsupported type"},
		{
			"too slow", func(ctx context.Context, _ *functions.Call, _ struct{}) (any, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}, 504,
			`{"code":"request_timeout","error":"The request took too long and was cancelled."}`, "deadline",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t, map[string]functions.Function{"f": {Handle: functions.JSON(tt.run), Public: true, Timeout: time.Millisecond}})
			w := f.call(t, "POST", "/f", "", "")
			if w.Code != tt.status || w.Body.String() != tt.body {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, tt.status, tt.body)
			}
			if log := f.log.String(); (log == "") != (tt.logged == "") || !strings.Contains(log, tt.logged) {
				t.Errorf("log = %q, want %q in it", log, tt.logged)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	type body struct{ A int }
	f := setup(t, map[string]functions.Function{"f": {
		Public: true, MaxBody: 20,
		Handle: functions.JSON(func(_ context.Context, _ *functions.Call, in body) (body, error) { return in, nil }),
	}})
	for body, want := range map[string]string{
		`{"a":1,"b":2}`:                "200 {\"A\":1}",
		`{"a":"x"}`:                    `400 {"code":"validation_failed","error":"Could not parse request body as JSON: unexpected string in \"A\""}`,
		`[1]`:                          `400 {"code":"validation_failed","error":"Could not parse request body as JSON: unexpected array"}`,
		``:                             `400 {"code":"validation_failed","error":"Could not parse request body as JSON: unexpected end of JSON input"}`,
		`{"a":1,"b":"` + "xxxxxxxx\"}": `413 {"code":"request_entity_too_large","error":"Request body too large (max 20 bytes)"}`,
	} {
		w := f.call(t, "POST", "/f", "", body)
		if got := fmt.Sprintf("%d %s", w.Code, w.Body); got != want {
			t.Errorf("%s: got %s\nwant %s", body, got, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for name, served := range map[string]map[string]functions.Function{
		"no name": {"": {Handle: whoami}}, "no handler": {"f": {}}, "two path segments": {"a/b": {Handle: whoami}},
	} {
		if _, err := functions.New(functions.Options{Functions: served}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A client that leaves is no business of the log.
func TestAbortIsNotLogged(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]functions.Function{"f": {
		Public: true, Handle: func(_ http.ResponseWriter, r *http.Request, _ *functions.Call) error { return r.Context().Err() },
	}})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, "/f", nil))
	if f.log.Len() != 0 {
		t.Errorf("log = %s", f.log)
	}
}
