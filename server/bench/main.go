// Command bench puts load on the program as it is deployed, and prints what a request costs
// as lines of Go's benchmarks, which benchstat compares:
//
//	go run . [-live] [-attack file] [-case words] [-seconds 4] [-rounds 6] [-against program] [-program program] | tee new.txt
//	go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da -col /system new.txt
//
// It starts a PostgreSQL of its own, loads the data, builds and starts the program, and
// drives each case in interleaved rounds (A B C A B C …), because requests per second of two
// sessions differ by more than what is measured. It refuses to compare systems whose answers
// differ, and a run with one wrong answer ends the measurement. With -live it measures
// realtime, with -attack what users of a whole program notice while others attack it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// standInVariable makes this program the stand-in, listening on its value.
const standInVariable = "TOUBKAL_BENCH_STAND_IN"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := asked(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func asked(ctx context.Context, args []string) error {
	if address := os.Getenv(standInVariable); address != "" {
		return serveStandIn(ctx, address, os.Getenv("DATABASE_URL"), os.Getenv("PGRST_JWT_SECRET"))
	}
	o, err := read(args)
	if err != nil {
		return err
	}
	switch {
	case o.attacks != "":
		return o.runAttacks(ctx, os.Stdout)
	case o.realtime:
		return o.runLive(ctx, os.Stdout)
	}
	return o.runTables(ctx, os.Stdout)
}

// options are the flags.
type options struct {
	filter    string        // only cases whose name has them
	span      time.Duration // of one run
	rounds    int
	against   string // another build of the program, measured beside this one
	program   string // a build of the program to use instead of building
	root      string // the project's folder
	of        size
	throwaway bool    // a PostgreSQL without fsync
	realtime  bool    // measure that instead of the table API
	attacks   string  // the file of attacks to run, instead
	scale     float64 // the part of realtime's listeners that there is
}

func read(args []string) (options, error) {
	o := options{of: full, scale: 1}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.BoolVar(&o.realtime, "live", false, "measure realtime")
	flags.StringVar(&o.attacks, "attack", "", "a file of attacks: what other users notice of them (Linux only)")
	flags.StringVar(&o.filter, "case", "", "only the cases whose name contains this text")
	seconds := flags.Int("seconds", 0, "how long one run takes; by default 4, of realtime 8, of attacks 10")
	flags.IntVar(&o.rounds, "rounds", 6, "how many rounds each case has")
	flags.StringVar(&o.against, "against", "", "another build of the program, to compare with")
	flags.StringVar(&o.program, "program", "", "the program; by default it is built")
	flags.StringVar(&o.root, "root", filepath.Join("..", ".."), "the folder of the project")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case *seconds > 0:
	case o.attacks != "":
		*seconds = 10
	case o.realtime:
		*seconds = 8
	default:
		*seconds = 4
	}
	if o.rounds < 1 {
		return o, errors.New("no round measures nothing")
	}
	o.span = time.Duration(*seconds) * time.Second
	return o, nil
}

// built gives the program, compiled from the package as it is in the working tree where no
// flag names one.
func (o options) built(ctx context.Context, dir, source string) (string, error) {
	if o.program != "" {
		return o.program, nil
	}
	to := filepath.Join(dir, "program")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", to, source)
	cmd.Dir, cmd.Stdout, cmd.Stderr = o.root, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("build the program: %w", err)
	}
	return to, nil
}

// printConfiguration says what is measured, and on what, as benchstat reads it.
func (o options) printConfiguration(ctx context.Context, out io.Writer) {
	describe := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty")
	describe.Dir = o.root
	commit, _ := describe.Output()          // not everywhere is a repository
	text, _ := os.ReadFile("/proc/cpuinfo") // absent on other systems
	_, _ = fmt.Fprintf(out, "goos: %s\ngoarch: %s\ncommit: %s\n", runtime.GOOS, runtime.GOARCH, strings.TrimSpace(string(commit)))
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			_, _ = fmt.Fprintf(out, "cpu:%s", value)
			break
		}
	}
	_, _ = fmt.Fprint(out, "Unit req/s better=higher\n")
}

// printRun writes a run as a line of Go's benchmarks. CPU is of the system's own process and
// of PostgreSQL for each request, or each message that was received; MB is the most resident
// memory of the former; others is the share of the machine that neither has used.
func printRun(out io.Writer, kind, title, system string, r run, more string) {
	name := strings.NewReplacer(" ", "_", "/", "÷").Replace(title)
	_, _ = fmt.Fprintf(out, "Benchmark%s/case=%s/system=%s %d %.1f req/s %.3f p50-ms %.3f p99-ms %.1f cpu-µs/op %.1f postgres-µs/op %.1f MB %.0f others-%%%s\n",
		kind, name, system, max(r.requests, 1), r.rps, r.p50, r.p99, r.server, r.postgres, r.memory, 100*r.others, more)
}
