package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// attackPlan is the file that -attack names: what other users of a project do, and
// attacks during which they must not notice much.
type attackPlan struct {
	// Environment of the program, "NAME=value", beside what every run has.
	Environment []string `json:"environment"`
	// OpenFiles bounds the file descriptors of the program, sockets included. 0 is the system's bound.
	OpenFiles int `json:"openFiles"`
	// Accounts are created before.
	Accounts []struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	} `json:"accounts"`
	// SQL runs as the superuser once the program has made its tables.
	SQL string `json:"sql"`
	// Others are the requests of other users.
	Others  []otherRequest `json:"others"`
	Attacks []attack       `json:"attacks"`
}

// request is an HTTP request; in its path and body {uuid} and {n} are different each time.
type request struct {
	Method  string            `json:"method"` // GET if empty
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// otherRequest is made at a constant rate, per second.
type otherRequest struct {
	Name string  `json:"name"`
	Rate float64 `json:"rate"`
	// Address is the client's address, in 127.0.0.0/8, such as that of a user who has signed
	// in before. By default another one each time.
	Address string `json:"address"`
	request
}

// attack is the load that runs beside: requests of Clients at once, each without a pause, or
// connections on which nothing is sent.
type attack struct {
	Name    string `json:"name"`
	Clients int    `json:"clients"`
	request
	// Lock is a table that a transaction holds exclusively meanwhile.
	Lock string `json:"lock"`
	// Account is the email of the account that makes the requests; anonymous if empty.
	Account string `json:"account"`
	// Idle is the number of connections that are opened and left idle.
	Idle int `json:"idle"`
}

// runAttacks prints, for each attack from one and from 50 addresses, what the others noticed.
func (o options) runAttacks(ctx context.Context, out io.Writer) (err error) {
	text, err := os.ReadFile(o.attacks)
	if err != nil {
		return err
	}
	var plan attackPlan
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&plan); err != nil {
		return fmt.Errorf("%s: %w", o.attacks, err)
	}
	target, err := o.openTarget(ctx, plan)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close()) }()
	_, _ = fmt.Fprint(out, "CPU is that of the program, PostgreSQL and this load generator, in percent of one processor. Where n is below 100, p99 is the slowest request.\n\n"+
		"| attack | addresses | answers to the attack | CPU | request of others | n | p50 ms | p99 ms | quiet p99 | ratio | failed | MB |\n|---|---:|---|---|---|---:|---:|---:|---:|---:|---|---:|\n")
	for _, a := range plan.Attacks {
		if o.filter != "" && !strings.Contains(a.Name, o.filter) {
			continue
		}
		for _, addresses := range []int{1, 50} {
			quiet, err := target.measure(ctx, plan.Others, attack{}, 1, o.span)
			if err != nil {
				return err
			}
			during, err := target.measure(ctx, plan.Others, a, addresses, o.span)
			if err != nil {
				return fmt.Errorf("%s: %w", a.Name, err)
			}
			memory, err := target.program.process().peak()
			if err != nil {
				return err
			}
			for i, other := range plan.Others {
				ms := func(h *hdrhistogram.Histogram, q float64) float64 { return float64(h.ValueAtQuantile(q)) / 1000 }
				before, now := quiet.others[i].latency, during.others[i].latency
				_, _ = fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %d | %.1f | %.1f | %.1f | %.1f | %s | %.0f |\n", a.Name, addresses, during.answers, during.cpu, other.Name,
					now.TotalCount(), ms(now, 50), ms(now, 99), ms(before, 99), ms(now, 99)/ms(before, 99), during.others[i].failed, memory)
			}
		}
	}
	rest := min(time.Minute, 6*o.span)
	select {
	case <-time.After(rest):
	case <-ctx.Done():
		return ctx.Err()
	}
	memory, err := target.program.process().resident()
	_, _ = fmt.Fprintf(out, "\n%v after the last attack the program has %.0f MB resident; before the first it had %.0f MB.\n", rest, memory, target.idle)
	return err
}

// noticed is the result of one kind of request of the others.
type noticed struct {
	latency *hdrhistogram.Histogram // microseconds, from when a request was due
	failed  *tally
}

// measured is one measurement: how the requests of the others went, and what else there was.
type measured struct {
	others  []noticed // of each kind
	answers *tally    // to the attack
	cpu     string    // used by the program, PostgreSQL and this process, in percent of one processor
}

// tally counts answers by status; 0 is none.
type tally struct {
	mu    sync.Mutex
	count map[int]int
}

func (t *tally) add(status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count == nil {
		t.count = map[int]int{}
	}
	t.count[status]++
}

func (t *tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var parts []string
	for status, n := range t.count {
		name := strconv.Itoa(status)
		if status == 0 {
			name = "no answer"
		}
		parts = append(parts, fmt.Sprintf("%s: %d", name, n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// measure has the others make their requests, beside an attack from so many addresses.
func (tg *target) measure(ctx context.Context, others []otherRequest, a attack, addresses int, span time.Duration) (m measured, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := tg.program.process().forgetPeak(); err != nil {
		return m, err
	}
	if a.Account != "" {
		bearer, err := tg.signIn(ctx, a.Account)
		if err != nil {
			return m, err
		}
		a.Headers = maps.Clone(a.Headers)
		if a.Headers == nil {
			a.Headers = map[string]string{}
		}
		a.Headers["Authorization"] = "Bearer " + bearer
	}
	postgres, err := postmaster(tg.postgres)
	if err != nil {
		return m, err
	}
	unlock, err := tg.lock(ctx, a.Lock)
	if err != nil {
		return m, err
	}
	m = measured{answers: &tally{}, others: make([]noticed, len(others))}
	var attackers sync.WaitGroup
	for i := range a.Clients {
		client := tg.client(fmt.Sprintf("127.1.0.%d", 1+i%addresses), true)
		attackers.Go(func() {
			defer client.CloseIdleConnections()
			for ctx.Err() == nil {
				status, err := tg.sendTo(ctx, client, a.request, io.Discard)
				if ctx.Err() == nil {
					m.answers.add(status)
				}
				if err != nil || status >= 400 {
					time.Sleep(10 * time.Millisecond) // a loop of refusals would only measure this program
				}
			}
		})
	}
	var idle []net.Conn
	for i := range a.Idle {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(fmt.Sprintf("127.1.0.%d", 1+i%addresses))}, Timeout: time.Second}
		if conn, err := dialer.DialContext(ctx, "tcp", tg.program.address); err == nil {
			idle = append(idle, conn)
		} else {
			m.answers.add(0)
		}
	}
	time.Sleep(span / 5) // the attack is in full swing
	meter := meter{of: [3]process{tg.program.process(), postgres, {pid: os.Getpid()}}, began: time.Now()}
	if meter.used, err = meter.cpu(); err != nil {
		return m, err
	}
	var work sync.WaitGroup
	for i, other := range others {
		m.others[i] = noticed{latency: histogram(), failed: &tally{}}
		work.Go(func() { tg.others(ctx, other, span, m.others[i]) })
	}
	work.Wait()
	used, err := meter.cpu()
	for i := range used {
		m.cpu += fmt.Sprintf("%s%.0f", [3]string{"", ", ", ", "}[i], 100*(used[i]-meter.used[i]).Seconds()/time.Since(meter.began).Seconds())
	}
	stop()
	err = errors.Join(err, unlock())
	for _, conn := range idle {
		err = errors.Join(err, conn.Close())
	}
	attackers.Wait()
	return m, err
}

// others makes requests of one kind at their rate.
func (tg *target) others(ctx context.Context, o otherRequest, span time.Duration, to noticed) {
	var mu sync.Mutex
	var work sync.WaitGroup
	now := time.Now()
	pace := pacer{start: now, end: now.Add(span), every: time.Duration(float64(time.Second) / o.Rate)}
	for {
		due, ok := pace.next(ctx)
		if !ok {
			break
		}
		n := tg.n.Add(1)
		client := tg.client(cmp.Or(o.Address, fmt.Sprintf("127.2.%d.%d", n/200%250, 1+n%200)), false)
		work.Go(func() {
			status, _, err := tg.send(ctx, client, o.request)
			took := time.Since(due)
			mu.Lock()
			defer mu.Unlock()
			_ = to.latency.RecordValue(max(took.Microseconds(), 1))
			if err != nil || status >= 400 {
				to.failed.add(status)
			}
		})
	}
	work.Wait()
}
