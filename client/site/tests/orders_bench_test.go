package tests

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkOrders places orders over HTTP as visitors do, by one writer and by 16, while nothing
// else happens and while another transaction that has ordered stays open. It reports the
// median and the 99th percentile in milliseconds, and how many orders failed in percent.
func BenchmarkOrders(b *testing.B) {
	for _, c := range []struct {
		name    string
		writers int
		open    bool
	}{
		{"1 writer", 1, false},
		{"16 writers", 16, false},
		{"1 writer, an order open", 1, true},
		{"16 writers, an order open", 16, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := boot(b)
			execute(b, s, "update public.site_settings set value = '1000000' where key = 'book.stock'")
			if c.open {
				tx, err := s.DB.Admin.Begin(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = tx.Rollback(b.Context()) }()
				if _, err := tx.Exec(b.Context(), placeAsAnon); err != nil {
					b.Fatal(err)
				}
			}
			placeMany(b, s, c.writers)
		})
	}
}

func placeMany(b *testing.B, s *website, writers int) {
	var next, failed atomic.Int64
	took := make([]time.Duration, b.N)
	var all sync.WaitGroup
	b.ResetTimer()
	for range writers {
		all.Go(func() {
			for {
				n := next.Add(1)
				if n > int64(b.N) {
					return
				}
				began := time.Now()
				answer := s.Send(b, "POST", "/rest/v1/book_orders", order(fmt.Sprintf("BO%016d", n), "Yasmine", ""), s.Headers("")...)
				took[n-1] = time.Since(began)
				if answer.Status != http.StatusCreated {
					failed.Add(1)
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	milliseconds := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))]) / float64(time.Millisecond)
	}
	b.ReportMetric(milliseconds(0.5), "p50-ms")
	b.ReportMetric(milliseconds(0.99), "p99-ms")
	b.ReportMetric(100*float64(failed.Load())/float64(b.N), "failed-%")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
}
