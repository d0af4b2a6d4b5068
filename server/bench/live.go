package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// live measures realtime.
type live struct {
	*liveEnvironment
	span  time.Duration // of one run
	scale float64       // the part of the listeners that connect; 1 is all
}

// liveRun is the result of one round of a case. Requests of its run are messages
// that were received.
type liveRun struct {
	run
	sent           int64
	expected, lost int64
	cut            int // connections that the server ended
	// insert50 and insert99 are how long it took to send one, in ms: of a change,
	// until it was committed.
	insert50, insert99 float64
}

// liveCase is one thing to measure.
type liveCase struct {
	title   string
	measure func(context.Context, *live) (liveRun, error)
}

// runLive measures everything that was asked for of realtime, and leaves nothing running.
func (o options) runLive(ctx context.Context, out io.Writer) (err error) {
	s, err := newLiveEnvironment(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	l := &live{liveEnvironment: s, span: o.span, scale: o.scale}
	o.printConfiguration(ctx, out)
	for _, c := range slices.Concat(l.changes(), l.broadcasts()) {
		if !strings.Contains(c.title, o.filter) {
			continue
		}
		for range o.rounds {
			r, err := c.measure(ctx, l)
			if err != nil {
				return fmt.Errorf("%s: %w", c.title, err)
			}
			printRun(out, "Live", c.title, ours, r.run, fmt.Sprintf(" %d sent %d lost %d cut %.2f insert-p50-ms %.2f insert-p99-ms",
				r.sent, r.lost, r.cut, r.insert50, r.insert99))
		}
	}
	return nil
}

// system is the program, as a meter looks at it.
func (le *liveEnvironment) system() system { return system{name: ours, server: le.program.process()} }

// some is n, scaled down in a test.
func (l *live) some(n int) int { return max(int(float64(n)*l.scale), min(n, 10)) }
