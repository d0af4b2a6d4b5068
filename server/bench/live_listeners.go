package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// listeners are the listeners of one kind. The n-th of them receives what is picked
// for n modulo picks: of everything, where picks is 1.
type listeners struct {
	all   []*listener
	picks int
}

// listenerOptions say how many listeners connect, and as whom.
type listenerOptions struct {
	clients int
	// picks is in how many parts they are, each of which receives what is its own.
	// Defaults to 1.
	picks  int
	config func(n int) string // of the join
	user   func(n int) int    // whose token the n-th has; nil is a anon's
	every  int64              // of how many messages one's age is kept; defaults to 1
}

const (
	// atOnce is the number of them that connect at the same time.
	atOnce = 32
	// everywhere is the topic of all.
	everywhere = "room-everywhere"
)

func (l listenerOptions) complete() listenerOptions {
	l.picks, l.every = max(l.picks, 1), max(l.every, 1)
	if l.user == nil {
		l.user = func(int) int { return 0 }
	}
	return l
}

// connect connects and joins all listeners, some at a time.
func (le *liveEnvironment) connect(ctx context.Context, g listenerOptions) (*listeners, error) {
	g = g.complete()
	c := &listeners{all: make([]*listener, g.clients), picks: g.picks}
	err := atATime(ctx, g.clients, func(n int) (err error) {
		if c.all[n], err = le.connectOne(g, n); err != nil {
			return fmt.Errorf("client %d of %d: %w", n, g.clients, err)
		}
		return nil
	})
	if err != nil {
		c.disconnect()
		return nil, err
	}
	return c, nil
}

// atATime does n things, atOnce of them at the same time, until one fails.
func atATime(ctx context.Context, n int, do func(n int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	places := make(chan int)
	var work sync.WaitGroup
	for range atOnce {
		work.Go(func() {
			for n := range places {
				if err := do(n); err != nil {
					stop(err)
				}
			}
		})
	}
	for n := range n {
		if ctx.Err() != nil {
			break
		}
		places <- n
	}
	close(places)
	work.Wait()
	return context.Cause(ctx)
}

func (le *liveEnvironment) connectOne(g listenerOptions, n int) (*listener, error) {
	token, err := le.token(g.user(n))
	if err != nil {
		return nil, err
	}
	l, err := dialLive(le.address, token)
	if err != nil {
		return nil, err
	}
	l.every = g.every
	if err := l.join(everywhere, g.config(n), token); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// disconnect returns when all connections are closed.
func (ls *listeners) disconnect() {
	for _, l := range ls.all {
		if l != nil {
			l.close()
			<-l.done
		}
	}
}

// received is the number of messages that all of them have received.
func (ls *listeners) received() (n int64) {
	for _, l := range ls.all {
		n += l.counted.Load()
	}
	return n
}

// keep has ages be kept from now on.
func (ls *listeners) keep() {
	for _, l := range ls.all {
		l.keep.Store(true)
	}
}

// of is the number of listeners that receive a pick.
func (ls *listeners) of(pick int) int64 {
	return int64((len(ls.all) - pick + ls.picks - 1) / ls.picks)
}

// behind is the largest number of messages that are on their way to one of them.
func (ls *listeners) behind(sent []int64) (most int64) {
	for n, l := range ls.all {
		most = max(most, sent[n%ls.picks]-l.counted.Load())
	}
	return most
}

// cut is the number of connections that the server has ended.
func (ls *listeners) cut() (n int) {
	for _, l := range ls.all {
		if l.over() {
			n++
		}
	}
	return n
}

// check compares what each listener has received to what was sent for it. It gives
// how much was lost; more than was sent is an error, and so is what the server
// has complained of.
func (ls *listeners) check(sent []int64) (lost int64, err error) {
	for n, l := range ls.all {
		want, got := sent[n%ls.picks], l.counted.Load()
		if got > want {
			return 0, fmt.Errorf("client %d received %d messages of %d", n, got, want)
		}
		if said := l.complaint.Load(); said != nil {
			return 0, fmt.Errorf("client %d was told %s", n, said)
		}
		lost += want - got
	}
	return lost, nil
}

// latency are the ages of the messages that all have received, in µs. The listeners
// have ended by then.
func (ls *listeners) latency() (*hdrhistogram.Histogram, error) {
	h := histogram()
	for _, l := range ls.all {
		for _, one := range l.ages {
			if err := h.RecordValue(int64(max(one, 1))); err != nil {
				return nil, err
			}
		}
	}
	return h, nil
}
