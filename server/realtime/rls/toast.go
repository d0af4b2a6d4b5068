package rls

import (
	"context"
	"slices"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// fetchToast fetches the values that the stream left out of visible rows, since an update
// had not changed them: once per row, as a group that sees it. If that group sees it no
// longer, as all others; and if none does, the row is not visible.
func (c *check) fetchToast(ctx context.Context) error {
	places, wanted := c.missingColumns()
	for _, all := range []bool{false, true} {
		queries := c.visibleTo(wanted, all)
		if len(queries) == 0 {
			break
		}
		err := c.query(ctx, queries, c.access.keyQuery(places), func(query, i int, r textRecord) {
			c.fill(queries[query].Changes[i], places, r)
		})
		if err != nil {
			return err
		}
		wanted = slices.DeleteFunc(wanted, func(change int32) bool { return c.result.rows[change] != nil })
	}
	c.hide(wanted)
	return nil
}

// missingColumns returns the indexes of columns that the role may select and that some
// change lacks, and those changes.
func (c *check) missingColumns() (places []int, changes []int32) {
	missing := make([]bool, len(c.access.Columns))
	for i, change := range c.changes {
		lacks := false
		for place := range change.New {
			if c.access.Columns[place] && change.New[place].State == row.Absent {
				missing[place], lacks = true, true
			}
		}
		if lacks {
			changes = append(changes, int32(i))
		}
	}
	for place, yes := range missing {
		if yes {
			places = append(places, place)
		}
	}
	return places, changes
}

// visibleTo returns the queries that see some of the changes: for each change the first
// one, or all.
func (c *check) visibleTo(changes []int32, all bool) []Query {
	var queries []Query
	taken := map[int32]bool{}
	for n, query := range c.result.queries {
		var sees []int32
		for i, change := range query.Changes {
			if c.result.visible[n][i] && (all || !taken[change]) && slices.Contains(changes, change) {
				sees, taken[change] = append(sees, change), true
			}
		}
		if len(sees) > 0 {
			queries = append(queries, Query{query.Group, sees})
		}
	}
	return queries
}

// fill sets the missing values of the new row of a change.
func (c *check) fill(change int32, places []int, r textRecord) {
	if c.result.rows[change] != nil || len(r) != len(places) {
		return
	}
	values := slices.Clone(c.changes[change].New)
	for n, place := range places {
		if values[place].State == row.Absent {
			values[place] = r[n]
		}
	}
	if c.result.rows == nil {
		c.result.rows = map[int32][]row.Value{}
	}
	c.result.rows[change] = values
}

func (c *check) hide(changes []int32) {
	for n, query := range c.result.queries {
		for i, change := range query.Changes {
			if slices.Contains(changes, change) {
				c.result.visible[n][i] = false
			}
		}
	}
}
