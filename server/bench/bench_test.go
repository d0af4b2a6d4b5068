package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary be the stand-in and the file server, as the command is.
func TestMain(m *testing.M) {
	if os.Getenv(standInVariable) != "" || os.Getenv(fileServerVariable) != "" {
		main()
		return
	}
	dir, err := os.MkdirTemp("", "toubkal-bench-")
	if err != nil {
		panic(err)
	}
	built = sync.OnceValues(func() (string, error) {
		program := filepath.Join(dir, "program")
		return program, build(context.Background(), io.Discard, filepath.Join("..", ".."), program)
	})
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// built is the program, which is built once for all tests.
var built func() (string, error)

// program is where the program is.
func program(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEveryCaseDelivers runs the whole benchmark, tiny: it fails where a system
// gives a wrong answer, and asserts no times.
func TestEveryCaseDelivers(t *testing.T) {
	t.Parallel()
	o := options{
		span: 100 * time.Millisecond, rounds: 1, root: filepath.Join("..", ".."), throwaway: true,
		program: program(t), of: size{reviews: 2000, customers: 60, wide: 20},
	}
	var out bytes.Buffer
	b, err := o.measure(t.Context(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, c := range o.comparisons() {
		for _, system := range c.systems {
			if runs := b.runs[c.title][system]; len(runs) != 1 || runs[0].rps <= 0 {
				t.Errorf("%s: %s has the runs %v, want one with answers", c.title, system, runs)
			}
		}
	}
	var report bytes.Buffer
	b.report(&report, "about")
	for _, g := range goals {
		if !strings.Contains(report.String(), "| "+g.name+" | ") {
			t.Errorf("the report lacks %s:\n%s", g.name, report.String())
		}
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	more := goal{must: 1, goal: 2}
	free := goal{must: math.NaN(), goal: math.NaN()}
	less := goal{must: 60, goal: 45, below: true}
	for _, c := range []struct {
		name   string
		of     goal
		figure float64
		want   string
	}{
		{"reached", more, 2, "goal"},
		{"enough", more, 1.9, "must"},
		{"too little", more, 0.99, "missed"},
		{"nothing", more, math.NaN(), "not measured"},
		{"little enough", less, 45, "goal"},
		{"not too much", less, 60, "must"},
		{"too much", less, 61, "missed"},
		{"no goal beyond the must", goal{must: 2, goal: math.NaN(), below: true}, 1.5, "goal"},
		{"no must below the goal", goal{must: math.NaN(), goal: 1, below: true}, 3, "must"},
		{"no bound", free, 1, "–"},
		{"no bound, not measured", free, math.NaN(), "not measured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := c.of.verdict(c.figure); got != c.want {
				t.Errorf("%v: %s, want %s", c.figure, got, c.want)
			}
		})
	}
}

func TestRatiosCompareRoundByRound(t *testing.T) {
	t.Parallel()
	b := &bench{runs: map[string]map[string][]run{oneAnon: {
		ours:      {{rps: 10, p99: 4}, {rps: 30, p99: 6}, {rps: 20, p99: 1}},
		pg:        {{rps: 100}, {rps: 100}, {rps: 50}}, // 0.1, 0.3, 0.4
		reference: {{p50: 1, p99: 8}, {p50: 2, p99: 6}, {p50: 1, p99: 2}},
	}, oneUser: {ours: {{rps: 30}}}, oneEither: {ours: {{rps: 12}}}}}
	for _, c := range []struct {
		name string
		got  float64
		want float64
	}{
		{"speed", speed(oneAnon, pg)(b), 0.3},
		{"tail against the median", tail(func(r run) float64 { return r.p50 })(b), 3},
		{"mixed", mixed(b), 0.8}, // of 15, the harmonic mean of 10 and 30
		{"cost", cost(func(r run) float64 { return r.p99 })(b), 4},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := speed(page25, pg)(b); !math.IsNaN(got) {
		t.Errorf("what was not measured is %v", got)
	}
}

func TestTheStandInTellsRequestsApart(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	for _, s := range scenarios(full) {
		if other, ok := known[s.key()]; ok && other != s.standIn {
			t.Errorf("%s has the key of another statement: %s", s.name, s.key())
		}
		known[s.key()] = s.standIn
	}
}
