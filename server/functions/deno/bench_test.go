package deno_test

import (
	"slices"
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
