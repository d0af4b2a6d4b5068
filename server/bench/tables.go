package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// run is the result of one system in one case of one round.
type run struct {
	requests int
	rps      float64
	p50, p99 float64 // ms
	server   float64 // CPU per request, µs: of the system's own process
	postgres float64 // and of PostgreSQL
	memory   float64 // most resident memory of the system's process, MB
	others   float64 // share of the machine's CPU that had nothing to do with it
}

// bench measures the table API.
type bench struct {
	*environment
	span time.Duration // of one run
	out  io.Writer
}

// connections is the default number of connections of a scenario.
const connections = 16

// comparison is a scenario, who takes part and how many ask at once.
type comparison struct {
	*scenario
	title   string
	clients int
	systems []string
}

// comparisons is everything that the flags ask for, in its order: memory of one row comes
// before what takes more, since a program gives it back late.
func (o options) comparisons() (all []comparison) {
	mine := []string{ours}
	if o.against != "" {
		mine = []string{ours, before}
	}
	list := scenarios(o.of)
	add := func(s *scenario, title string, clients int, systems ...string) {
		if strings.Contains(title, o.filter) {
			all = append(all, comparison{scenario: s, title: title, clients: clients, systems: systems})
		}
	}
	for _, s := range list {
		add(s, s.name, connections, append(mine, pg, reference)...)
	}
	add(list[0], "1 row, 100 connections", 100, mine...)
	add(list[0], "1 row, 1,000 connections", 1000, mine...)
	for _, s := range answers(o.of) {
		add(s, s.name, 1, mine...)
	}
	return all
}

// runTables measures the table API beside its references, and leaves nothing running.
func (o options) runTables(ctx context.Context, out io.Writer) (err error) {
	b := &bench{span: o.span, out: out}
	if b.environment, err = newEnvironment(ctx, o.root, o.throwaway); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := b.load(ctx, o.of); err != nil {
		return err
	}
	program, err := o.built(ctx, b.dir, "./server/cmd/toubkal")
	if err != nil {
		return err
	}
	b.openPG()
	if err := b.openStandIn(ctx); err != nil {
		return err
	}
	if err := b.openTables(ctx, ours, program); err != nil {
		return err
	}
	if o.against != "" {
		if err := b.openTables(ctx, before, o.against); err != nil {
			return err
		}
	}
	o.printConfiguration(ctx, out)
	for _, c := range o.comparisons() {
		if err := b.comparison(ctx, c, o.rounds); err != nil {
			return err
		}
	}
	return nil
}

// comparison has systems do a scenario in turn, round by round, so that what changes on the
// machine meets them alike.
func (b *bench) comparison(ctx context.Context, c comparison, rounds int) error {
	if err := b.agree(ctx, c.scenario, c.systems); err != nil {
		return err
	}
	for range rounds {
		for _, name := range c.systems {
			r, err := b.measure(ctx, c, b.systems[name])
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.title, name, err)
			}
			printRun(b.out, "Tables", c.title, name, r, "")
		}
	}
	return nil
}

// measure drives one system, after a quarter of the time to warm up.
func (b *bench) measure(ctx context.Context, c comparison, of system) (r run, err error) {
	clients := c.clients
	if of.most > 0 {
		clients = min(clients, of.most)
	}
	open, err := dial(clients, c.scenario, func() (client, error) { return of.open(ctx, c.scenario) })
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, open.close()) }()
	if _, err := open.drive(ctx, b.span/4); err != nil {
		return r, err
	}
	meter, err := b.meter(of)
	if err != nil {
		return r, err
	}
	o, err := open.drive(ctx, b.span)
	if err != nil {
		return r, err
	}
	if r, err = meter.read(o); err != nil {
		return r, err
	}
	return r, b.wrote(ctx, c.scenario, int(open.sent.Load()))
}

// wrote checks that each request that writes has written, and takes it away.
func (b *bench) wrote(ctx context.Context, s *scenario, requests int) error {
	if s.writes == 0 {
		return nil
	}
	var rows int
	if err := b.admin.QueryRow(ctx, "select count(*) from bench.notes").Scan(&rows); err != nil {
		return err
	}
	if rows != requests*s.writes {
		return fmt.Errorf("%d requests wrote %d rows, want %d each", requests, rows, s.writes)
	}
	_, err := b.admin.Exec(ctx, "truncate bench.notes")
	return err
}

// agree refuses to compare systems that do not give the same answer.
func (b *bench) agree(ctx context.Context, s *scenario, systems []string) error {
	if s.writes > 0 {
		return nil // what they wrote is counted
	}
	row := s.number(rand.New(rand.NewPCG(1, 2)))
	var want any
	for _, name := range append([]string{pg}, systems...) {
		got, err := b.value(ctx, s, b.systems[name], row)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", s.name, name, err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s: %s does not give the answer of PostgreSQL: %.300v", s.name, name, got)
		}
	}
	return nil
}

// value is the JSON that a system answers about a row.
func (b *bench) value(ctx context.Context, s *scenario, of system, row int) (value any, err error) {
	c, err := of.open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if err := c.do(0, row); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(c.answer(), &value); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	return value, nil
}
