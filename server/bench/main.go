// Command bench measures the table API against two references that it contains
// and against the goals that were set: `make bench`, or
//
//	go run ./server/bench [-live] [-auth] [-storage] [-gotrue program] [-attack file] [-short] [-case words] [-seconds 4] [-rounds 3] [-against program]
//
// in the project's folder. It starts a PostgreSQL of its own, loads the data,
// builds and starts the program, and drives each scenario in interleaved rounds
// (A B C A B C …), because requests per second of two sessions differ by more
// than what is measured. It refuses to compare systems whose answers differ,
// and a run with one wrong answer does not count. With -live it measures realtime,
// with -auth accounts and sessions, beside GoTrue where -gotrue names its program, with -storage
// files beside http.FileServer, with -attack what users of a whole program notice while others attack it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// standInVariable makes this program the stand-in, listening on its value.
const standInVariable = "TOUBKAL_BENCH_STAND_IN"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := asked(ctx, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func asked(ctx context.Context, args []string) error {
	if address := os.Getenv(standInVariable); address != "" {
		return serveStandIn(ctx, address, os.Getenv("DATABASE_URL"), os.Getenv("PGRST_JWT_SECRET"))
	}
	if address := os.Getenv(fileServerVariable); address != "" {
		return serveReference(ctx, address, http.FileServer(http.Dir(os.Getenv(fileServerFolder))))
	}
	o, err := read(args)
	if err != nil {
		return err
	}
	if o.realtime {
		return o.runLive(ctx, os.Stdout)
	}
	if o.accounts {
		return o.runAuth(ctx, os.Stdout)
	}
	if o.files {
		return o.runStorage(ctx, os.Stdout)
	}
	if o.attacks != "" {
		return o.runAttacks(ctx, os.Stdout)
	}
	b, err := o.measure(ctx, os.Stdout)
	if err != nil {
		return err
	}
	return o.conclude(b, os.Stdout)
}

// options are the flags.
type options struct {
	filter    string        // only cases whose name has them
	span      time.Duration // of one run
	rounds    int
	repeats   int    // of a run that others disturbed
	against   string // another build of the program, measured beside this one
	program   string // a build of the program to use instead of building
	root      string // the project's folder
	of        size
	throwaway bool // a PostgreSQL without fsync
	realtime  bool
	accounts  bool    // measure auth
	files     bool    // measure storage
	gotrue    string  // a GoTrue to measure auth beside
	attacks   string  // the file of attacks to run, instead
	scale     float64 // the part of realtime's listeners, of auth's clients and of storage's files that there is
}

func read(args []string) (options, error) {
	o := options{root: ".", of: full, repeats: 2, scale: 1}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.BoolVar(&o.realtime, "live", false, "measure realtime")
	flags.BoolVar(&o.accounts, "auth", false, "measure auth")
	flags.BoolVar(&o.files, "storage", false, "measure files (Linux only)")
	flags.StringVar(&o.gotrue, "gotrue", "", "the program of a GoTrue, to measure auth beside it")
	flags.StringVar(&o.attacks, "attack", "", "a file of attacks: what other users notice of them (Linux only)")
	short := flags.Bool("short", false, "one round of a second each: to see that it works")
	flags.StringVar(&o.filter, "case", "", "only the cases whose name has these words")
	seconds := flags.Int("seconds", 0, "how long one run takes; by default 4, of files 3, of realtime 8")
	flags.IntVar(&o.rounds, "rounds", 3, "how many rounds each case has")
	flags.StringVar(&o.against, "against", "", "another build of the program, to compare with")
	flags.StringVar(&o.program, "program", "", "the program; by default it is built")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if *seconds == 0 {
		*seconds = 4
		if o.realtime {
			*seconds, o.repeats = 8, 0 // ten minutes in all
		}
		if o.files {
			*seconds = 3 // six minutes in all
		}
		if o.attacks != "" {
			*seconds = 10
		}
	}
	if *short {
		*seconds, o.rounds, o.repeats, o.scale = 1, 1, 0, 0.1
	}
	if *seconds < 1 || o.rounds < 1 {
		return o, fmt.Errorf("%d rounds of %d seconds measure nothing", o.rounds, *seconds)
	}
	o.span = time.Duration(*seconds) * time.Second
	return o, nil
}

// measure holds everything that was asked for, and leaves nothing running.
func (o options) measure(ctx context.Context, out io.Writer) (_ *bench, err error) {
	b := &bench{span: o.span, rounds: o.rounds, repeats: o.repeats, commit: commit(ctx, o.root), out: out, runs: map[string]map[string][]run{}}
	if b.environment, err = newEnvironment(ctx, o.root, o.of, o.throwaway); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := o.open(ctx, b, out); err != nil {
		return nil, err
	}
	return b, b.runAll(ctx, o.comparisons())
}

// conclude prints the figures and keeps those of a whole measurement.
func (o options) conclude(b *bench, out io.Writer) error {
	now := time.Now()
	var text strings.Builder
	b.report(&text, b.about(now))
	_, _ = fmt.Fprint(out, "\n", text.String())
	if o.filter != "" || o.rounds < 3 {
		return nil
	}
	path, err := save(filepath.Join(o.root, "server", "bench", "results"), now, text.String())
	_, _ = fmt.Fprintln(out, "\nkept in", path)
	return err
}

// open starts the systems.
func (o options) open(ctx context.Context, b *bench, out io.Writer) error {
	if o.program == "" {
		o.program = filepath.Join(b.dir, "program")
		if err := build(ctx, out, o.root, o.program); err != nil {
			return err
		}
	}
	b.openPG()
	if err := b.openStandIn(ctx); err != nil {
		return err
	}
	if o.against != "" {
		if err := b.openProgram(ctx, before, o.against); err != nil {
			return err
		}
	}
	return b.openProgram(ctx, ours, o.program)
}
