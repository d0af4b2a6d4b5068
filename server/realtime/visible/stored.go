package visible

import (
	"context"
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// fetch gets what the stream left out of rows that somebody sees: once for each
// row, as a group that sees it. Where that group sees it no longer, all others are
// asked; and where nobody does, nobody has seen it.
func (k *asking) fetch(ctx context.Context) error {
	places, wanted := k.absent()
	for _, all := range []bool{false, true} {
		looks := k.seers(wanted, all)
		if len(looks) == 0 {
			break
		}
		err := k.ask(ctx, looks, k.rights.newQuestion(places), func(look, i int, r record) {
			k.fill(looks[look].Changes[i], places, r)
		})
		if err != nil {
			return err
		}
		wanted = slices.DeleteFunc(wanted, func(change int32) bool { return k.answer.rows[change] != nil })
	}
	k.unsee(wanted)
	return nil
}

// absent are the places of columns that the role may select and that are missing
// somewhere, and the changes where any is.
func (k *asking) absent() (places []int, changes []int32) {
	missing := make([]bool, len(k.rights.Columns))
	for change, c := range k.changes {
		any := false
		for place := range c.New {
			if k.rights.Columns[place] && c.New[place].State == row.Absent {
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

// seers are the looks that see changes: for each change the first one, or all.
func (k *asking) seers(changes []int32, all bool) []Look {
	var looks []Look
	taken := map[int32]bool{}
	for l, look := range k.answer.looks {
		var sees []int32
		for i, change := range look.Changes {
			if k.answer.seen[l][i] && (all || !taken[change]) && slices.Contains(changes, change) {
				sees, taken[change] = append(sees, change), true
			}
		}
		if len(sees) > 0 {
			looks = append(looks, Look{look.Group, sees})
		}
	}
	return looks
}

// fill completes the new row of a change.
func (k *asking) fill(change int32, places []int, r record) {
	if k.answer.rows[change] != nil || len(r) != len(places) {
		return
	}
	values := slices.Clone(k.changes[change].New)
	for n, place := range places {
		if values[place].State == row.Absent {
			values[place] = r[n]
		}
	}
	if k.answer.rows == nil {
		k.answer.rows = map[int32][]row.Value{}
	}
	k.answer.rows[change] = values
}

func (k *asking) unsee(changes []int32) {
	for l, look := range k.answer.looks {
		for i, change := range look.Changes {
			if slices.Contains(changes, change) {
				k.answer.seen[l][i] = false
			}
		}
	}
}
