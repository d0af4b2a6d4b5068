package tests

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/pgtest"
)

// TestOneRoundTrip counts what a table request costs on a warm connection.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := proxied(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+address, "PGRST_DB_POOL=1")
	admin := s.signIn(t, s.admin, s.password).AccessToken
	tests := []struct {
		name, method, path, prefer, body, token string
		status                                  int
	}{
		{name: "read", method: "GET", path: "/rest/v1/blog_posts?select=*&status=eq.published&order=published_at.desc", status: 200},
		{name: "count", method: "HEAD", path: "/rest/v1/blog_posts?select=*", prefer: "count=exact", status: 200},
		{name: "insert", method: "POST", path: "/rest/v1/contact_submissions", body: `{"name":"A","email":"a@example.org","message":"x"}`, status: 201},
		{name: "insert and read", method: "POST", path: "/rest/v1/expeditions?select=*", prefer: "return=representation", token: admin, body: `{"slug":"{n}","name_en":"A","year":2000,"continent":"x","country":"y"}`, status: 201},
		{name: "update", method: "PATCH", path: "/rest/v1/book_orders?paid=is.true", body: `{"paid":false}`, token: admin, status: 204},
		{name: "delete", method: "DELETE", path: "/rest/v1/expeditions?slug=eq.none", token: admin, status: 204},
		{name: "refused by a policy", method: "GET", path: "/rest/v1/book_orders", status: 401},
		{name: "refused by a check", method: "POST", path: "/rest/v1/contact_submissions", body: `{"name":"","email":"a","message":""}`, status: 400},
		{name: "refused by the catalog: none", method: "GET", path: "/rest/v1/no_such_table", status: 404},
		{name: "refused by the parser: none", method: "GET", path: "/rest/v1/blog_posts?slug=noop", status: 400},
	}
	want := map[string]int64{"refused by the catalog: none": 0, "refused by the parser: none": 0}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ask := func(n int) {
				headers := append(s.headersOf(test.token), "Prefer: "+test.prefer)
				answer := s.send(t, test.method, test.path, numbered(test.body, 100*i+n), headers...)
				if answer.status != test.status {
					t.Fatalf("status %d, want %d: %s", answer.status, test.status, answer.body)
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

// usual is what a request costs, by the median of nine: the program reads its
// catalog once more just after the start.
func usual(p *proxy, ask func(n int)) int64 {
	trips := make([]int64, 9)
	for n := range trips {
		before := p.turns.Load()
		ask(n)
		trips[n] = p.turns.Load() - before
	}
	slices.Sort(trips)
	return trips[len(trips)/2]
}

// TestRecovery breaks every connection, twice over, and wants the program to
// come back by itself: no request may hang meanwhile.
func TestRecovery(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := proxied(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+address)
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
		{"the network is cut", func(*testing.T) { proxy.cut() }},
	}
	for _, each := range breaks {
		t.Run(each.name, func(t *testing.T) {
			for range 4 { // fill the pool
				s.send(t, "GET", "/rest/v1/blog_posts?select=slug&limit=1", "", s.headersOf("")...)
			}
			each.now(t)
			s.comesBack(t, "/rest/v1/contact_submissions", `{"name":"A","email":"a@example.org","message":"x"}`)
			s.comesBack(t, "/auth/v1/token?grant_type=password", `{"email":"`+s.admin+`","password":"`+s.password+`"}`)
		})
	}
}

// comesBack sends a write until it works. What fails meanwhile must say that it
// is worth another try.
func (s *site) comesBack(t *testing.T, path, body string) {
	t.Helper()
	const tries = 100
	for range tries {
		answer := s.send(t, http.MethodPost, path, body, s.headersOf("")...)
		if answer.status == http.StatusOK || answer.status == http.StatusCreated {
			return
		}
		if answer.status != http.StatusServiceUnavailable {
			t.Fatalf("%s: status %d, want success or 503: %s", path, answer.status, answer.body)
		}
		inWords(t, answer)
	}
	t.Errorf("%s: after %d tries the program has not come back", path, tries)
}

func TestReadyTellsOfTheDatabase(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy, address := proxied(t, database.URL)
	s := bootOn(t, database, "DATABASE_URL="+address)
	if answer := s.send(t, "GET", "/ready", ""); answer.status != http.StatusOK {
		t.Errorf("ready: %d %s, want 200", answer.status, answer.body)
	}
	proxy.away.Store(true)
	proxy.cut()
	if answer := s.send(t, "GET", "/ready", ""); answer.status != http.StatusServiceUnavailable {
		t.Errorf("ready without a database: %d %s, want 503", answer.status, answer.body)
	}
	answer := s.send(t, "GET", "/rest/v1/blog_posts", "", s.headersOf("")...)
	if answer.status != http.StatusServiceUnavailable {
		t.Errorf("reading without a database: %d %s, want 503", answer.status, answer.body)
	}
	inWords(t, answer)
}

// TestNewTableIsSeenAfterNotify: no restart for a migration made elsewhere.
func TestNewTableIsSeenAfterNotify(t *testing.T) {
	t.Parallel()
	s := boot(t)
	_, err := s.db.Admin.Exec(t.Context(), `create table public.huts (id int primary key, name text);
		grant select on public.huts to anon; insert into public.huts values (1, 'Neltner'); notify pgrst, 'reload schema'`)
	if err != nil {
		t.Fatal(err)
	}
	s.until(t, "/rest/v1/huts?select=name", func(r reply) bool { return r.status == 200 && r.body == `[{"name":"Neltner"}]` })
}

func numbered(body string, n int) string {
	return strings.ReplaceAll(body, "{n}", "n-"+strconv.Itoa(n))
}
