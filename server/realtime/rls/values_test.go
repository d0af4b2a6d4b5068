package rls_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// What a policy asks of may go with the row: then nobody can be asked whether it
// would have been shown.
func TestWhatGoesWithARow(t *testing.T) {
	t.Parallel()
	const member = "exists (select from public.members m where m.note = notes.id and m.who = auth.uid())"
	for _, c := range []struct {
		name, members, policy string
		deletes               bool
	}{
		{"stays", "", member, true},
		{"is kept from going", "references public.notes", member, true},
		{"goes along", "references public.notes on delete cascade", member, false},
		{"forgets it", "references public.notes on delete set null", member, false},
		{"goes along, and a function looks", "references public.notes on delete cascade", "public.is_member(id)", false},
		{"goes along, and nobody looks", "references public.notes on delete cascade", "id > 1 and auth.uid() is not null", true},
		{"goes along, and the row does not matter", "references public.notes on delete cascade", "public.is_member(1)", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, "create table public.members (note int "+c.members+", who uuid); grant select on public.members to authenticated",
				"create function public.is_member(asked int) returns boolean language sql stable as $$ select exists (select from public.members m where m.note = asked and m.who = auth.uid()) $$",
				"grant execute on function public.is_member(int) to authenticated", "create policy p on public.notes for select using ("+c.policy+")")
			if got := h.rights(h.table("notes"), token.Authenticated).Deletes; got != c.deletes {
				t.Errorf("deletes can be judged: %t, want %t", got, c.deletes)
			}
		})
	}
}

// What is judged by values is what is sent: not what the row is by now.
func TestRowsWithoutAWayToThem(t *testing.T) {
	t.Parallel()
	h := setup(t, strings.Replace(notes, "id int primary key", "id numeric primary key", 1), "create policy p on public.notes for select using (owner = auth.uid())")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	h.do("delete from public.notes where id = 0", "update public.notes set owner = '"+ada+"' where id = 1", "update public.notes set owner = '"+bob+"' where id = 2")
	if diff := cmp.Diff([]string{"02", "1"}, h.sees(table, changes, user(ada), user(bob))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Values compare as the column does, and not as others of its type.
func TestValuesKeepTheirCollation(t *testing.T) {
	t.Parallel()
	h := setup(t, "create collation public.loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
		"create table public.names (id numeric primary key, name text collate public.loose)", "alter table public.names enable row level security",
		"grant select on public.names to authenticated", "create policy p on public.names for select using (name = (auth.jwt() ->> 'sub'))",
		"insert into public.names values (0, 'Ada'), (1, 'aDA'), (2, 'bob')")
	table := h.table("names")
	changes := h.inserts(table, "id")
	want := []string{"01", "2"}
	if diff := cmp.Diff(want, h.sees(table, changes, user("ada"), user("BOB"))); diff != "" {
		t.Errorf("by values (-want +got):\n%s", diff)
	}
	h.do("alter table public.names alter id type bigint")
	h.Invalidate()
	table = h.table("names")
	for _, c := range changes {
		c.Table = table
	}
	if diff := cmp.Diff(want, h.sees(table, changes, user("ada"), user("BOB"))); diff != "" {
		t.Errorf("by their keys (-want +got):\n%s", diff)
	}
}

// A deleted row is told to whom the policies would have shown it, where the stream
// has what they look at.
func TestDeletedRows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, policy string
		full         bool
		deletes      bool
		want         []string // of ada, bob
	}{
		{"who is asking alone", "auth.uid() = '" + ada + "'", false, true, []string{"0123", ""}},
		{"the key", "id > 1 and (select auth.uid()) is not null", false, true, []string{"23", "23"}},
		{"another column", "owner = auth.uid()", false, false, []string{"", ""}},
		{"another column, of whole rows", "owner = auth.uid()", true, true, []string{"02", "1"}},
		{"a function of the whole row", "public.mine(notes)", true, false, []string{"", ""}},
		{"another table", "exists (select from public.others o where o.id = notes.id and o.owner = auth.uid())", false, true, []string{"1", "0"}},
		{"100 %", "body <> '50%' and body like '%' and id::text like '%1%'", true, true, []string{"1", "1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, "create function public.mine(n public.notes) returns boolean language sql stable as $$ select n.owner = auth.uid() $$",
				"grant execute on function public.mine(public.notes) to authenticated",
				"create table public.others (id int, owner uuid); insert into public.others values (1, '"+ada+"'), (0, '"+bob+"'); grant select on public.others to authenticated",
				"create policy p on public.notes for select using ("+c.policy+")")
			table := h.table("notes")
			table.ReplicaIdentityFull = c.full
			changes := h.inserts(table, "id")
			for i, change := range changes {
				old := slices.Clone(change.New)
				if !c.full {
					clear(old[1:])
				}
				changes[i] = &row.Change{Table: table, Kind: row.Delete, Old: old}
			}
			h.do("delete from public.notes")
			if got := h.rights(table, token.Authenticated).Deletes; got != c.deletes {
				t.Errorf("deletes can be judged: %t, want %t", got, c.deletes)
			}
			if diff := cmp.Diff(c.want, h.sees(table, changes, user(ada), user(bob))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
