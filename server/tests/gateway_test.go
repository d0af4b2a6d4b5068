package tests

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// sent are the headers that the clients send across origins.
const sent = "authorization,apikey,x-client-info,content-type,x-retry-count,traceparent,tracestate,baggage," +
	"x-supabase-api-version,accept-profile,content-profile,prefer,x-upsert,x-metadata,cache-control,x-region"

func TestPreflight(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, path := range []string{"/rest/v1/blog_posts", "/auth/v1/token", createAdmin, "/rest/v1/no_such_table", "/auth/v1/nope", "/storage/v1/bucket"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "POST", "DELETE"} {
			t.Run(method+" "+path, func(t *testing.T) {
				t.Parallel()
				answer := s.send(
					t, "OPTIONS", path, "", "Origin: https://elsewhere.example", "Access-Control-Request-Method: "+method,
					"Access-Control-Request-Headers: "+sent,
				)
				if answer.status != 200 && answer.status != 204 {
					t.Errorf("status %d, want 200 or 204", answer.status)
				}
				if got := answer.header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
					t.Errorf("Access-Control-Allow-Origin %q, want one *", got)
				}
				if got := answer.header.Get("Access-Control-Allow-Methods"); !strings.Contains(got, method) {
					t.Errorf("Access-Control-Allow-Methods %q lacks %s", got, method)
				}
				allowed := strings.ToLower(answer.header.Get("Access-Control-Allow-Headers"))
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
		{"success", "GET", "/rest/v1/blog_posts?limit=1", 200},
		{"refusal", "GET", "/rest/v1/no_such_table", 404},
		{"a bad sign-in", "POST", "/auth/v1/token?grant_type=password", 400},
		{"a function", "POST", createAdmin, 401},
		{"a route that auth does not have", "GET", "/auth/v1/nope", 404},
		{"sign-up", "POST", "/auth/v1/signup", 422},
		{"storage", "POST", "/storage/v1/object/photos/a.jpg", 404},
		{"what a table allows", "OPTIONS", "/rest/v1/blog_posts", 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := s.send(t, test.method, test.path, "{}", append(s.headersOf(""), "Origin: https://elsewhere.example")...)
			if answer.status != test.status {
				t.Errorf("status %d, want %d: %s", answer.status, test.status, answer.body)
			}
			if got := answer.header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("Access-Control-Allow-Origin %q, want one *", got)
			}
			if answer.body != "" && !json.Valid([]byte(answer.body)) {
				t.Errorf("the answer is no JSON: %.200s", answer.body)
			}
			exposed := strings.ToLower(strings.Join(answer.header.Values("Access-Control-Expose-Headers"), ","))
			for _, header := range []string{"content-range", "x-total-count", "link", "x-relay-error", "x-supabase-api-version"} {
				if !strings.Contains(exposed, header) {
					t.Errorf("Access-Control-Expose-Headers %q lacks %s", exposed, header)
				}
			}
		})
	}
}

// TestKeys: an apikey says nothing about who asks, unless it is one of our
// opaque ones; a bearer token is believed only if it is ours.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := boot(t)
	service := strings.TrimSpace(s.serviceKey(t))
	tests := []struct {
		name    string
		headers []string
		status  int
	}{
		{"no key at all", nil, 200},
		{"junk as apikey", []string{"apikey: junk"}, 200},
		{"an unknown opaque key", []string{"apikey: sb_secret_" + strings.Repeat("x", 32)}, 200},
		{"an unknown opaque bearer", []string{"Authorization: Bearer sb_publishable_x"}, 200},
		{"the anon key twice", s.headersOf(""), 200},
		{"another scheme", []string{"Authorization: Basic YTpi"}, 200},
		{"the scheme in capitals", []string{"Authorization: BEARER " + s.anon}, 200},
		{"junk as bearer", []string{"Authorization: Bearer junk"}, 401},
		{"our token with another signature", []string{"Authorization: Bearer " + s.anon[:len(s.anon)-6] + "AAAAAA"}, 401},
		{"the service key", []string{"Authorization: Bearer " + service}, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := s.send(t, "GET", "/rest/v1/blog_posts?select=slug&limit=1", "", test.headers...)
			if answer.status != test.status {
				t.Errorf("status %d, want %d: %s", answer.status, test.status, answer.body)
			}
			orders := s.send(t, "GET", "/rest/v1/book_orders?select=id", "", test.headers...)
			if allowed := orders.status == 200; allowed != (test.name == "the service key") {
				t.Errorf("reading orders answers %d %s", orders.status, orders.body)
			}
		})
	}
}

func TestOtherPaths(t *testing.T) {
	t.Parallel()
	s := boot(t)
	tests := []struct {
		name, method, path string
		status             int
	}{
		{"ready", "GET", "/ready", 200},
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
			answer := s.send(t, test.method, test.path, "", s.headersOf("")...)
			if answer.status != test.status {
				t.Errorf("status %d, want %d: %.200s", answer.status, test.status, answer.body)
			}
			if strings.Contains(answer.body, "root:x:0") || strings.Contains(answer.body, secret) {
				t.Errorf("the answer holds what it must not: %.200s", answer.body)
			}
		})
	}
}

// TestServicesThatAreOff: a stock client reads why, where the site would answer with a
// page.
func TestServicesThatAreOff(t *testing.T) {
	t.Parallel()
	s := bootWith(t, "SERVICES=rest,site")
	for _, path := range []string{"/auth/v1/user", "/functions/v1/f", "/realtime/v1/api/broadcast", "/storage/v1/bucket"} {
		answer := s.send(t, "POST", path, "{}", append(s.headersOf(""), "Origin: https://elsewhere.example")...)
		if answer.status != 404 || !strings.Contains(parsed[map[string]any](t, answer.body)["message"].(string), "on this server") {
			t.Errorf("%s: %d %s", path, answer.status, answer.body)
		}
		if got := answer.header.Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s: Access-Control-Allow-Origin %q", path, got)
		}
	}
}
