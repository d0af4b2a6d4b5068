package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// idle are the cases of those who only are there. They send heartbeats, as stock
// clients do.
func (l *live) idle() []liveCase {
	room := func(n int) string { return "room-" + strconv.Itoa(n) }
	rooms := listenerOptions{config: always(`{}`), topic: room, buffer: idleBuffer}
	tables := listenerOptions{config: always(listening("live_open", "")), topic: room, buffer: idleBuffer}
	idle := func(title string, clients int, g listenerOptions) liveCase {
		return liveCase{title: title, once: true, measure: func(ctx context.Context, l *live) (liveRun, error) {
			g.clients = clients
			if clients > 0 {
				g.clients = l.some(clients)
			}
			return l.measureIdle(ctx, g)
		}}
	}
	return []liveCase{idle(noClients, 0, rooms), idle(thousandIdle, 1000, rooms), idle(manyIdle, 18_000, rooms), idle(manyListen, 18_000, tables)}
}

// measureIdle measures listeners that only send heartbeats.
func (l *live) measureIdle(ctx context.Context, g listenerOptions) (r liveRun, err error) {
	program := l.system().server
	if err := program.forgetPeak(); err != nil {
		return r, err
	}
	c, err := l.connect(ctx, g)
	if err != nil {
		return r, err
	}
	defer c.disconnect()
	if r.joining, err = program.peak(); err != nil {
		return r, err
	}
	if err := c.stayIdle(ctx, l.span/2); err != nil { // what joining has left to do
		return r, err
	}
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	start := time.Now()
	if err := c.stayIdle(ctx, l.span); err != nil {
		return r, err
	}
	took := time.Since(start)
	run, err := m.read(outcome{requests: 1, took: took, latency: histogram()})
	r.others, r.memory = run.others, run.memory
	r.serverShare, r.postgresShare = run.server/float64(took.Microseconds()), run.postgres/float64(took.Microseconds())
	return r, err
}

// stayIdle sends nothing but heartbeats for span.
func (c *listeners) stayIdle(ctx context.Context, span time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	if len(c.all) == 0 {
		<-ctx.Done()
		return nil
	}
	return c.heartbeat(ctx)
}

// joins are the cases of joining.
func (l *live) joins() []liveCase {
	joinLeave := func(title, config string) liveCase {
		return liveCase{title: title, measure: func(ctx context.Context, l *live) (liveRun, error) { return l.joinLeave(ctx, config) }}
	}
	return []liveCase{joinLeave(publicJoins, `{}`), joinLeave(privateJoins, `{"private":true}`)}
}

// joinLeave has 64 users join and leave one channel after the other.
func (l *live) joinLeave(ctx context.Context, config string) (r liveRun, err error) {
	c, err := l.connect(ctx, listenerOptions{clients: 64, user: nth})
	if err != nil {
		return r, err
	}
	defer c.disconnect()
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	k := joinLoop{liveEnvironment: l.liveEnvironment, config: config, end: time.Now().Add(l.span), took: make([]*hdrhistogram.Histogram, len(c.all))}
	start := time.Now()
	if err := k.all(ctx, c); err != nil {
		return r, err
	}
	o := outcome{took: time.Since(start), latency: histogram()}
	for _, one := range k.took {
		o.latency.Merge(one)
	}
	o.requests = int(o.latency.TotalCount())
	r.run, err = m.read(o)
	r.sent = int64(o.requests)
	return r, err
}

// joinLoop is joining and leaving, again and again.
type joinLoop struct {
	*liveEnvironment
	config string
	end    time.Time
	took   []*hdrhistogram.Histogram // of each client's joins
	rooms  atomic.Int64
}

func (k *joinLoop) all(ctx context.Context, c *listeners) error {
	errs := make([]error, len(c.all))
	var work sync.WaitGroup
	for n, l := range c.all {
		k.took[n] = histogram()
		work.Go(func() { errs[n] = k.again(ctx, l, nth(n), k.took[n]) })
	}
	work.Wait()
	return errors.Join(errs...)
}

func (k *joinLoop) again(ctx context.Context, l *listener, user int, took *hdrhistogram.Histogram) error {
	token, err := k.token(user)
	if err != nil {
		return err
	}
	for ctx.Err() == nil && time.Now().Before(k.end) {
		room := fmt.Sprintf("room-%d", k.rooms.Add(1))
		began := time.Now()
		if err := l.join(room, k.config, token); err != nil {
			return err
		}
		if err := took.RecordValue(max(time.Since(began).Microseconds(), 1)); err != nil {
			return err
		}
		if err := l.leave(room); err != nil {
			return err
		}
	}
	return ctx.Err()
}
