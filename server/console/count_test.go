package console_test

import (
	"fmt"
	"testing"
)

// A page that reads most of a large table says so, and which columns lack an index.
func TestSlowPagesAreAnnounced(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	id := o.user(t, "ann@example.org")
	o.exec(t, "insert into public.notes (owner, title) select '"+id+"', 'a' from generate_series(1, 500)")
	// The planner takes the table for one of a billion rows.
	o.exec(t, "update pg_class set reltuples = 1e9, relpages = 1 where oid = 'public.notes'::regclass")
	type counted struct {
		Rows      int64
		Slow      bool
		Unindexed []string
	}
	for body, want := range map[string]string{
		`{}`: "false []",
		`{"order":[{"column":"id","desc":true}]}`:                                                           "false []",
		`{"filter":[{"column":"id","op":"gt","value":"3"}]}`:                                                "false []",
		`{"order":[{"column":"done","desc":false}]}`:                                                        "true [done]",
		`{"filter":[{"column":"data","op":"notnull","value":""}]}`:                                          "true [data]",
		`{"order":[{"column":"tags","desc":true}],"filter":[{"column":"title","op":"like","value":"a"}]}`:   "true [title tags]",
		`{"order":[{"column":"data","desc":true}],"filter":[{"column":"title","op":"notnull","value":""}]}`: "true [data]",
	} {
		got := ask[counted](t, o, "POST", "/tables/public/notes/count", body)
		if text := fmt.Sprint(got.Slow, " ", got.Unindexed); text != want {
			t.Errorf("%s: %s (%d rows), want %s", body, text, got.Rows, want)
		}
	}
}
