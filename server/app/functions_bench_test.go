package app_test

import (
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// BenchmarkTablesBesideAFunction reads a table alone, and while a function uses a processor: at
// most 2 times slower.
func BenchmarkTablesBesideAFunction(b *testing.B) {
	p, err := project.Load("testdata/projects/burner")
	if err != nil {
		b.Fatal(err)
	}
	executable := denoPath(b)
	i := apptest.New(b, p, pgtest.Empty(b))
	i.Start(b, []string{executable, "DATABASE_URL=" + i.DB.URL})
	read := func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			if got := i.Send(b, http.MethodGet, "/rest/v1/numbers?n=eq.7", "", i.Headers("")...); got.Status != http.StatusOK {
				b.Fatalf("got %d %s", got.Status, got.Body)
			}
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	}
	b.Run("alone", read)
	// it answers, and goes on until its process ends
	response, err := i.Client.Get(i.URL + "/functions/v1/burn")
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	b.Run("beside", read)
}
