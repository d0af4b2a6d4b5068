package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"time"
)

// run is what one system did with one scenario in one round.
type run struct {
	rps      float64
	p50, p99 float64 // ms
	server   float64 // CPU per request, µs: of the system's own process
	postgres float64 // and of PostgreSQL
	memory   float64 // most resident memory of the system's process, MB
	others   float64 // share of the machine's CPU that had nothing to do with it
}

// bench measures, and keeps what it has measured.
type bench struct {
	*environment
	rounds  int
	repeats int           // of a run that others disturbed
	span    time.Duration // of one run
	out     io.Writer
	commit  string                      // what is measured, as it was built
	titles  []string                    // of comparisons, in order
	runs    map[string]map[string][]run // title → system → rounds
}

// tolerable is the share of the CPU that others may use during a run.
const tolerable = 0.12

// comparison has systems do a scenario in turn, round by round, so that what
// changes on the machine meets them alike.
func (b *bench) comparison(ctx context.Context, c comparison) error {
	if err := b.agree(ctx, c.scenario, c.systems); err != nil {
		return err
	}
	return b.rounded(ctx, c)
}

// rounded makes the rounds of a comparison.
func (b *bench) rounded(ctx context.Context, c comparison) error {
	for round := range b.rounds {
		for _, name := range c.systems {
			r, err := b.measureUndisturbed(ctx, c, b.systems[name])
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.title, name, err)
			}
			b.keep(c.title, name, r)
			_, _ = fmt.Fprintf(b.out, "%-24s round %d  %-9s %9.0f/s  p50 %7.2f  p99 %7.2f ms  CPU %6.0f + %6.0f µs  others %2.0f %%\n",
				c.title, round+1, name, r.rps, r.p50, r.p99, r.server, r.postgres, 100*r.others)
		}
	}
	return nil
}

func (b *bench) keep(title, system string, r run) {
	if b.runs[title] == nil {
		b.runs[title] = map[string][]run{}
	}
	b.runs[title][system] = append(b.runs[title][system], r)
}

// measureUndisturbed measures until others leave the machine to it, or the repeats are used up.
func (b *bench) measureUndisturbed(ctx context.Context, c comparison, of system) (r run, err error) {
	for range b.repeats + 1 {
		if r, err = b.measure(ctx, c, of); err != nil || r.others <= tolerable {
			return r, err
		}
	}
	return r, nil
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
	if _, err := open.drive(ctx, load{time: b.span / 4}); err != nil {
		return r, err
	}
	endBeside, err := b.besideSignIns(ctx, c, of)
	if err != nil {
		return r, err
	}
	meter, err := b.meter(of)
	if err != nil {
		return r, errors.Join(err, endBeside())
	}
	o, err := open.drive(ctx, load{rate: max(c.rate, c.paced*b.most(oneAnon, reference)), time: b.span})
	if err := errors.Join(err, endBeside()); err != nil {
		return r, err
	}
	if r, err = meter.read(o); err != nil {
		return r, err
	}
	return r, b.wrote(ctx, c.scenario, int(open.sent.Load()))
}

// most is the requests per second that a system reached; 0 where it was not
// asked.
func (b *bench) most(title, system string) float64 {
	if len(b.runs[title][system]) == 0 {
		return 0
	}
	return b.median(title, system, func(r run) float64 { return r.rps })
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
