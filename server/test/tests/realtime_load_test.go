//go:build endurance

package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestRealtimeNothingIsLostInTheCrowd: while channels come and go, tokens are
// renewed, tables and policies change and rows are written, each channel hears of
// every row that is its own, once, in order, from its reply on; and of no other.
func TestRealtimeNothingIsLostInTheCrowd(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `create table public.crowd (id bigint primary key, owner uuid not null, word text not null);
		grant select on public.crowd to authenticated; alter table public.crowd enable row level security;
		create policy crowd_select_owner on public.crowd for select to authenticated using ((select auth.uid()) = owner);
		create table public.everybodys (like public.crowd including all); grant select on public.everybodys to authenticated;
		alter publication supabase_realtime add table public.crowd, public.everybodys`)
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	w := &crowdWriter{db: s.DB, grown: make(chan struct{})}
	var others sync.WaitGroup
	others.Go(func() { w.write(ctx, t) })
	others.Go(func() { stir(ctx, t, s.DB) })
	var clients sync.WaitGroup
	for i := range 8 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 6))
			c := s.RealtimeAs(t, []string{apptest.Version1, apptest.Version2}[i%2], s.AnonKey)
			for round, again := 0, 0; round < 4; round++ {
				if joinTheCrowd(c, ctx, w, random, fmt.Sprintf("crowd%d-%d-%d", i%3, round, again), i) {
					continue
				}
				// As a client does, but only where PostgreSQL did not answer in time, as on a
				// machine that is much too busy.
				if again++; again > 5 || !outOfTime.MatchString(s.Logged.String()) {
					t.Errorf("client %d was made to join again %d times", i, again)
					return
				}
				round--
			}
		})
	}
	clients.Wait()
	cancel()
	others.Wait()
}

// outOfTime matches the log of a query that took longer than it may.
var outOfTime = regexp.MustCompile(`context deadline exceeded|canceling statement due to`)

// crowdOwner is the user of some of the clients: those of one share a subscriber group.
func crowdOwner(i int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", i%4) }

func crowdWord(id int64) string { return []string{"Ayt", "bou", "Gour"}[id%3] }

// crowdWriter writes rows, one commit each, with ids from 1.
type crowdWriter struct {
	db      *pgtest.DB
	written atomic.Int64
	mu      sync.Mutex
	grown   chan struct{} // closed at the next row
}

func (c *crowdWriter) write(ctx context.Context, t *testing.T) {
	for id := int64(1); ctx.Err() == nil; id++ {
		for _, table := range []string{"crowd", "everybodys"} {
			_, err := c.db.Admin.Exec(ctx, `insert into public.`+table+` (id, owner, word) values ($1, $2, $3)`, id, crowdOwner(int(id)), crowdWord(id))
			if err != nil && ctx.Err() == nil {
				t.Errorf("write row %d: %v", id, err)
				return
			}
		}
		c.written.Store(id)
		select {
		case <-time.After(2 * time.Millisecond): // what is written is what is read: the rest is for others
		case <-ctx.Done():
		}
		c.mu.Lock()
		close(c.grown)
		c.grown = make(chan struct{})
		c.mu.Unlock()
	}
}

// until waits for row id.
func (c *crowdWriter) until(ctx context.Context, id int64) {
	for {
		c.mu.Lock()
		grown := c.grown
		c.mu.Unlock()
		if c.written.Load() >= id || ctx.Err() != nil {
			return
		}
		select {
		case <-grown:
		case <-ctx.Done():
		}
	}
}

// stir changes the schema while all goes on, without changing any access.
func stir(ctx context.Context, t *testing.T, db *pgtest.DB) {
	for i := 0; ctx.Err() == nil; i++ {
		for _, sql := range []string{
			fmt.Sprintf(`create table public.beside_%d (id int primary key)`, i),
			fmt.Sprintf(`alter table public.crowd add column more_%d int`, i),
			`alter policy crowd_select_owner on public.crowd using (auth.uid() = owner)`,
			fmt.Sprintf(`alter table public.everybodys add column more_%d int`, i),
			fmt.Sprintf(`alter table public.crowd drop column more_%d`, i),
			`alter policy crowd_select_owner on public.crowd using ((select auth.uid()) = owner)`,
			fmt.Sprintf(`drop table public.beside_%d`, i),
		} {
			if _, err := db.Admin.Exec(ctx, sql); err != nil && ctx.Err() == nil {
				t.Errorf("%s: %v", sql, err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(30 * time.Millisecond): // so that rows are written in between
			}
		}
	}
}

// joinTheCrowd listens to one of the tables in one of several ways for a while, and
// wants exactly what it should hear. It reports false where the channel was ended.
func joinTheCrowd(c *apptest.RealtimeClient, ctx context.Context, w *crowdWriter, random *rand.Rand, topic string, i int) bool {
	way := random.IntN(4)
	table, filter := "crowd", ""
	mine := func(id int64) bool { return crowdOwner(int(id)) == crowdOwner(i) }
	switch way {
	case 1:
		table, mine = "everybodys", func(int64) bool { return true }
	case 2:
		table, filter = "everybodys", `"filter":"owner=eq.`+crowdOwner(i)+`"`
	case 3: // PostgreSQL compares
		filter = `"filter":"word=imatch.^B"`
		own := mine
		mine = func(id int64) bool { return own(id) && crowdWord(id) == "bou" }
	}
	entry := to(table)
	if filter != "" {
		entry = to(table, filter)
	}
	token := func() string {
		return apptest.Sign(c.T, apptest.UserClaims(crowdOwner(i), time.Hour+time.Duration(random.IntN(1e6))*time.Second))
	}
	c.MustJoin(topic, listeningAs(token(), entry))
	from := w.written.Load() + 1 // what is being written may come or not
	w.until(ctx, from+10)
	c.Push(topic, "access_token", `{"access_token":"`+token()+`"}`)
	w.until(ctx, from+30)
	to := min(from+30, w.written.Load())
	last := int64(0)
	for id := from + 1; id <= to; id++ {
		if !mine(id) {
			continue
		}
		got := int64(0)
		for got <= from { // from before the reply
			var ended bool
			if got, ended = crowdID(c, topic); ended {
				return false
			}
		}
		if got != id {
			c.T.Errorf("%s, in way %d, heard of row %d after %d, want %d", topic, way, got, last, id)
			return true
		}
		last = got
	}
	c.Reply(topic, c.Push(topic, "phx_leave", "{}"))
	c.Expect(topic, "phx_close")
	ended := false
	for _, m := range c.Take(topic) {
		ended = ended || m.Event == "phx_error"
		if id := crowdIDOf(m); m.Event == "postgres_changes" && !mine(id) {
			c.T.Errorf("%s, in way %d, heard of row %d, which is not for it", topic, way, id)
		}
	}
	return !ended
}

// crowdID is the next row that a channel hears of, or that it has ended.
func crowdID(c *apptest.RealtimeClient, topic string) (id int64, ended bool) {
	c.T.Helper()
	m := c.Wait("a change on "+topic, func(m apptest.RealtimeMessage) bool {
		return m.Topic == topic && (m.Event == "postgres_changes" || m.Event == "phx_error")
	})
	if m.Event == "phx_error" {
		return 0, true
	}
	return crowdIDOf(m), false
}

func crowdIDOf(m apptest.RealtimeMessage) int64 {
	var told struct {
		Data struct{ Record struct{ ID int64 } }
	}
	_ = json.Unmarshal(m.Payload, &told)
	return told.Data.Record.ID
}
