package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// live measures realtime, and keeps what it has measured.
type live struct {
	*bench
	*liveEnvironment
	// scale is the part of the listeners that connect; 1 is all.
	scale float64
	kept  map[string][]liveRun // title → rounds
}

// liveRun is what one round of a case brought. Requests of its run are messages
// that were received.
type liveRun struct {
	run
	sent           int64
	expected, lost int64
	cut            int // connections that the server ended
	// insert50 and insert99 are how long it took to send one, in ms: of a change,
	// until it was committed.
	insert50, insert99 float64
	joining            float64 // most memory while all joined, MB
	// serverShare and postgresShare are parts of one CPU.
	serverShare, postgresShare float64
}

// liveCase is one thing to measure.
type liveCase struct {
	title   string
	once    bool // however many rounds there are
	measure func(context.Context, *live) (liveRun, error)
}

// runLive measures everything that was asked for of realtime.
func (o options) runLive(ctx context.Context, out io.Writer) error {
	l, err := o.live(ctx, out)
	if err != nil {
		return err
	}
	now := time.Now()
	var text strings.Builder
	l.report(&text, l.about(now))
	_, _ = fmt.Fprint(out, "\n", text.String())
	if o.filter != "" || o.rounds < 3 {
		return nil
	}
	path, err := saveAs(filepath.Join(o.root, "server", "bench", "results"), now.Format(time.DateOnly)+"-live.md", text.String())
	_, _ = fmt.Fprintln(out, "\nkept in", path)
	return err
}

// live holds the cases, and leaves nothing running.
func (o options) live(ctx context.Context, out io.Writer) (_ *live, err error) {
	s, err := newLiveEnvironment(ctx, o, out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	l := &live{
		bench:           &bench{environment: s.environment, span: o.span, rounds: o.rounds, repeats: o.repeats, commit: commit(ctx, o.root), out: out},
		liveEnvironment: s,
		scale:           o.scale,
		kept:            map[string][]liveRun{},
	}
	for _, c := range l.comparisons(o.filter) {
		if err := l.runCase(ctx, c); err != nil {
			return nil, fmt.Errorf("%s: %w", c.title, err)
		}
	}
	return l, nil
}

func (l *live) comparisons(words string) []liveCase {
	return slices.DeleteFunc(slices.Concat(l.changes(), l.broadcasts(), l.joins(), l.idle()), func(c liveCase) bool {
		return !strings.Contains(c.title, words)
	})
}

func (l *live) runCase(ctx context.Context, c liveCase) error {
	l.titles = append(l.titles, c.title)
	rounds := l.rounds
	if c.once {
		rounds = 1
	}
	for round := range rounds {
		r, err := l.measureUndisturbed(ctx, c)
		if err != nil {
			return err
		}
		l.kept[c.title] = append(l.kept[c.title], r)
		_, _ = fmt.Fprintf(l.out, "%-44s round %d %8.0f/s p50 %6.2f p99 %7.2f ms  lost %d of %d, cut %d  CPU %5.2f + %5.2f µs, %5.2f + %5.2f %%  %4.0f MB  others %2.0f %%\n",
			c.title, round+1, r.rps, r.p50, r.p99, r.lost, r.expected, r.cut, r.server, r.postgres,
			100*r.serverShare, 100*r.postgresShare, r.memory, 100*r.others)
	}
	return nil
}

// measureUndisturbed measures until others leave the machine to it, or the repeats are used up.
func (l *live) measureUndisturbed(ctx context.Context, c liveCase) (r liveRun, err error) {
	for range l.repeats + 1 {
		if r, err = c.measure(ctx, l); err != nil || r.others <= tolerable {
			return r, err
		}
	}
	return r, nil
}

// system is the program, as a meter looks at it.
func (s *liveEnvironment) system() system {
	return system{name: ours, server: process{pid: s.program.cmd.Process.Pid}}
}

// some is n, scaled down in a short run.
func (l *live) some(n int) int { return max(int(float64(n)*l.scale), min(n, 10)) }
