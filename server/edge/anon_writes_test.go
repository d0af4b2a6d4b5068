package edge

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
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

// visitor writes as one, to a service that says what reached it.
func visitor(limit Limit) func(method, body string) *httptest.ResponseRecorder {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	handler := AnonWrites(limit, func() time.Time { return now })(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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

func TestAListOfAVisitorCountsAsItsRows(t *testing.T) {
	t.Parallel()
	write := visitor(Limit{Per5Min: 30, Burst: 4})
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

func TestAVisitorsBodyThatIsTooLongIsRefusedByTheService(t *testing.T) {
	t.Parallel()
	got := visitor(Limit{Per5Min: 30})("POST", `{"message":"`+strings.Repeat("x", maxAnonBody)+`"}`)
	if got.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d, want the service to meet the end of the body", got.Code)
	}
}

func TestAVisitorMayChangeTenTimesAsMuch(t *testing.T) {
	t.Parallel()
	write := visitor(Limit{Per5Min: 30, Burst: 2})
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
