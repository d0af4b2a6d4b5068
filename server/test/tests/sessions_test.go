package tests

import (
	"fmt"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestSignOutEndsAccessTokens: of tables, functions and open channels, on the node itself
// before it answers, and then on another one. Other users go on.
func TestSignOutEndsAccessTokens(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	const services = "SERVICES=rest,auth,functions,realtime"
	one, two := instanceOn(t, database), instanceOn(t, database)
	for _, s := range []*apptest.Instance{one, two} {
		s.Start(t, []string{"DATABASE_URL=" + database.URL, services})
	}
	nadia, other := one.CreateUser(t, "nadia@example.org", "secret6"), one.CreateUser(t, "other@example.org", "secret6")
	const topic = "atlas"
	channels := map[*apptest.Instance]*apptest.RealtimeClient{}
	for _, s := range []*apptest.Instance{one, two} {
		c := s.Realtime(t, apptest.Version2)
		for name, session := range map[string]apptest.Session{topic: nadia, "others": other} {
			c.MustJoin(name, fmt.Sprintf(`{"config":{"presence":{"enabled":false}},"access_token":%q}`, session.AccessToken))
		}
		channels[s] = c
	}
	calls := func(s *apptest.Instance, session apptest.Session) [2]int {
		return [2]int{
			s.Send(t, "GET", "/rest/v1/todos?select=id", "", s.Headers(session.AccessToken)...).Status,
			s.Send(t, "POST", "/functions/v1/greet", "{}", s.Headers(session.AccessToken)...).Status,
		}
	}
	works, refused := [2]int{200, 200}, [2]int{401, 401}
	for _, s := range []*apptest.Instance{one, two} {
		if got := calls(s, nadia); got != works {
			t.Fatalf("before: tables and functions answer %d", got)
		}
	}
	one.Walk(t, nadia.AccessToken, []apptest.Step{
		{Name: "sign out", Method: "POST", Path: "/auth/v1/logout?scope=global", Status: 204},
		{Name: "tables", Method: "GET", Path: "/rest/v1/todos?select=id", Status: 401, Has: []string{"PGRST303", "JWT revoked"}},
	})
	if got := calls(one, nadia); got != refused {
		t.Errorf("the node of the sign-out: tables and functions answer %d", got)
	}
	limit := time.After(apptest.Timeout)
	for calls(two, nadia) != refused {
		select {
		case <-limit:
			t.Fatal("the other node still accepts the token")
		case <-time.After(10 * time.Millisecond):
		}
	}
	for _, s := range []*apptest.Instance{one, two} {
		channels[s].Expect(topic, "phx_error")
		channels[s].ExpectNone("others", "phx_error")
		if got := calls(s, other); got != works {
			t.Errorf("another user: tables and functions answer %d", got)
		}
	}
}
