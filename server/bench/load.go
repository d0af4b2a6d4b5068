package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// outcome is the result of a load.
type outcome struct {
	requests int
	took     time.Duration
	latency  *hdrhistogram.Histogram // microseconds
}

// clients are open connections, ready for load.
type clients struct {
	*scenario
	all  []client
	sent atomic.Uint64
}

func dial(n int, s *scenario, open func() (client, error)) (*clients, error) {
	c := &clients{scenario: s}
	for range n {
		one, err := open()
		if err != nil {
			return nil, errors.Join(err, c.close())
		}
		c.all = append(c.all, one)
	}
	return c, nil
}

func (c *clients) close() (err error) {
	for _, one := range c.all {
		err = errors.Join(err, one.close())
	}
	return err
}

// drive has every client ask, one request after the other, until the time is over. The first
// wrong answer ends it: a run with a failed response does not count.
func (c *clients) drive(ctx context.Context, span time.Duration) (outcome, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	latencies := make([]*hdrhistogram.Histogram, len(c.all))
	start := time.Now()
	var work sync.WaitGroup
	for i, one := range c.all {
		latencies[i] = histogram()
		work.Go(func() {
			if err := c.ask(ctx, one, start.Add(span), latencies[i], rand.New(rand.NewPCG(uint64(i), 7))); err != nil {
				stop(err)
			}
		})
	}
	work.Wait()
	o := outcome{took: time.Since(start), latency: histogram()}
	for _, one := range latencies {
		o.latency.Merge(one)
	}
	o.requests = int(o.latency.TotalCount())
	return o, context.Cause(ctx)
}

// histogram keeps 1 µs to 2 minutes within 1 %.
func histogram() *hdrhistogram.Histogram { return hdrhistogram.New(1, 120_000_000, 2) }

func (c *clients) ask(ctx context.Context, one client, end time.Time, latency *hdrhistogram.Histogram, random *rand.Rand) error {
	for began := time.Now(); ctx.Err() == nil && began.Before(end); began = time.Now() {
		if err := one.do(c.sent.Add(1), c.number(random)); err != nil {
			return err
		}
		if err := latency.RecordValue(max(time.Since(began).Microseconds(), 1)); err != nil {
			return err
		}
	}
	return nil
}

// pacer says when the next request is due.
type pacer struct {
	start, end time.Time
	every      time.Duration // 0 is at once
	asked      int
}

func (p *pacer) next(ctx context.Context) (time.Time, bool) {
	now := time.Now()
	if p.every == 0 {
		return now, now.Before(p.end)
	}
	due := p.start.Add(time.Duration(p.asked) * p.every)
	p.asked++
	if wait := due.Sub(now); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return due, false
		}
	}
	return due, due.Before(p.end)
}
