package tests

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// sent are the headers that the clients send across origins.
const sent = "authorization,apikey,x-client-info,content-type,x-retry-count,traceparent,tracestate,baggage," +
	"x-supabase-api-version,accept-profile,content-profile,prefer,x-upsert,x-metadata,cache-control,x-region"

func TestPreflight(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, path := range []string{"/rest/v1/notes", "/auth/v1/token", "/functions/v1/greet", "/rest/v1/no_such_table", "/auth/v1/nope", "/storage/v1/bucket"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "POST", "DELETE"} {
			t.Run(method+" "+path, func(t *testing.T) {
				t.Parallel()
				answer := s.Send(
					t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: "+method,
					"Access-Control-Request-Headers: "+sent,
				)
				if answer.Status != 200 && answer.Status != 204 {
					t.Errorf("status %d, want 200 or 204", answer.Status)
				}
				if got := answer.Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
					t.Errorf("Access-Control-Allow-Origin %q, want one *", got)
				}
				if got := answer.Header.Get("Access-Control-Allow-Methods"); !strings.Contains(got, method) {
					t.Errorf("Access-Control-Allow-Methods %q lacks %s", got, method)
				}
				allowed := strings.ToLower(answer.Header.Get("Access-Control-Allow-Headers"))
				for header := range strings.SplitSeq(sent, ",") {
					if !strings.Contains(allowed, header) && allowed != "*" {
						t.Errorf("Access-Control-Allow-Headers %q lacks %s", allowed, header)
					}
				}
			})
		}
	}
}

func TestAnswersAcrossOrigins(t *testing.T) {
	t.Parallel()
	s := boot(t)
	tests := []struct {
		name, method, path string
		status             int
	}{
		{"success", "GET", "/rest/v1/notes?limit=1", 200},
		{"refusal", "GET", "/rest/v1/no_such_table", 404},
		{"a bad sign-in", "POST", "/auth/v1/token?grant_type=password", 400},
		{"a function", "POST", "/functions/v1/greet", 401},
		{"a route that auth does not have", "GET", "/auth/v1/nope", 404},
		{"sign-up", "POST", "/auth/v1/signup", 422},
		{"storage", "POST", "/storage/v1/object/photos/a.jpg", 404},
		{"what a table allows", "OPTIONS", "/rest/v1/notes", 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := s.Send(t, test.method, test.path, "{}", append(s.Headers(""), "Origin: https://elsewhere.example")...)
			if answer.Status != test.status {
				t.Errorf("status %d, want %d: %s", answer.Status, test.status, answer.Body)
			}
			if got := answer.Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("Access-Control-Allow-Origin %q, want one *", got)
			}
			if answer.Body != "" && !json.Valid([]byte(answer.Body)) {
				t.Errorf("the answer is no JSON: %.200s", answer.Body)
			}
			exposed := strings.ToLower(strings.Join(answer.Header.Values("Access-Control-Expose-Headers"), ","))
			for _, header := range []string{"content-range", "x-total-count", "link", "x-relay-error", "x-supabase-api-version"} {
				if !strings.Contains(exposed, header) {
					t.Errorf("Access-Control-Expose-Headers %q lacks %s", exposed, header)
				}
			}
		})
	}
}

// TestKeys: an apikey says nothing about who asks, unless it is an opaque one, which has to
// be ours; a bearer token is believed only if it is ours.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := boot(t)
	service := s.ServiceKey(t)
	tests := []struct {
		name    string
		headers []string
		status  int
	}{
		{"no key at all", nil, 200},
		{"junk as apikey", []string{"apikey: junk"}, 200},
		{"an unknown opaque key", []string{"apikey: sb_secret_" + strings.Repeat("x", 32)}, 401},
		{"an unknown opaque bearer", []string{"Authorization: Bearer sb_publishable_x"}, 401},
		{"the anon key twice", s.Headers(""), 200},
		{"another scheme", []string{"Authorization: Basic YTpi"}, 200},
		{"the scheme in capitals", []string{"Authorization: BEARER " + s.AnonKey}, 200},
		{"junk as bearer", []string{"Authorization: Bearer junk"}, 401},
		{"our token with another signature", []string{"Authorization: Bearer " + s.AnonKey[:len(s.AnonKey)-6] + "AAAAAA"}, 401},
		{"the service key", []string{"Authorization: Bearer " + service}, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := s.Send(t, "GET", "/rest/v1/notes?select=title&limit=1", "", test.headers...)
			if answer.Status != test.status {
				t.Errorf("status %d, want %d: %s", answer.Status, test.status, answer.Body)
			}
			private := s.Send(t, "GET", "/rest/v1/feedback?select=id", "", test.headers...)
			if allowed := private.Status == 200; allowed != (test.name == "the service key") {
				t.Errorf("reading what is private answers %d %s", private.Status, private.Body)
			}
		})
	}
}

func TestOtherPaths(t *testing.T) {
	t.Parallel()
	s := boot(t)
	s.Until(t, "/ready", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	tests := []struct {
		name, method, path string
		status             int
	}{
		{"health of auth", "GET", "/auth/v1/health", 200},
		{"settings of auth", "GET", "/auth/v1/settings", 200},
		{"public keys", "GET", "/auth/v1/.well-known/jwks.json", 200},
		{"ready by POST", "POST", "/ready", 405},
		{"storage is not here yet", "GET", "/storage/v1/bucket", 404},
		{"a file outside", "GET", "/..%2f..%2fetc%2fpasswd", 404},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := s.Send(t, test.method, test.path, "", s.Headers("")...)
			if answer.Status != test.status {
				t.Errorf("status %d, want %d: %.200s", answer.Status, test.status, answer.Body)
			}
			if strings.Contains(answer.Body, "root:x:0") || strings.Contains(answer.Body, apptest.Secret) {
				t.Errorf("the answer holds what it must not: %.200s", answer.Body)
			}
		})
	}
}

// TestServicesThatAreOff: a stock client reads why, where the site would answer with a
// page.
func TestServicesThatAreOff(t *testing.T) {
	t.Parallel()
	s := boot(t, "SERVICES=site")
	for _, path := range []string{
		"/rest/v1/notes?select=*", "/rest/v1/", "/auth/v1/user", "/functions/v1/f", "/realtime/v1/api/broadcast", "/storage/v1/bucket",
	} {
		answer := s.Send(t, "POST", path, "{}", append(s.Headers(""), "Origin: https://elsewhere.example")...)
		body := apptest.Parse[map[string]any](t, answer.Body)
		if message, _ := body["message"].(string); answer.Status != 404 || !strings.Contains(message, "on this server") {
			t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
		}
		if hint, has := body["hint"]; strings.HasPrefix(path, "/rest/") && (!has || hint != nil) {
			t.Errorf("%s: %s, want PostgREST's fields and a hint of null", path, answer.Body)
		}
		if got := answer.Header.Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: Access-Control-Allow-Origin %q", path, got)
		}
	}
}

// TestLimitIsReadAcrossOrigins: a browser shows a script of another origin no
// answer without Access-Control-Allow-Origin, not even that it asked too often; and
// what asks for leave alone (a preflight) is not counted.
func TestLimitIsReadAcrossOrigins(t *testing.T) {
	t.Parallel()
	s := boot(t, "GOTRUE_RATE_LIMIT_TOKEN_REFRESH=1")
	const path, body = "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"none"}`
	from := append(s.Headers(""), "Origin: https://elsewhere.example")
	var answer apptest.Reply
	for range 31 {
		asked := s.Send(t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: POST")
		if asked.Status != http.StatusOK {
			t.Fatalf("a preflight: %d, want 200", asked.Status)
		}
		answer = s.Send(t, "POST", path, body, from...)
	}
	if answer.Status != http.StatusTooManyRequests {
		t.Fatalf("31 at once: %d %s, want 429", answer.Status, answer.Body)
	}
	if got := answer.Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
		t.Errorf("the refusal has Access-Control-Allow-Origin %q, want one *", got)
	}
}
