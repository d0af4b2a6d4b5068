package deno_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

const hello = "Deno.serve(() => new Response('hello'));"

// BenchmarkColdStart is the first call of a function, its process's start included.
func BenchmarkColdStart(b *testing.B) {
	f := setup(b, map[string]string{"hello/index.ts": hello}, nil, nil)
	var took []time.Duration
	for b.Loop() {
		f.Restart("hello")
		began := time.Now()
		f.get("/hello")
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "p50-ms")
}

// BenchmarkCall is a call of a running function, and the same answered by the server alone.
func BenchmarkCall(b *testing.B) {
	f := setup(b, map[string]string{"hello/index.ts": hello}, nil, nil)
	for _, path := range []string{"/hello", "/none"} {
		b.Run(path[1:], func(b *testing.B) {
			f.get(path)
			for b.Loop() {
				f.get(path)
			}
		})
	}
}

// BenchmarkRate calls a function 200 times a second, and tells the memory of its process afterwards.
func BenchmarkRate(b *testing.B) {
	f := setup(b, map[string]string{
		"memory/index.ts": "Deno.serve(() => new Response(String(Deno.memoryUsage().rss >> 20)));",
	}, nil, nil)
	f.get("/memory")
	next := time.NewTicker(time.Second / 200)
	defer next.Stop()
	var mu sync.Mutex
	var took []time.Duration
	var calls sync.WaitGroup
	for b.Loop() {
		<-next.C
		calls.Go(func() {
			began := time.Now()
			f.get("/memory")
			mu.Lock()
			defer mu.Unlock()
			took = append(took, time.Since(began))
		})
	}
	calls.Wait()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	var resident float64
	if _, err := fmt.Sscanf(f.get("/memory"), "200 %g", &resident); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(resident, "MB")
}
