//go:build endurance

package replication_test

import (
	"fmt"
	"testing"
)

func TestAHugeTransaction(t *testing.T) {
	t.Parallel()
	const rows = 200_000
	s := listen(t, fresh(t, "create table public.peaks (id int primary key, name text); alter publication supabase_realtime add table public.peaks"))
	heard := changes(s.hear(fmt.Sprintf("insert into public.peaks select n, 'peak ' || n from generate_series(1, %d) as n", rows)))
	if len(heard) != rows {
		t.Fatalf("%d changes, want %d", len(heard), rows)
	}
	for i, c := range heard {
		if want := fmt.Sprintf("id=%d name=peak %d", i+1, i+1); text(c, c.New) != want {
			t.Fatalf("change %d is %s, want %s", i, text(c, c.New), want)
		}
	}
}
