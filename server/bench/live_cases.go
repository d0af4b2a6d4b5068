package main

import (
	"context"
	"strconv"
	"time"
)

// listening is the join that subscribes to a table, and to what a filter lets
// through.
func listening(table, filter string) string {
	if filter != "" {
		filter = `,"filter":"` + filter + `"`
	}
	return `{"postgres_changes":[{"event":"*","schema":"public","table":"` + table + `"` + filter + `}]}`
}

func always(config string) func(int) string { return func(int) string { return config } }

// nth gives each client a user of its own.
func nth(n int) int { return n + 1 }

const (
	// writers is the number of connections that insert at the same time.
	writers = 4
	// few and many are how many messages may be on their way to a listener where
	// they are sent at most: what is waiting is bounded by 1,024.
	few, many = 32, 512
)

// changes are the cases of postgres_changes.
func (l *live) changes() []liveCase {
	open := listenerOptions{config: always(listening("live_open", ""))}
	team := listenerOptions{config: always(listening("live_team", "")), user: nth, picks: teams}
	opaque := listenerOptions{config: always(listening("live_opaque", "")), user: nth, picks: teams}
	owner := listenerOptions{config: always(listening("live_own", "")), user: nth, picks: l.some(500)}
	filtered := listenerOptions{picks: l.some(500), config: func(n int) string { return listening("live_open", "team=eq."+strconv.Itoa(n)) }}
	return []liveCase{
		l.change("changes, 10 clients, 1/s", 10, open, "live_open", 1),
		l.change("changes, 10 clients, 20/s", 10, open, "live_open", 20),
		l.change("changes, 500 clients, 100/s", 500, open, "live_open", 100),
		l.change("changes, 500 clients, at most", 500, open, "live_open", 0),
		l.change("a filter each, 500 clients, 300/s", 500, filtered, "live_open", 300),
		l.change("policy by owner, 500 clients, 300/s", 500, owner, "live_own", 300),
		l.change("policy by owner, 500 clients, at most", 500, owner, "live_own", 0),
		l.change("policy by team, 500 clients, 300/s", 500, team, "live_team", 300),
		l.change("policy by team, 500 clients, at most", 500, team, "live_team", 0),
		l.change("opaque policy, 500 clients, 300/s", 500, opaque, "live_opaque", 300),
		l.change("opaque policy, 500 clients, at most", 500, opaque, "live_opaque", 0),
	}
}

func (l *live) change(title string, clients int, g listenerOptions, table string, rate float64) liveCase {
	return liveCase{title: title, measure: func(ctx context.Context, l *live) (liveRun, error) {
		g.clients = l.some(clients)
		f := flow{senders: writers, open: l.inserts(table), rate: rate, window: few}
		if 0 < rate && rate < 100 {
			f.senders = 1
		}
		return l.deliver(ctx, g, f)
	}}
}

// broadcasts are the cases of broadcast.
func (l *live) broadcasts() []liveCase {
	public := listenerOptions{config: always(`{}`), every: 10}
	private := listenerOptions{config: always(`{"private":true}`), user: nth}
	paced := func(title string, clients int, rate float64, size int) liveCase {
		return liveCase{title: title, measure: func(ctx context.Context, l *live) (liveRun, error) {
			public.clients = l.some(clients)
			return l.deliver(ctx, public, flow{senders: 1, open: l.broadcasters(everywhere, size), rate: rate, window: many})
		}}
	}
	return []liveCase{
		paced("broadcast, 1,000 clients, at most", 1000, 0, 100),
		paced("broadcast, 1,000 clients, 100/s", 1000, 100, 100),
		paced("broadcast, 100 clients, 500/s", 100, 500, 2000),
		{title: "broadcast, 100 clients, 500/s, one hangs", measure: hanging},
		{title: "realtime.send, 500 clients, 100/s", measure: func(ctx context.Context, l *live) (liveRun, error) {
			private.clients = l.some(500)
			return l.deliver(ctx, private, flow{senders: writers, open: l.sends(everywhere), rate: 100})
		}},
	}
}

// untilFull is the time that one that hangs gets 500 messages a second: more than the
// 1,024 that may wait for it, and what the system holds for it.
const untilFull = 6 * time.Second

// hanging has one client stop reading beside others; it must be disconnected.
func hanging(ctx context.Context, l *live) (r liveRun, err error) {
	one, err := l.connect(ctx, listenerOptions{clients: 1, config: always(`{}`)})
	if err != nil {
		return r, err
	}
	defer one.disconnect()
	hung := one.all[0]
	if err := hung.hang(); err != nil {
		return r, err
	}
	public := listenerOptions{clients: l.some(99), config: always(`{}`), every: 10}
	f := flow{senders: 1, open: l.broadcasters(everywhere, 2000), rate: 500, least: untilFull}
	if r, err = l.deliver(ctx, public, f); err != nil {
		return r, err
	}
	return r, hung.wake(lateness)
}
