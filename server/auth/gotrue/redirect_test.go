package gotrue_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// A link leads to the address as it was given, with what is added to it: that of an application keeps its slashes.
func TestRedirect(t *testing.T) {
	t.Parallel()
	session, code := url.Values{"access_token": {"a b"}}, url.Values{"code": {"1"}}
	for _, c := range []struct {
		to              string
		query, fragment url.Values
		want            string
	}{
		{"https://site.test/a?b=c#d", nil, session, "https://site.test/a?b=c#access_token=a+b"},
		{"https://site.test", code, nil, "https://site.test?code=1"},
		{"https://site.test/a?code=0&b=c", code, nil, "https://site.test/a?b=c&code=1"},
		{"myapp://", nil, session, "myapp://#access_token=a+b"},
		{"myapp://", code, session, "myapp://?code=1#access_token=a+b"},
		{"myapp://login", nil, session, "myapp://login#access_token=a+b"},
		{"myapp:///login", nil, session, "myapp:///login#access_token=a+b"},
		{"com.example.app:/login", code, nil, "com.example.app:/login?code=1"},
	} {
		w := httptest.NewRecorder()
		gotrue.Redirect(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/auth/v1/verify", nil), c.to, c.query, c.fragment)
		if got := w.Header().Get("Location"); got != c.want {
			t.Errorf("%s leads to %s, want %s", c.to, got, c.want)
		}
	}
}

// Where a link may not lead to the address that it asks for, it leads to the site, which may be an application.
func TestRedirectToTheSite(t *testing.T) {
	t.Parallel()
	all, err := gotrue.NewRedirects("myapp://", []string{"other://"})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/auth/v1/verify", nil)
	for given, want := range map[string]string{"": "myapp://", "https://evil.test": "myapp://", "myapp://": "myapp://", "other://": "other://"} {
		if got := all.Of(r, given); got != want {
			t.Errorf("a link to %q leads to %q, want %q", given, got, want)
		}
	}
}
