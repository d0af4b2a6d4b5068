package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Names of auth's systems and scenarios.
const (
	gotrue   = "gotrue"
	bareOnly = "bcrypt" // the reference of the password grant

	authUser       = "GET /user"
	authRefresh    = "refresh"
	authPassword   = "password grant"
	authUserBeside = "GET /user beside sign-ins"
)

const (
	// signingIn is how many clients sign in without pause beside authUserBeside, and besideRate
	// how many of its requests are made in a second.
	signingIn  = 32
	besideRate = 200
	// passwordClients are more than what is hashed at once, so that a slot is never idle.
	passwordClients = 8
)

// authGoals are what auth is to reach.
var authGoals = []goal{
	{name: authUser, unit: "× GoTrue", of: speed(authUser, gotrue), must: 4, goal: math.NaN()},
	{name: authUser, unit: "of GoTrue's CPU", of: cpuShare(authUser, gotrue), must: 0.25, goal: math.NaN(), below: true},
	{name: authRefresh, unit: "× GoTrue", of: speed(authRefresh, gotrue), must: 4, goal: math.NaN()},
	{name: authPassword, unit: "× bare bcrypt's CPU", of: cpuShare(authPassword, bareOnly), must: 1.05, goal: math.NaN(), below: true},
	{name: authUserBeside, unit: "ms, p99", of: func(b *bench) float64 {
		return b.median(authUserBeside, ours, func(r run) float64 { return r.p99 })
	}, must: 25, goal: math.NaN(), below: true},
}

// cpuShare is our CPU per request, with PostgreSQL's, against a rival's, round by round.
func cpuShare(title, rival string) func(*bench) float64 {
	return func(b *bench) float64 {
		return b.ratio(title, ours, title, rival, func(mine, theirs run) float64 {
			if rival == bareOnly {
				theirs.postgres = 0 // it asks no database
			}
			return (mine.server + mine.postgres) / (theirs.server + theirs.postgres)
		})
	}
}

// runAuth measures everything that was asked for of auth.
func (o options) runAuth(ctx context.Context, out io.Writer) error {
	b, err := o.auth(ctx, out)
	if err != nil {
		return err
	}
	now := time.Now()
	var text strings.Builder
	b.table(&text, b.aboutAuth(now), authGoals, []string{ours, before, gotrue, bareOnly})
	_, _ = fmt.Fprint(out, "\n", text.String())
	if o.filter != "" || o.rounds < 3 {
		return nil
	}
	path, err := saveAs(filepath.Join(o.root, "server", "bench", "results"), now.Format(time.DateOnly)+"-auth.md", text.String())
	_, _ = fmt.Fprintln(out, "\nkept in", path)
	return err
}

// auth makes the comparisons, and leaves nothing running.
func (o options) auth(ctx context.Context, out io.Writer) (_ *bench, err error) {
	clients := func(n int) int { return max(2, int(float64(n)*o.scale)) }
	e, err := newAuthEnvironment(ctx, o, clients(signingIn)+clients(connections), out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	b := &bench{environment: e.environment, span: o.span, rounds: o.rounds, repeats: o.repeats, commit: commit(ctx, o.root), out: out, runs: map[string]map[string][]run{}}
	e.systems[bareOnly] = system{
		name: bareOnly, server: process{pid: os.Getpid()}, most: 1, // as many as the program hashes for at once on two processors
		open: func(context.Context, *scenario) (client, error) { return openBareHash() },
	}
	for _, c := range []comparison{
		{title: authUser, clients: clients(connections)},
		{title: authRefresh, clients: clients(connections)},
		{title: authPassword, clients: clients(passwordClients), systems: []string{bareOnly}},
		{title: authUserBeside, clients: clients(connections), rate: besideRate, beside: clients(signingIn)},
	} {
		if !strings.Contains(c.title, o.filter) {
			continue
		}
		c.scenario = &scenario{name: c.title}
		for _, name := range []string{gotrue, before, ours} {
			if e.servers[name] != nil {
				c.systems = append([]string{name}, c.systems...)
			}
		}
		b.titles = append(b.titles, c.title)
		if err := b.rounded(ctx, c); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *bench) aboutAuth(now time.Time) string {
	return fmt.Sprintf(
		"# Auth, %s\n\nCommit %s; %s. %d rounds of %v, %d connections to PostgreSQL, HTTP over loopback.\n"+
			"`%s` is the comparison of a password with its hash in one goroutine, without HTTP or database. Beside sign-ins, %d clients\n"+
			"sign in without pause, and `%s` is asked %d times a second: its CPU is that of the sign-ins too.%s",
		now.Format(time.DateOnly), b.commit, b.machine(), b.rounds, b.span, poolSize, bareOnly, signingIn, authUser, besideRate, b.noise(),
	)
}

// besideSignIns has clients sign in without pause from half a second before it returns, until
// the function that it returns is called. A sign-in that fails is that function's error.
func (b *bench) besideSignIns(ctx context.Context, c comparison, of system) (end func() error, err error) {
	if c.beside == 0 {
		return func() error { return nil }, nil
	}
	s := &scenario{name: authPassword}
	open, err := dial(c.beside, s, func() (client, error) { return of.open(ctx, s) })
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := open.drive(ctx, load{time: time.Hour})
		if errors.Is(err, context.Canceled) {
			err = nil // by stop
		}
		ended <- errors.Join(err, open.close())
	}()
	time.Sleep(min(b.span/4, 500*time.Millisecond)) // all of them wait in the queue
	return func() error {
		stop()
		return <-ended
	}, nil
}
