package replication_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// gate is an ear that holds everything up until it is opened, prints rows as JSON,
// and counts them.
type gate struct {
	*listener
	open chan struct{}
	rows int
	all  int
	done chan struct{}
	dst  []byte
}

func (g *gate) Changes(batch []*row.Change) {
	<-g.open
	for _, c := range batch {
		g.dst = append(g.dst[:0], '{')
		for i, v := range c.New {
			g.dst = append(row.AppendJSONString(g.dst, []byte(c.Table.Columns[i].Name)), ':')
			g.dst = append(row.AppendJSON(g.dst, c.Table.Columns[i].Type, v), ',')
		}
		g.rows++
	}
	if g.rows == g.all {
		close(g.done)
	}
}

// BenchmarkBacklog measures the way of committed changes to rows in JSON: orders in
// transactions of 1,000, from PostgreSQL's log through the stream.
func BenchmarkBacklog(b *testing.B) {
	const all, each = 100_000, 1000
	for b.Loop() {
		b.StopTimer()
		database := fresh(b, `
			create table public.orders (id uuid primary key default gen_random_uuid(), number text, name text, email text, quantity int, total numeric(10,2), paid boolean, created_at timestamptz default now(), notes text);
			alter publication supabase_realtime add table public.orders`)
		g := &gate{listener: newListener(), open: make(chan struct{}), done: make(chan struct{}), all: all}
		run(b, database, g)
		g.untilIt(b, "connected")
		for range all / each {
			_, err := database.Admin.Exec(b.Context(), `
				insert into public.orders (number, name, email, quantity, total, paid)
				select 'BO' || n, 'Fatima Zahra El Alaoui', 'reader' || n || '@example.org', 1 + n % 3, 279 * (1 + n % 3), n % 2 = 0
				from generate_series(1, $1::int) as n`, each)
			if err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		close(g.open)
		<-g.done
	}
	b.ReportMetric(float64(all*b.N)/b.Elapsed().Seconds(), "rows/s")
}
