//go:build endurance && (linux || darwin || freebsd)

// Package killed kills the program and its embedded PostgreSQL in every mixture,
// under a load of writes, and starts it again: it must start, and have every write
// that was acknowledged. On Linux nobody asks how the killed postmasters ended, so
// that they stay zombies, as in a container without an init system.
package killed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

const (
	// roundsVariable is the number of rounds to run. Defaults to 20.
	roundsVariable = "TOUBKAL_KILL_ROUNDS"
	// seedVariable repeats the rounds of another run, which printed it.
	seedVariable = "TOUBKAL_KILL_SEED"
	// withinVariable fails the test where a start on data that are there takes longer, such
	// as 5s. Defaults to none: how long a start takes is the machine's affair.
	withinVariable = "TOUBKAL_KILL_WITHIN"
	// programVariable makes the test binary the program.
	programVariable = "TOUBKAL_KILL_PROGRAM"
)

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		root, err := filepath.Abs("../../..") // its PostgreSQL may be npm's
		if err != nil {
			panic(err)
		}
		app.Main(project.Project{Name: "fixture", Folder: root, Migrations: fixture.Schema, Policies: fixture.Policies})
		return
	}
	os.Exit(m.Run())
}

// victim is the process that a round kills.
type victim int

const (
	programOnly victim = iota
	postmasterOnly
	programFirst // and the postmaster in the same moment
	postmasterFirst
	victims
)

func (v victim) String() string {
	return [...]string{"program", "postmaster", "program and postmaster", "postmaster and program"}[v]
}

// kinds are the states of the program in which it is killed.
var kinds = []struct {
	name  string
	run   func(*world) time.Duration // how long the start after it took
	first bool                       // that start makes the cluster
}{
	{"under load", (*world).killUnderLoad, false},
	{"under load", (*world).killUnderLoad, false}, // twice as often
	{"during the start", (*world).killDuringStart, false},
	{"during the shutdown", (*world).killDuringShutdown, false},
	{"during initdb", (*world).killDuringInitdb, true},
}

func TestEveryStartSucceedsAndNoWriteIsLost(t *testing.T) {
	t.Parallel()
	rounds, seed := number(t, roundsVariable, 20), number(t, seedVariable, int(rand.Uint32()))
	t.Logf("%s=%d %s=%d", roundsVariable, rounds, seedVariable, seed)
	w := newWorld(t, uint64(seed))
	var took, first []time.Duration // of starts on data that are there, and of first starts
	var order []int
	for round := range rounds {
		if round%len(kinds) == 0 { // a few rounds have every kind
			order = w.rng.Perm(len(kinds))
		}
		kind := kinds[order[round%len(kinds)]]
		w.say("round %d: %s", round, kind.name)
		start := kind.run(w)
		if kind.first {
			first = append(first, start)
		} else {
			took = append(took, start)
		}
		w.say("... started after %v", start.Round(time.Millisecond))
		w.check(false)
	}
	written := w.check(true)
	w.end()
	t.Logf("%d rounds, %d acknowledged writes, 0 lost; starts took %s, first ones %s", rounds, written, summary(took), summary(first))
	if text := os.Getenv(withinVariable); text != "" {
		within, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		if longest := slices.Max(append(took, 0)); longest > within {
			t.Errorf("a start took %v, want at most %v", longest, within)
		}
	}
}

func summary(took []time.Duration) string {
	if len(took) == 0 {
		return "(none)"
	}
	slices.Sort(took)
	return fmt.Sprintf("%v (median of %d), %v (longest)", took[len(took)/2].Round(time.Millisecond), len(took), took[len(took)-1].Round(time.Millisecond))
}

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// killUnderLoad kills while writes are in flight.
func (w *world) killUnderLoad() time.Duration {
	w.load.wait(w.t, 10)
	w.pause(50 * time.Millisecond)
	who := w.choose()
	w.spoil(w.dir)
	w.kill(w.program, w.dir, who)
	if who == postmasterOnly {
		return w.program.recovers(w.t, time.Now())
	}
	w.program.wait(w.t)
	return w.start()
}

// killDuringStart kills at any time of a start, the one after a kill included.
func (w *world) killDuringStart() time.Duration {
	w.kill(w.program, w.dir, programFirst)
	w.program.wait(w.t)
	w.program = launch(w.t, w.dir)
	w.pause(1500 * time.Millisecond)
	who := w.choose()
	w.kill(w.program, w.dir, who)
	if who == postmasterOnly && w.program.settled(w.t) {
		took := w.program.recovers(w.t, time.Now())
		w.load.to(w.program.url)
		return took
	}
	w.program.wait(w.t)
	w.spoil(w.dir)
	return w.start()
}

// killDuringShutdown kills while the program ends in order.
func (w *world) killDuringShutdown() time.Duration {
	w.load.wait(w.t, 10)
	w.program.terminate(w.t)
	w.pause(300 * time.Millisecond)
	w.kill(w.program, w.dir, w.choose())
	w.program.wait(w.t)
	w.spoil(w.dir)
	return w.start()
}

// killDuringInitdb kills at any time of a first start, in a folder of its own.
func (w *world) killDuringInitdb() time.Duration {
	w.load.to("") // what is measured is a first start, not the load beside it
	defer func() { w.load.to(w.program.url) }()
	dir := pgtest.Folder(w.t)
	first := launch(w.t, dir)
	w.pause(4 * time.Second)
	if who := w.choose(); who != postmasterOnly || !first.settled(w.t) {
		w.kill(first, dir, programFirst)
		first.wait(w.t)
		first = launch(w.t, dir)
	}
	took := first.answers(w.t, first.began)
	first.terminate(w.t)
	first.wait(w.t)
	if err := os.RemoveAll(dir); err != nil {
		w.t.Fatal(err)
	}
	return took
}

// choose says what to kill. A program whose PostgreSQL ends too often in a minute
// ends itself.
func (w *world) choose() victim {
	who := victim(w.rng.IntN(int(victims)))
	if who == postmasterOnly && w.program.restarts == 3 {
		who = postmasterFirst
	}
	w.say("kill %v", who)
	return who
}

// pause waits for any time up to limit: the moment of the kill.
func (w *world) pause(limit time.Duration) {
	time.Sleep(time.Duration(w.rng.Int64N(int64(limit))))
}

// say keeps a line for the case that the test fails.
func (w *world) say(format string, args ...any) {
	w.t.Logf("%s %s", time.Now().Format("05.000"), fmt.Sprintf(format, args...))
}

// check tells whether the acknowledged writes since the last check are there, or all.
func (w *world) check(all bool) int {
	ids := w.load.acknowledged(all)
	lost := w.missing(context.WithoutCancel(w.t.Context()), ids)
	if len(lost) > 0 {
		w.t.Fatalf("%d of %d acknowledged writes are lost: %v", len(lost), len(ids), lost)
	}
	return len(ids)
}
