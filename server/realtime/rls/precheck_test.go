package rls_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// The pool's login may name nothing of what policies name; the callers may. A probe
// that lets everybody pass would only cost time, so nothing else would notice.
func TestPrecheckExcludesStrangers(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using ((select auth.uid()) = owner and body <> 'x')")
	table := h.table("notes")
	rights := h.rights(table, token.Authenticated)
	groups := map[string]token.Claims{"ada": user(ada), "bob": user(bob), "nobody": claims(token.Authenticated, nil)}
	changes := h.inserts(table, "id")
	for name, c := range groups {
		group := h.group(rights, c)
		for i, want := range [][]string{{"ada"}, {"bob"}, {"ada"}, {}} { // by notes' owners
			if got := rights.Precheck(changes[i]).CanSee(group); got != (len(want) > 0 && want[0] == name) {
				t.Errorf("row %d may be shown to %s: %t", i, name, got)
			}
			gone := &row.Change{Table: table, Kind: row.Delete, Old: changes[i].New}
			if got := rights.Precheck(gone).CanSee(group); got != (len(want) > 0 && want[0] == name) {
				t.Errorf("of row %d, deleted, %s may hear: %t", i, name, got)
			}
			gone = &row.Change{Table: table, Kind: row.Delete, Old: make([]row.Value, len(table.Columns))}
			if name != "nobody" && !rights.Precheck(gone).CanSee(group) {
				t.Errorf("of a deleted row of which nothing is known, %s may not hear", name)
			}
		}
	}
}
