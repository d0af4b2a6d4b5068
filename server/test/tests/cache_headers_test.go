package tests

import (
	"net/http"
	"testing"
)

// Every answer of the API is private: a cache in front must not give it to another
// caller, nor a browser run what a user has written.
func TestAnswersOfTheAPIAreNotStored(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "SERVICES=rest,auth,functions,realtime")
	keys := s.Headers(s.ServiceKey(t))
	paths := []string{
		"/rest/v1/", "/rest/v1", "//rest/v1/notes", "/rest/v1/notes", "/rest/v1/notes?limit=1", "/rest/v1/notes?select=(", "/rest/v1/no_such_table", "/rest/v1/rpc/nope", "/rest/v1/a/b/c",
		"/auth/v1/", "/auth/v1/health", "/auth/v1/settings", "/auth/v1/token", "/auth/v1/token?grant_type=password", "/auth/v1/token?grant_type=refresh_token",
		"/auth/v1/user", "/auth/v1/logout", "/auth/v1/signup", "/auth/v1/otp", "/auth/v1/recover", "/auth/v1/verify", "/auth/v1/admin/users", "/auth/v1/admin/users/x", "/auth/v1/nope",
		"/functions/v1/greet", "/functions/v1/nope", "/functions/v1/",
		"/realtime/v1/", "/realtime/v1/websocket", "/realtime/v1/api/broadcast", "/realtime/v1/api/broadcast/room/events/hello", "/realtime/v1/api/subscriptions", "/realtime/v1/nope",
		"/storage/v1/bucket", "/storage/v1/object/public/a/b", "/ready", "/notes", "/",
	}
	methods := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "BREW"}
	callers := map[string][]string{
		"without a key": nil, "with a wrong key": {"apikey: nonsense", "Authorization: Bearer nonsense"}, "with the service key": keys,
		"preflight": {"Origin: https://elsewhere.example", "Access-Control-Request-Method: POST"},
	}
	s.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for caller, headers := range callers {
		for _, path := range paths {
			for _, method := range methods {
				answer := s.Send(t, method, path, "{}", headers...)
				if got := answer.Header.Values("Cache-Control"); len(got) != 1 || got[0] != "no-store" {
					t.Errorf("%s %s %s: %d with Cache-Control %q, want no-store", caller, method, path, answer.Status, got)
				}
				if got := answer.Header.Values("X-Content-Type-Options"); len(got) != 1 || got[0] != "nosniff" {
					t.Errorf("%s %s %s: %d with X-Content-Type-Options %q, want nosniff", caller, method, path, answer.Status, got)
				}
			}
		}
	}
	if got := s.Send(t, "GET", "/auth/v1/.well-known/jwks.json", "").Header.Get("Cache-Control"); got != "public, max-age=600" {
		t.Errorf("public keys have Cache-Control %q, want what auth says", got)
	}
}

// Tables alone answer as PostgREST does.
func TestTablesAloneHaveNoCacheHeaders(t *testing.T) {
	t.Parallel()
	s := newForeign(t)
	tables := s.serve(t)
	for path, status := range map[string]int{"/huts": 200, "/rest/v1/huts": 200, "/nope": 404} {
		answer := tables.Send(t, "GET", path, "")
		if answer.Status != status || answer.Header.Values("Cache-Control") != nil || answer.Header.Values("X-Content-Type-Options") != nil {
			t.Errorf("%s: %d %v, want %d without headers for caches", path, answer.Status, answer.Header, status)
		}
	}
}
