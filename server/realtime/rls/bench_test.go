package rls_test

import (
	"fmt"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// street is a table of 20,000 rows that belong to 500 users.
const street = `
	create table public.street (id uuid primary key default gen_random_uuid(), owner uuid, published boolean not null default false, body text);
	insert into public.street (owner, published, body) select ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid, n % 2 = 0, repeat('x', 200) from generate_series(1, 20000) n;
	alter table public.street enable row level security;
	grant select on public.street to authenticated;
	analyze public.street`

// crowd are 500 users with claims as the auth API makes them.
func crowd() []token.Claims {
	crowd := make([]token.Claims, 500)
	for i := range crowd {
		crowd[i] = claims(token.Authenticated, map[string]any{
			"sub": fmt.Sprintf("00000000-0000-4000-8000-%012d", i), "email": fmt.Sprintf("user%d@example.org", i), "aud": "authenticated", "exp": 1800000000 + i,
			"app_metadata": map[string]any{"provider": "email", "providers": []string{"email"}}, "user_metadata": map[string]any{"name": "Somebody"}, "session_id": fmt.Sprint(i),
		})
	}
	return crowd
}

// BenchmarkCheck measures the check of which of 500 users see some changes: asked
// about all of them, as an opaque policy makes it, and asked about those only whom
// the pre-filter does not spare.
func BenchmarkCheck(b *testing.B) {
	for _, c := range []struct {
		name, policy string
		all          bool
	}{
		{"opaque/true", "true", true},
		{"opaque/select uid", "(select auth.uid()) = owner", true},
		{"opaque/uid", "auth.uid() = owner", true},
		{"own/select uid", "(select auth.uid()) = owner", false},
		{"shared/published", "published", false},
	} {
		h := setup(b, street, "create policy p on public.street for select using ("+c.policy+")")
		if c.all { // the same, but not understood
			h.do("create function public.yes() returns boolean language plpgsql stable as $$ begin return true; end $$; grant execute on function public.yes() to authenticated",
				"create policy q on public.street as restrictive for select using ((select public.yes()))")
		}
		table := h.table("street")
		changes := h.inserts(table, "id")
		for _, n := range []int{1, 10, 100} {
			b.Run(fmt.Sprintf("%s/%d changes", c.name, n), func(b *testing.B) {
				h.t = b
				h.checkAll(b, table, changes[:n], c.all)
			})
		}
	}
}

func (h *harness) checkAll(b *testing.B, table *row.Table, changes []*row.Change, all bool) {
	rights := h.rights(table, token.Authenticated)
	groups := map[*rls.CallerGroup]bool{}
	for _, caller := range crowd() {
		groups[h.group(rights, caller)] = true
	}
	seen := 0
	for b.Loop() {
		var looks []rls.Query
		for group := range groups {
			look := rls.Query{Group: group}
			for i, change := range changes {
				if all || rights.Precheck(change).CanSee(group) {
					look.Changes = append(look.Changes, int32(i))
				}
			}
			if len(look.Changes) > 0 {
				looks = append(looks, look)
			}
		}
		answer, err := h.Check(b.Context(), table, rights.Role, changes, looks)
		if err != nil {
			b.Fatal(err)
		}
		for l, look := range looks {
			for i := range look.Changes {
				if answer.Visible(l, i) {
					seen++
				}
			}
		}
	}
	b.ReportMetric(float64(len(changes))*float64(b.N)/b.Elapsed().Seconds(), "changes/s")
	b.ReportMetric(float64(seen)/float64(b.N), "seen/op")
}

// BenchmarkPrecheck is the pre-filter alone.
func BenchmarkPrecheck(b *testing.B) {
	h := setup(b, street, "create policy p on public.street for select using (published or owner = (select auth.uid()))")
	table := h.table("street")
	change := h.inserts(table, "id limit 1")[0]
	rights := h.rights(table, token.Authenticated)
	group := h.group(rights, user(ada))
	probe := rights.Precheck(change)
	for b.Loop() {
		probe.CanSee(group)
	}
}
