package tests

import (
	"net/http"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

type readiness struct {
	Ready, Stopping bool
	Parts           map[string]struct {
		Ready  bool
		Reason string
	}
}

// A part that cannot answer makes the node not ready, and is named with its reason.
func TestReadyIsPerPart(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "SERVICES=rest,auth,functions,realtime,storage,site")
	// A busy machine may not ask all of them within the two seconds of a probe.
	s.Until(t, "/ready", func(r apptest.Reply) bool {
		state := apptest.Parse[readiness](t, r.Body)
		return r.Status == http.StatusOK && state.Ready && len(state.Parts) == 5
	})
	for part, role := range map[string]string{"rest": "authenticator", "auth": "supabase_auth_admin", "realtime": "supabase_realtime_admin", "storage": "supabase_storage_admin", "jobs": "toubkal_worker"} {
		execute(t, database, `revoke connect on database "`+database.Name+`" from public;
			grant connect on database "`+database.Name+`" to `+othersThan(role)+`;
			revoke connect on database "`+database.Name+`" from `+role+`;`)
		execute(t, database, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and usename = '`+role+`'`)
		s.Until(t, "/ready", func(r apptest.Reply) bool {
			state := apptest.Parse[readiness](t, r.Body)
			for name, p := range state.Parts {
				if name != part && !p.Ready {
					return false // one that has just connected again
				}
			}
			return r.Status == http.StatusServiceUnavailable && !state.Ready && !state.Parts[part].Ready && state.Parts[part].Reason != ""
		})
		execute(t, database, `grant connect on database "`+database.Name+`" to `+role)
		s.Until(t, "/ready", func(r apptest.Reply) bool { return r.Status == http.StatusOK })
	}
}

func othersThan(role string) string {
	list := ""
	for _, other := range []string{"authenticator", "supabase_auth_admin", "supabase_realtime_admin", "supabase_storage_admin", "toubkal_worker"} {
		if other != role {
			if list != "" {
				list += ", "
			}
			list += other
		}
	}
	return list
}
