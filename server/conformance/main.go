// Command conformance runs PostgREST's own specifications, written down as plain
// requests and what must come back, against this program as a drop-in for it:
//
//	go run ./server/conformance [-cases DIR] [-group g,…] [-only REGEX] [-database URL] [-v]
//
// It makes the cases' database afresh, starts `toubkal serve` once for each
// group of options, and exits with status 0 when every case passes that asks
// for nothing but PostgreSQL (see excused). A run of all cases also compares the
// TypeScript types of that database with those of Supabase's generator.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
)

// options are what the command line says.
type options struct {
	cases    string // folder of cases.json, groups.json, fixture.sql and files/
	groups   string // comma-separated; "" means all
	only     string // a regular expression on a case's id; "" means all
	database string // superuser's URL of the database to make; "" starts a PostgreSQL
	verbose  bool
}

func main() {
	var o options
	flag.StringVar(&o.cases, "cases", "../shared/conformance/rest", "`folder` of the cases")
	flag.StringVar(&o.groups, "group", "", "comma-separated `groups` of cases (default all)")
	flag.StringVar(&o.only, "only", "", "a regular `expression` that a case's id matches (default all)")
	flag.StringVar(&o.database, "database", "", "a superuser's `URL` of the database to drop and make (default one of our own PostgreSQL)")
	flag.BoolVar(&o.verbose, "v", false, "print a line for each case, and what the program logs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	passed, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
	}
	if err != nil || !passed {
		stop()
		os.Exit(1)
	}
}

// run makes the database and runs the groups that are selected.
func run(ctx context.Context, o options) (passed bool, err error) {
	suite, err := open(o)
	if err != nil {
		return false, err
	}
	database, err := prepare(ctx, o)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, database.stop(context.WithoutCancel(ctx))) }()
	r := &report{out: os.Stdout, verbose: o.verbose}
	for _, group := range suite.groups {
		if err := suite.runGroup(ctx, group, database, r); err != nil {
			return false, fmt.Errorf("group %s: %w", group.name, err)
		}
	}
	passed = r.close()
	if o.groups == "" && o.only == "" {
		difference, err := compareTypes(ctx, database)
		if err != nil {
			return false, fmt.Errorf("types: %w", err)
		}
		if difference != "" {
			fmt.Println("FAIL types:", difference)
			return false, nil
		}
		fmt.Println("types: as @supabase/postgrest-typegen 0.2.5 prints them")
	}
	return passed, nil
}

// runGroup runs the cases of one group against a program of its own.
func (s *suite) runGroup(ctx context.Context, g group, on *database, r *report) error {
	p, err := start(ctx, g.environment(on.login), r.log())
	if err != nil {
		return err
	}
	t := &runner{address: p.address, files: s.files}
	for _, c := range g.cases {
		if !c.fits(on.version) {
			r.skip(c)
			continue
		}
		r.add(c, t.try(ctx, c))
	}
	return p.stop()
}

// open reads what there is to run.
func open(o options) (*suite, error) {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return nil, fmt.Errorf("-only: %w", err)
	}
	if _, err := os.Stat(o.cases); err != nil {
		return nil, fmt.Errorf("there are no cases: %w; say where they are with -cases", err)
	}
	var wanted []string
	if o.groups != "" {
		wanted = strings.Split(o.groups, ",")
	}
	return readSuite(os.DirFS(o.cases), wanted, only)
}
