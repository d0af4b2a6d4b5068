package tests

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestOneRoundTrip counts what a table request costs on a warm connection.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := apptest.NewProxy(t, database.URL)
	proxy.Role = "authenticator" // others do what they do in their own time
	s := bootOn(t, database, "DATABASE_URL="+address, "PGRST_DB_POOL=1")
	user := s.CreateUser(t, "nadia@example.org", "secret6").AccessToken
	tests := []struct {
		name, method, path, prefer, body, token string
		status                                  int
	}{
		{name: "read", method: "GET", path: "/rest/v1/notes?select=*&published=is.true&order=created_at.desc", status: 200},
		{name: "count", method: "HEAD", path: "/rest/v1/notes?select=*", prefer: "count=exact", status: 200},
		{name: "insert", method: "POST", path: "/rest/v1/feedback", body: `{"name":"A","message":"x"}`, status: 201},
		{name: "insert and read", method: "POST", path: "/rest/v1/notes?select=*", prefer: "return=representation", token: user, body: `{"title":"{n}","published":true}`, status: 201},
		{name: "update", method: "PATCH", path: "/rest/v1/notes?published=is.true", body: `{"published":false}`, token: user, status: 204},
		{name: "delete", method: "DELETE", path: "/rest/v1/notes?title=eq.none", token: user, status: 204},
		{name: "refused by a policy", method: "POST", path: "/rest/v1/todos", body: `{"team_id":1,"title":"A"}`, token: user, status: 403},
		{name: "refused for lack of a grant", method: "GET", path: "/rest/v1/feedback", status: 401},
		{name: "refused by a check", method: "POST", path: "/rest/v1/feedback", body: `{"name":"","message":""}`, status: 400},
		{name: "refused by the catalog: none", method: "GET", path: "/rest/v1/no_such_table", status: 404},
		{name: "refused by the parser: none", method: "GET", path: "/rest/v1/notes?title=noop", status: 400},
	}
	// A missing grant is looked up to name it in the hint.
	want := map[string]int64{"refused for lack of a grant": 2, "refused by the catalog: none": 0, "refused by the parser: none": 0}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ask := func(n int) {
				headers := append(s.Headers(test.token), "Prefer: "+test.prefer)
				answer := s.Send(t, test.method, test.path, numbered(test.body, 100*i+n), headers...)
				if answer.Status != test.status {
					t.Fatalf("status %d, want %d: %s", answer.Status, test.status, answer.Body)
				}
			}
			ask(0)
			ask(1) // warm
			trips, ok := want[test.name]
			if !ok {
				trips = 1
			}
			if got := usual(proxy, func(n int) { ask(2 + n) }); got != trips {
				t.Errorf("a request took %d round trips, want %d", got, trips)
			}
		})
	}
}

// usual is the cost of a request, by the median of nine: the program reads its
// catalog once more just after the start.
func usual(p *apptest.Proxy, ask func(n int)) int64 {
	trips := make([]int64, 9)
	for n := range trips {
		before := p.RoundTrips.Load()
		ask(n)
		trips[n] = p.RoundTrips.Load() - before
	}
	slices.Sort(trips)
	return trips[len(trips)/2]
}

// TestRecovery breaks every connection, twice over, and wants the program to
// come back by itself: no request may hang meanwhile.
func TestRecovery(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := apptest.NewProxy(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+address)
	s.CreateUser(t, "nadia@example.org", "secret6")
	breaks := []struct {
		name string
		now  func(t *testing.T)
	}{
		{"connections are terminated", func(t *testing.T) {
			_, err := database.Admin.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid() and usename = 'authenticator'`)
			if err != nil {
				t.Fatal(err)
			}
		}},
		{"the network is cut", func(*testing.T) { proxy.Cut() }},
	}
	for _, each := range breaks {
		t.Run(each.name, func(t *testing.T) {
			for range 4 { // fill the pool
				s.Send(t, "GET", "/rest/v1/notes?select=title&limit=1", "", s.Headers("")...)
			}
			each.now(t)
			comesBack(s, t, "/rest/v1/feedback", `{"name":"A","message":"x"}`)
			comesBack(s, t, "/auth/v1/token?grant_type=password", `{"email":"nadia@example.org","password":"secret6"}`)
		})
	}
}

// comesBack sends a write until it works. What fails meanwhile must say that it
// is worth another try.
func comesBack(s *apptest.Instance, t *testing.T, path, body string) {
	t.Helper()
	const tries = 100
	for range tries {
		answer := s.Send(t, http.MethodPost, path, body, s.Headers("")...)
		if answer.Status == http.StatusOK || answer.Status == http.StatusCreated {
			return
		}
		if answer.Status != http.StatusServiceUnavailable {
			t.Fatalf("%s: status %d, want success or 503: %s", path, answer.Status, answer.Body)
		}
		inWords(t, answer)
	}
	t.Errorf("%s: after %d tries the program has not come back", path, tries)
}

func TestReadyTellsOfTheDatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := apptest.NewProxy(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+address)
	s.Until(t, "/ready", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	proxy.Away.Store(true)
	proxy.Cut()
	if answer := s.Send(t, "GET", "/ready", ""); answer.Status != http.StatusServiceUnavailable {
		t.Errorf("ready without a database: %d %s, want 503", answer.Status, answer.Body)
	}
	answer := s.Send(t, "GET", "/rest/v1/notes", "", s.Headers("")...)
	if answer.Status != http.StatusServiceUnavailable {
		t.Errorf("reading without a database: %d %s, want 503", answer.Status, answer.Body)
	}
	inWords(t, answer)
}

// TestNewTableIsSeenAfterNotify: no restart for a migration made elsewhere.
func TestNewTableIsSeenAfterNotify(t *testing.T) {
	t.Parallel()
	s := boot(t)
	_, err := s.DB.Admin.Exec(t.Context(), `create table public.huts (id int primary key, name text);
		grant select on public.huts to anon; insert into public.huts values (1, 'Neltner'); notify pgrst, 'reload schema'`)
	if err != nil {
		t.Fatal(err)
	}
	s.Until(t, "/rest/v1/huts?select=name", func(r apptest.Reply) bool { return r.Status == 200 && r.Body == `[{"name":"Neltner"}]` })
}

func numbered(body string, n int) string {
	return strings.ReplaceAll(body, "{n}", "n-"+strconv.Itoa(n))
}
