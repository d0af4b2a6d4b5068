package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// sender sends one message that says that it was sent now, to those who hear of a
// pick.
type sender interface {
	send(ctx context.Context, pick int) error
	close() error
}

// flow is what is sent to a crowd.
type flow struct {
	senders int
	open    func(ctx context.Context) (sender, error)
	// rate is messages per second of all senders together, at constant pace. 0 is
	// as fast as they are heard: window of them may be on their way.
	rate   float64
	window int64
	least  time.Duration // that it takes, however short a run is
}

// recital is a flow that a crowd listens to.
type recital struct {
	flow
	crowd   *crowd
	senders []sender
	sent    []atomic.Int64 // by pick
	of      []int64        // listeners, by pick
	due     atomic.Int64   // messages that are to be heard
}

// recite has a crowd listen to a flow, after a tenth of the time to warm up.
func (l *live) recite(ctx context.Context, g gathering, f flow) (r liveRun, err error) {
	c, err := l.gather(ctx, g)
	if err != nil {
		return r, err
	}
	defer c.leave()
	rec, err := newRecital(ctx, c, f)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, rec.close()) }()
	if _, err := rec.play(ctx, l.span/10); err != nil {
		return r, err
	}
	rec.await(ctx)
	c.keep()
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	return rec.measure(ctx, max(l.span, f.least), m)
}

func newRecital(ctx context.Context, c *crowd, f flow) (*recital, error) {
	rec := &recital{flow: f, crowd: c, sent: make([]atomic.Int64, c.picks)}
	for pick := range c.picks {
		rec.of = append(rec.of, c.of(pick))
	}
	for range f.senders {
		one, err := f.open(ctx)
		if err != nil {
			return nil, errors.Join(err, rec.close())
		}
		rec.senders = append(rec.senders, one)
	}
	return rec, nil
}

func (rec *recital) close() (err error) {
	for _, one := range rec.senders {
		err = errors.Join(err, one.close())
	}
	return err
}

// measure plays for a while and counts what is heard.
func (rec *recital) measure(ctx context.Context, span time.Duration, m meter) (r liveRun, err error) {
	before, due := rec.crowd.heard(), rec.due.Load()
	start := time.Now()
	took, err := rec.play(ctx, span)
	if err != nil {
		return r, err
	}
	rec.await(ctx)
	o := outcome{requests: int(rec.crowd.heard() - before), took: time.Since(start), latency: histogram()}
	if r.run, err = m.read(o); err != nil {
		return r, err
	}
	r.sent, r.expected = took.TotalCount(), rec.due.Load()-due
	r.insert50, r.insert99 = quantiles(took)
	r.cut = rec.crowd.cut()
	rec.crowd.leave()
	if r.lost, err = rec.crowd.check(rec.counts()); err != nil {
		return r, err
	}
	latency, err := rec.crowd.latency()
	r.p50, r.p99 = quantiles(latency)
	return r, err
}

// quantiles are the median and the 99th part of a hundred, in ms.
func quantiles(h *hdrhistogram.Histogram) (p50, p99 float64) {
	return float64(h.ValueAtQuantile(50)) / 1000, float64(h.ValueAtQuantile(99)) / 1000
}

func (rec *recital) counts() (sent []int64) {
	for i := range rec.sent {
		sent = append(sent, rec.sent[i].Load())
	}
	return sent
}

// lateness is how long a message may take before it counts as lost.
const lateness = 10 * time.Second

// await waits until everything is heard, or nothing has been for too long.
func (rec *recital) await(ctx context.Context) {
	heard, since := rec.crowd.heard(), time.Now()
	for heard < rec.due.Load() && ctx.Err() == nil && time.Since(since) < lateness {
		time.Sleep(time.Millisecond)
		if now := rec.crowd.heard(); now != heard {
			heard, since = now, time.Now()
		}
	}
}

// play has all senders send for a while, and tells how long each message took to
// send, in µs.
func (rec *recital) play(ctx context.Context, span time.Duration) (*hdrhistogram.Histogram, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start, n := time.Now(), len(rec.senders)
	took := make([]*hdrhistogram.Histogram, n)
	var work sync.WaitGroup
	for i, one := range rec.senders {
		took[i] = histogram()
		pace := pacer{start: start, end: start.Add(span)}
		if rec.rate > 0 {
			pace.every = time.Duration(float64(n) / rec.rate * float64(time.Second))
			pace.start = start.Add(pace.every * time.Duration(i) / time.Duration(n))
		}
		work.Go(func() {
			if err := rec.sendAll(ctx, one, pace, took[i], rand.New(rand.NewPCG(uint64(i), 7))); err != nil {
				stop(err)
			}
		})
	}
	work.Wait()
	all := histogram()
	for _, one := range took {
		all.Merge(one)
	}
	return all, context.Cause(ctx)
}

func (rec *recital) sendAll(ctx context.Context, one sender, pace pacer, took *hdrhistogram.Histogram, random *rand.Rand) error {
	for ctx.Err() == nil {
		if _, ok := pace.next(ctx); !ok || !rec.room(ctx) {
			return nil
		}
		pick, began := random.IntN(len(rec.sent)), time.Now()
		rec.sent[pick].Add(1)
		rec.due.Add(rec.of[pick])
		if err := one.send(ctx, pick); err != nil {
			return fmt.Errorf("send: %w", err)
		}
		if err := took.RecordValue(max(time.Since(began).Microseconds(), 1)); err != nil {
			return err
		}
	}
	return nil
}

// room waits, where there is no pace, until few messages are on their way to each
// listener. It is false where they do not come.
func (rec *recital) room(ctx context.Context) bool {
	if rec.rate > 0 {
		return true
	}
	for end := time.Now().Add(lateness); rec.crowd.behind(rec.counts()) > rec.window; {
		if ctx.Err() != nil || time.Now().After(end) {
			return false
		}
		time.Sleep(100 * time.Microsecond)
	}
	return true
}
