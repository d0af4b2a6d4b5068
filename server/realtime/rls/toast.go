package rls

import (
	"context"
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// fetchToast gets what the stream left out of rows that somebody sees: once for each
// row, as a group that sees it. Where that group sees it no longer, all others are
// asked; and where nobody does, nobody has seen it.
func (k *check) fetchToast(ctx context.Context) error {
	places, wanted := k.missingColumns()
	for _, all := range []bool{false, true} {
		looks := k.visibleTo(wanted, all)
		if len(looks) == 0 {
			break
		}
		err := k.query(ctx, looks, k.access.keyQuery(places), func(look, i int, r textRecord) {
			k.fill(looks[look].Changes[i], places, r)
		})
		if err != nil {
			return err
		}
		wanted = slices.DeleteFunc(wanted, func(change int32) bool { return k.result.rows[change] != nil })
	}
	k.hide(wanted)
	return nil
}

// missingColumns are the places of columns that the role may select and that are missing
// somewhere, and the changes where any is.
func (k *check) missingColumns() (places []int, changes []int32) {
	missing := make([]bool, len(k.access.Columns))
	for change, c := range k.changes {
		any := false
		for place := range c.New {
			if k.access.Columns[place] && c.New[place].State == row.Absent {
				missing[place], any = true, true
			}
		}
		if any {
			changes = append(changes, int32(change))
		}
	}
	for place, yes := range missing {
		if yes {
			places = append(places, place)
		}
	}
	return places, changes
}

// visibleTo are the looks that see changes: for each change the first one, or all.
func (k *check) visibleTo(changes []int32, all bool) []Query {
	var looks []Query
	taken := map[int32]bool{}
	for l, look := range k.result.queries {
		var sees []int32
		for i, change := range look.Changes {
			if k.result.visible[l][i] && (all || !taken[change]) && slices.Contains(changes, change) {
				sees, taken[change] = append(sees, change), true
			}
		}
		if len(sees) > 0 {
			looks = append(looks, Query{look.Group, sees})
		}
	}
	return looks
}

// fill completes the new row of a change.
func (k *check) fill(change int32, places []int, r textRecord) {
	if k.result.rows[change] != nil || len(r) != len(places) {
		return
	}
	values := slices.Clone(k.changes[change].New)
	for n, place := range places {
		if values[place].State == row.Absent {
			values[place] = r[n]
		}
	}
	if k.result.rows == nil {
		k.result.rows = map[int32][]row.Value{}
	}
	k.result.rows[change] = values
}

func (k *check) hide(changes []int32) {
	for l, look := range k.result.queries {
		for i, change := range look.Changes {
			if slices.Contains(changes, change) {
				k.result.visible[l][i] = false
			}
		}
	}
}
