package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test binary be the stand-in, as the command is.
func TestMain(m *testing.M) {
	if os.Getenv(standInVariable) != "" {
		main()
		return
	}
	dir, err := os.MkdirTemp("", "toubkal-bench-")
	if err != nil {
		panic(err)
	}
	engine = sync.OnceValues(func() (string, error) {
		o := options{root: filepath.Join("..", "..")}
		return o.built(context.Background(), dir, "./server/cmd/toubkal")
	})
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// engine builds the program once for all tests.
var engine func() (string, error)

// tiny is a measurement that asserts no times.
func tiny(t *testing.T) options {
	t.Helper()
	program, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	return options{
		span: 200 * time.Millisecond, rounds: 1, root: filepath.Join("..", ".."), throwaway: true, program: program,
		of: size{reviews: 2000, customers: 60, wide: 20}, scale: 0.02,
	}
}

// results are the lines of out by case and system.
func results(out string) map[[2]string]string {
	found := map[[2]string]string{}
	for _, line := range regexp.MustCompile(`(?m)^Benchmark\w+/case=(\S+)/system=(\S+) (\d+ .*)$`).FindAllStringSubmatch(out, -1) {
		found[[2]string{line[1], line[2]}] = line[3]
	}
	return found
}

// It fails where a system gives a wrong answer.
func TestEveryCaseDelivers(t *testing.T) {
	t.Parallel()
	o := tiny(t)
	var out bytes.Buffer
	if err := o.runTables(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	want := 0
	for _, c := range o.comparisons() {
		want += len(c.systems)
	}
	if got := results(out.String()); len(got) != want {
		t.Errorf("%d results, want %d:\n%s", len(got), want, out.String())
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
