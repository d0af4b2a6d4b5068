package visible_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/visible"
	"github.com/toubkal/toubkal/server/token"
)

const (
	ada = "00000000-0000-4000-8000-00000000000a"
	bob = "00000000-0000-4000-8000-00000000000b"
)

const notes = `
	create table public.notes (id int primary key, owner uuid, shared boolean not null default false, body text);
	alter table public.notes enable row level security;
	grant select on public.notes to anon, authenticated, service_role;
	insert into public.notes values (0, '` + ada + `', false, 'a'), (1, '` + bob + `', false, 'b'), (2, '` + ada + `', true, 'c'), (3, null, false, 'd')`

func TestEachSeesWhatThePoliciesShow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, policy string
		class        visible.Class
		want         []string // of ada, bob, a user without a sub
	}{
		{"no policy", "", visible.Nobody, []string{"", "", ""}},
		{"everything", "create policy p on public.notes for select using (true)", visible.Shared, []string{"0123", "0123", "0123"}},
		{"a column", "create policy p on public.notes for select using (shared)", visible.Shared, []string{"2", "2", "2"}},
		{"an owner", "create policy p on public.notes for select using ((select auth.uid()) = owner)", visible.Own, []string{"02", "1", ""}},
		{"a function", "create policy p on public.notes for select using (shared or coalesce(auth.uid() = owner, false))", visible.Opaque, []string{"02", "12", "2"}},
		{"another role's", "create policy p on public.notes for select to anon using (true)", visible.Nobody, []string{"", "", ""}},
		{"another verb's", "create policy p on public.notes for update using (true)", visible.Nobody, []string{"", "", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, c.policy)
			table := h.table("notes")
			changes := h.inserts(table, "id")
			got := h.sees(table, changes, user(ada), user(bob), claims(token.Authenticated, nil))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if class := h.rights(table, token.Authenticated).Class; class != c.class {
				t.Errorf("the class is %s, want %s", class, c.class)
			}
		})
	}
}
