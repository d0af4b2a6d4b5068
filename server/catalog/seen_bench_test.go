package catalog_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// BenchmarkSeen measures from the commit of a schema change until the snapshot has
// it, with the engine's event trigger: after a quiet time, and right after another
// change.
func BenchmarkSeen(b *testing.B) {
	for _, test := range []struct {
		name  string
		quiet time.Duration
	}{{"after a quiet time", 300 * time.Millisecond}, {"in a flood", 0}} {
		b.Run(test.name, func(b *testing.B) {
			database := pgtest.New(b)
			if _, err := database.Admin.Exec(b.Context(), "create table public.seen ()"); err != nil {
				b.Fatal(err)
			}
			cache, loaded := watched(b, database)
			var waits []time.Duration
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				<-time.After(test.quiet)
				b.StartTimer()
				comment := strconv.Itoa(i)
				if _, err := database.Admin.Exec(b.Context(), "comment on table public.seen is '"+comment+"'"); err != nil {
					b.Fatal(err)
				}
				committed := time.Now()
				for cache.Snapshot().Table("public", "seen").Comment != comment {
					<-loaded
				}
				waits = append(waits, time.Since(committed))
			}
			report(b, waits)
		})
	}
}

func watched(b *testing.B, database *pgtest.DB) (*catalog.Cache, <-chan struct{}) {
	b.Helper()
	cache := catalog.New(pool(b, database.URL), []string{"public"})
	loaded := make(chan struct{}, 1)
	go cache.Watch(b.Context(), db.Link{URL: database.URL}, catalog.Callbacks{Loaded: func(time.Duration, *catalog.Snapshot) {
		select {
		case loaded <- struct{}{}:
		default:
		}
	}})
	<-loaded
	return cache, loaded
}

func report(b *testing.B, waits []time.Duration) {
	slices.Sort(waits)
	for _, percent := range []int{50, 99} {
		at := waits[(len(waits)-1)*percent/100]
		b.ReportMetric(float64(at.Microseconds())/1000, fmt.Sprintf("p%d-ms", percent))
	}
}
