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

// sender sends one message that says that it was sent now, to those who receive a
// pick.
type sender interface {
	send(ctx context.Context, pick int) error
	close() error
}

// flow is the load that is sent to listeners.
type flow struct {
	senders int
	open    func(ctx context.Context) (sender, error)
	// rate is messages per second of all senders together, at constant pace. 0 is
	// as fast as they are received: window of them may be on their way.
	rate   float64
	window int64
	least  time.Duration // that it takes, however short a run is
}

// delivery is a flow that listeners receive.
type delivery struct {
	flow
	listeners *listeners
	senders   []sender
	sent      []atomic.Int64 // by pick
	of        []int64        // listeners, by pick
	due       atomic.Int64   // messages that are to be received
}

// deliver sends a flow to listeners, after a tenth of the time to warm up.
func (l *live) deliver(ctx context.Context, g listenerOptions, f flow) (r liveRun, err error) {
	c, err := l.connect(ctx, g)
	if err != nil {
		return r, err
	}
	defer c.disconnect()
	d, err := newDelivery(ctx, c, f)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	if _, err := d.sendFor(ctx, l.span/10); err != nil {
		return r, err
	}
	d.await(ctx)
	c.keep()
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	return d.measure(ctx, max(l.span, f.least), m)
}

func newDelivery(ctx context.Context, c *listeners, f flow) (*delivery, error) {
	d := &delivery{flow: f, listeners: c, sent: make([]atomic.Int64, c.picks)}
	for pick := range c.picks {
		d.of = append(d.of, c.of(pick))
	}
	for range f.senders {
		one, err := f.open(ctx)
		if err != nil {
			return nil, errors.Join(err, d.close())
		}
		d.senders = append(d.senders, one)
	}
	return d, nil
}

func (d *delivery) close() (err error) {
	for _, one := range d.senders {
		err = errors.Join(err, one.close())
	}
	return err
}

// measure plays for a while and counts what is received.
func (d *delivery) measure(ctx context.Context, span time.Duration, m meter) (r liveRun, err error) {
	before, due := d.listeners.received(), d.due.Load()
	start := time.Now()
	took, err := d.sendFor(ctx, span)
	if err != nil {
		return r, err
	}
	d.await(ctx)
	o := outcome{requests: int(d.listeners.received() - before), took: time.Since(start), latency: histogram()}
	if r.run, err = m.read(o); err != nil {
		return r, err
	}
	r.sent, r.expected = took.TotalCount(), d.due.Load()-due
	r.insert50, r.insert99 = quantiles(took)
	r.cut = d.listeners.cut()
	d.listeners.disconnect()
	if r.lost, err = d.listeners.check(d.counts()); err != nil {
		return r, err
	}
	latency, err := d.listeners.latency()
	r.p50, r.p99 = quantiles(latency)
	return r, err
}

// quantiles are the median and the 99th part of a hundred, in ms.
func quantiles(h *hdrhistogram.Histogram) (p50, p99 float64) {
	return float64(h.ValueAtQuantile(50)) / 1000, float64(h.ValueAtQuantile(99)) / 1000
}

func (d *delivery) counts() (sent []int64) {
	for i := range d.sent {
		sent = append(sent, d.sent[i].Load())
	}
	return sent
}

// lateness is the time after which a message counts as lost.
const lateness = 10 * time.Second

// await waits until everything is received, or nothing has been for too long.
func (d *delivery) await(ctx context.Context) {
	received, since := d.listeners.received(), time.Now()
	for received < d.due.Load() && ctx.Err() == nil && time.Since(since) < lateness {
		time.Sleep(time.Millisecond)
		if now := d.listeners.received(); now != received {
			received, since = now, time.Now()
		}
	}
}

// sendFor has all senders send for a while, and returns how long each message took to
// send, in µs.
func (d *delivery) sendFor(ctx context.Context, span time.Duration) (*hdrhistogram.Histogram, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start, n := time.Now(), len(d.senders)
	took := make([]*hdrhistogram.Histogram, n)
	var work sync.WaitGroup
	for i, one := range d.senders {
		took[i] = histogram()
		pace := pacer{start: start, end: start.Add(span)}
		if d.rate > 0 {
			pace.every = time.Duration(float64(n) / d.rate * float64(time.Second))
			pace.start = start.Add(pace.every * time.Duration(i) / time.Duration(n))
		}
		work.Go(func() {
			if err := d.sendAll(ctx, one, pace, took[i], rand.New(rand.NewPCG(uint64(i), 7))); err != nil {
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

func (d *delivery) sendAll(ctx context.Context, one sender, pace pacer, took *hdrhistogram.Histogram, random *rand.Rand) error {
	for ctx.Err() == nil {
		if _, ok := pace.next(ctx); !ok || !d.room(ctx) {
			return nil
		}
		pick, began := random.IntN(len(d.sent)), time.Now()
		d.sent[pick].Add(1)
		d.due.Add(d.of[pick])
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
func (d *delivery) room(ctx context.Context) bool {
	if d.rate > 0 {
		return true
	}
	for end := time.Now().Add(lateness); d.listeners.behind(d.counts()) > d.window; {
		if ctx.Err() != nil || time.Now().After(end) {
			return false
		}
		time.Sleep(100 * time.Microsecond)
	}
	return true
}
