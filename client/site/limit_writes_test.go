package site

import (
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/token"
)

func TestRowsOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"nothing", "", 1},
		{"a row", `{"name":"Nadia"}`, 1},
		{"a list of one, as supabase-js sends it", ` [{"name":"Nadia"}]`, 1},
		{"a list", `[{"a":1}, {"a":2},{"a":3}]`, 3},
		{"braces that somebody wrote", `{"message":"{{{ \"{ [{"}`, 1},
		{"a batch: its requests and their rows", `[{"method":"POST","path":"/a","body":[{"a":1},{"a":2}]}]`, 3},
		{"rows one after the other", `{"a":1}{"a":2}`, 2},
		{"a form", "name=Nadia&message=a%0Ab", 1},
		{"a CSV", "name,email\nA,a@example.org\nB,b@example.org\n", 2},
		{"a CSV of an old Mac", "name\rA\rB", 2},
		{"what is no JSON in the middle", `[{"a":1}, x {"a":2},{"a":3}]`, 3},
		{"a mark before it", "\ufeff" + `[{"a":1},{"a":2}]`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := rowsOf([]byte(c.body)); got != c.want {
				t.Errorf("rowsOf(%q) = %d, want %d", c.body, got, c.want)
			}
		})
	}
}

// anonymous writes without a token, to a service that says what reached it.
func anonymous(limit edge.Limit) func(method, body string) *httptest.ResponseRecorder {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	handler := anonWrites(limit, nil, func() time.Time { return now })(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}
		_, _ = w.Write(text)
	}))
	return func(method, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(method, "/book_orders", strings.NewReader(body)))
		return w
	}
}

func TestAnAnonymousListCountsAsItsRows(t *testing.T) {
	t.Parallel()
	write := anonymous(edge.Limit{Per5Min: 30, Burst: 4})
	const three = `[{"a":1},{"a":2},{"a":3}]`
	if got := write("POST", three); got.Code != http.StatusOK || got.Body.String() != three {
		t.Errorf("three rows of four: %d %q, want 200 and the body as it was sent", got.Code, got.Body)
	}
	if got := write("POST", `[{"a":4},{"a":5}]`); got.Code != http.StatusTooManyRequests || got.Header().Get("Retry-After") != "10" {
		t.Errorf("two more where one is left: %d, Retry-After %q, want 429 and 10 s", got.Code, got.Header().Get("Retry-After"))
	}
	if got := write("POST", `{"a":4}`); got.Code != http.StatusOK {
		t.Errorf("the one that is left: %d, want 200", got.Code)
	}
	if got := write("POST", `[{},{},{},{},{}]`); got.Code != http.StatusRequestEntityTooLarge || got.Header().Get("Retry-After") != "" {
		t.Errorf("more than ever pass: %d, want 413 for good", got.Code)
	}
}

func TestAnAnonymousBodyThatIsTooLongIsRefusedByTheService(t *testing.T) {
	t.Parallel()
	got := anonymous(edge.Limit{Per5Min: 30})("POST", `{"message":"`+strings.Repeat("x", maxAnonBody)+`"}`)
	if got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d, want the service to meet the end of the body", got.Code)
	}
}

func TestAnonymousMayChangeTenTimesAsMuch(t *testing.T) {
	t.Parallel()
	write := anonymous(edge.Limit{Per5Min: 30, Burst: 2})
	for i := range 21 {
		want := http.StatusOK
		if i == 20 {
			want = http.StatusTooManyRequests
		}
		if got := write("PATCH", `{"view_count":1}`); got.Code != want {
			t.Errorf("change %d: %d, want %d", i+1, got.Code, want)
		}
	}
	if got := write("POST", `{"a":1}`); got.Code != http.StatusOK {
		t.Errorf("a form after the changes: %d, want 200: they count apart", got.Code)
	}
}

func TestAnonymousWritesAreLimited(t *testing.T) {
	t.Parallel()
	bearer := func(payload string) string {
		return "x." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".y"
	}
	for _, c := range []struct {
		name, method, path, bearer string
		limited                    bool
	}{
		{"an order", "POST", "/book_orders", "", true},
		{"with the public key for a token", "POST", "/book_orders", bearer(`{"role":"anon"}`), true},
		{"with rubbish for a token", "POST", "/book_orders", "rubbish", true},
		{"with a token of no role", "POST", "/book_orders", bearer(`{"sub":"x"}`), true},
		{"a batch", "POST", "/", "", true},
		{"an admin's", "POST", "/book_orders", bearer(`{"role":"authenticated"}`), false},
		{"a function", "POST", "/rpc/count", "", false},
		{"a read", "GET", "/book_reviews", "", false},
		{"a view of a post", "PATCH", "/blog_posts", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			handler := anonWrites(edge.Limit{Per5Min: 30, Burst: 1}, nil, time.Now)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			var last *httptest.ResponseRecorder
			for range 2 {
				r := httptest.NewRequest(c.method, c.path, nil)
				last = httptest.NewRecorder()
				handler.ServeHTTP(last, r.WithContext(token.WithBearer(r.Context(), c.bearer)))
			}
			if limited := last.Code == http.StatusTooManyRequests; limited != c.limited {
				t.Errorf("the second in a row: %d, want limited = %v", last.Code, c.limited)
			}
			if c.limited && (last.Header().Get("Retry-After") == "" || !strings.Contains(last.Body.String(), `"message"`)) {
				t.Errorf("it does not say when to come back: %v %s", last.Header(), last.Body)
			}
		})
	}
}
