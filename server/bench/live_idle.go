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
	rooms := gathering{config: always(`{}`), topic: room, buffer: idleBuffer}
	tables := gathering{config: always(listening("live_open", "")), topic: room, buffer: idleBuffer}
	lie := func(title string, clients int, g gathering) liveCase {
		return liveCase{title: title, once: true, measure: func(ctx context.Context, l *live) (liveRun, error) {
			g.clients = clients
			if clients > 0 {
				g.clients = l.some(clients)
			}
			return l.lie(ctx, g)
		}}
	}
	return []liveCase{lie(nobody, 0, rooms), lie(thousandIdle, 1000, rooms), lie(manyIdle, 18_000, rooms), lie(manyListen, 18_000, tables)}
}

// lie looks at a crowd that does nothing.
func (l *live) lie(ctx context.Context, g gathering) (r liveRun, err error) {
	program := l.system().server
	if err := program.forgetPeak(); err != nil {
		return r, err
	}
	c, err := l.gather(ctx, g)
	if err != nil {
		return r, err
	}
	defer c.leave()
	if r.joining, err = program.peak(); err != nil {
		return r, err
	}
	if err := c.rest(ctx, l.span/2); err != nil { // what joining has left to do
		return r, err
	}
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	start := time.Now()
	if err := c.rest(ctx, l.span); err != nil {
		return r, err
	}
	took := time.Since(start)
	run, err := m.read(outcome{requests: 1, took: took, latency: histogram()})
	r.others, r.memory = run.others, run.memory
	r.serverShare, r.postgresShare = run.server/float64(took.Microseconds()), run.postgres/float64(took.Microseconds())
	return r, err
}

// rest does nothing but to say now and then that everybody is there.
func (c *crowd) rest(ctx context.Context, span time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	if len(c.all) == 0 {
		<-ctx.Done()
		return nil
	}
	return c.beat(ctx)
}

// joins are the cases of joining.
func (l *live) joins() []liveCase {
	knock := func(title, config string) liveCase {
		return liveCase{title: title, measure: func(ctx context.Context, l *live) (liveRun, error) { return l.knock(ctx, config) }}
	}
	return []liveCase{knock(publicJoins, `{}`), knock(privateJoins, `{"private":true}`)}
}

// knock has 64 users join and leave one channel after the other.
func (l *live) knock(ctx context.Context, config string) (r liveRun, err error) {
	c, err := l.gather(ctx, gathering{clients: 64, user: nth})
	if err != nil {
		return r, err
	}
	defer c.leave()
	m, err := l.meter(l.system())
	if err != nil {
		return r, err
	}
	k := knocking{stage: l.stage, config: config, end: time.Now().Add(l.span), took: make([]*hdrhistogram.Histogram, len(c.all))}
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

// knocking is joining and leaving, again and again.
type knocking struct {
	*stage
	config string
	end    time.Time
	took   []*hdrhistogram.Histogram // of each client's joins
	rooms  atomic.Int64
}

func (k *knocking) all(ctx context.Context, c *crowd) error {
	errs := make([]error, len(c.all))
	var work sync.WaitGroup
	for n, l := range c.all {
		k.took[n] = histogram()
		work.Go(func() { errs[n] = k.again(ctx, l, nth(n), k.took[n]) })
	}
	work.Wait()
	return errors.Join(errs...)
}

func (k *knocking) again(ctx context.Context, l *listener, user int, took *hdrhistogram.Histogram) error {
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
