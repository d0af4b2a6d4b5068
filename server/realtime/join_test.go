package realtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// TestRefusedJoins: each with Supabase's message, and the socket goes on.
func TestRefusedJoins(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		expired := w.token(map[string]any{"role": "authenticated", "exp": time.Now().Add(-90 * time.Second).Unix()})
		for _, refusal := range []struct{ topic, bearer, reason string }{
			{"", "", "TopicNameRequired: You must provide a topic name"},
			{strings.Repeat("t", maxTopic+1), "", "TopicNameTooLong: Topic name exceeds 1000 bytes"},
			{"room", "nonsense", "MalformedJWT: The token provided is not a valid JWT"},
			{"room", expired, "InvalidJWTToken: Token has expired 90 seconds ago"},
			{"room", w.sign("u", -time.Second), "InvalidJWTToken: Token has expired 1 seconds ago"},
			{"room", w.sign("u", time.Hour) + "x", "JwtSignatureError: Failed to validate JWT signature"},
			{"room", w.token(map[string]any{"exp": time.Now().Unix() + 60}), "InvalidJWTToken: Fields `role` and `exp` are required in JWT"},
			{"room", w.token(map[string]any{"role": "anon"}), "InvalidJWTToken: Fields `role` and `exp` are required in JWT"},
		} {
			c.expect(joinRefused(refusal.topic, c.join(refusal.topic, refusal.bearer), refusal.reason))
		}
		if k := w.service.sockets.all()[0]; len(k.joined()) != 0 || k.emptySince.Load() == 0 {
			t.Errorf("channels are left of refused joins: %v", k.joined())
		}
		for _, bearer := range []string{"", "sb_publishable_x", w.sign("u", time.Hour)} {
			c.expect(joinedTo("room"+bearer, c.join("room"+bearer, bearer)))
		}
	})
}

// TestTooManyChannels: the next one is refused, a second join of one that is there
// is not, and a place that is left can be taken.
func TestTooManyChannels(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		for i := range 3 {
			topic := fmt.Sprint(i)
			c.expect(joinedTo(topic, c.join(topic, "")))
		}
		c.expect(joinRefused("3", c.join("3", ""), "ChannelRateLimitReached: Too many channels"))
		again := c.join("0", "")
		c.expect(ended("0", "1", "phx_close", ""), joinedTo("0", again))
		left := c.say(again, "realtime:0", "phx_leave", "{}")
		c.expect(replied(again, left, "0", "{}"), ended("0", again, "phx_close", ""))
		c.expect(joinedTo("3", c.join("3", "")))
	}, func(o *Options) { o.Limits.Channels = 3 })
}

// TestSurplusChannelsAreRefused: a client that joins more channels at once than one
// connection may have keeps the first ones, and its connection.
func TestSurplusChannelsAreRefused(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		for range 3 * w.service.Limits.Channels {
			c.join(fmt.Sprint(c.refs+1), "")
		}
		c.say("1", "phoenix", "heartbeat", "{}")
		var joined, refused, heartbeats int
		for range c.refs {
			switch frame := c.hear(); {
			case strings.Contains(frame, `"phoenix"`):
				heartbeats++
			case strings.Contains(frame, "ChannelRateLimitReached: Too many channels"):
				refused++
			case strings.Contains(frame, `"ok"`):
				joined++
			}
		}
		if joined != w.service.Limits.Channels || refused != 2*joined || heartbeats != 1 {
			t.Errorf("%d joined, %d were refused, %d heartbeats were answered", joined, refused, heartbeats)
		}
	})
}

// TestJoinsAboveTheRateAreRefused: where one connection may have more channels than
// joins in a second, the channels that it has stay.
func TestJoinsAboveTheRateAreRefused(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		for range 4 {
			c.join(fmt.Sprint(c.refs+1), "")
		}
		heard := []string{c.hear(), c.hear(), c.hear(), c.hear()}
		slices.Sort(heard)
		want := []string{joinedTo("1", "1"), joinedTo("2", "2")}
		for _, ref := range []string{"3", "4"} {
			want = append(want, joinRefused(ref, ref, "ClientJoinRateLimitReached: Too many joins per second"))
		}
		if !slices.Equal(heard, want) {
			t.Errorf("heard %q\nwant %q", heard, want)
		}
		time.Sleep(time.Second)
		c.expect(joinedTo("3", c.join("3", "")))
	}, func(o *Options) { o.Limits.ConnectionJoins = 2 })
}

// TestTooManyJoinsOfOne: a socket that sends ten thousand is closed, and no join above
// the rate is begun.
func TestTooManyJoinsOfOne(t *testing.T) {
	var begun atomic.Int32
	withFixture(t, func(w *fixture) {
		c := w.open()
		go func() {
			for i := range 10_000 {
				bearer := ""
				if i >= 20 {
					bearer = "counted"
				}
				text := fmt.Sprintf(`["%d","%d","realtime:%d","phx_join",{"access_token":%q}]`, i, i, i, bearer)
				if c.conn.WriteMessage(1, []byte(text)) != nil {
					return
				}
			}
		}()
		if code, text := c.over(); code != 1008 || text != "Too many messages per second" {
			t.Errorf("it ended with %d %s", code, text)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := w.service.topics.len(); n != 0 {
			t.Errorf("%d topics are left", n)
		}
		if joins := begun.Load(); joins != 0 {
			t.Errorf("%d joins were begun beyond the bound", joins)
		}
	}, func(o *Options) {
		verify := o.Verify
		o.Verify = func(bearer string) (token.Claims, error) {
			if bearer == "counted" {
				begun.Add(1)
			}
			return verify(bearer)
		}
	}, func(o *Options) { o.Limits.ConnectionJoins, o.Limits.Channels, o.Limits.Events = 20, 1000, 1 })
}

// TestJoinsAreQueued: a crowd is let in as fast as is configured, nobody else
// on the socket waits, and who would wait too long is refused.
func TestJoinsAreQueued(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		start := time.Now()
		for range 13 {
			c.join(fmt.Sprint(c.refs+1), "")
		}
		c.say("", "phoenix", "heartbeat", "{}")
		var joins, refusals int
		for range 14 {
			frame, took := c.hear(), time.Since(start)
			switch {
			case strings.Contains(frame, `"phoenix"`):
				if took != 0 {
					t.Errorf("the heartbeat was answered after %s", took)
				}
			case strings.Contains(frame, "Too many joins per second"):
				refusals++
			case strings.Contains(frame, `"ok"`):
				joins++
				if want := time.Duration(joins-2) * time.Second / 2; took < want-time.Millisecond || took > want+time.Second {
					t.Errorf("join %d came after %s, want %s", joins, took, want)
				}
			}
		}
		if joins != 12 || refusals != 1 {
			t.Errorf("%d joined and %d were refused, want 12 and 1", joins, refusals)
		}
	}, func(o *Options) { o.Limits.Joins = 2 })
}

// TestLeavingAJoinThatWaits: it is given up, its topic can be joined anew, and no
// turn is lost.
func TestLeavingAJoinThatWaits(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		c.expect(joinedTo("first", c.join("first", "")))
		waiting := c.join("room", "")
		left := c.say(waiting, "realtime:room", "phx_leave", "{}")
		c.expect(replied(waiting, left, "room", "{}"))
		waiting = c.join("room", "")
		again := c.join("room", "")
		c.expect(ended("room", waiting, "phx_close", ""), joinedTo("room", again))
		_ = c.conn.Close()
		synctest.Wait()
		if n := w.service.topics.len(); n != 0 {
			t.Errorf("%d topics are left", n)
		}
	}, func(o *Options) { o.Limits.Joins = 1 })
}

// TestMessagesBeforeTheEndArrive: a broadcast, and then the socket's end at once.
func TestMessagesBeforeTheEndArrive(t *testing.T) {
	withFixture(t, func(w *fixture) {
		hears, says := w.open(), w.open()
		hears.expect(joinedTo("room", hears.join("room", "")))
		says.expect(joinedTo("room", says.join("room", "")))
		says.say("1", "realtime:room", "broadcast", `{"type":"broadcast","event":"last","payload":{}}`)
		_ = says.conn.Close()
		if frame := hears.hear(); !strings.Contains(frame, `"last"`) {
			t.Errorf("heard %s", frame)
		}
	})
}

// TestAFailureThatMayPass: a client is told apart whether the database had no time for
// it, which another join may not meet.
func TestAFailureThatMayPass(t *testing.T) {
	const passes = "UnableToConnectToProject: Realtime was unable to connect to the project database"
	for _, c := range []struct {
		why  error
		want string
	}{
		{context.DeadlineExceeded, passes},
		{db.ErrBusy, passes},
		{&pgconn.PgError{Code: "57014"}, passes},
		{&pgconn.PgError{Code: "53300"}, passes},
		{errDatabaseUnavailable, passes},
		{&pgconn.PgError{Code: "42883"}, "Unknown Error on Channel"},
		{errors.New("a fault of ours"), "Unknown Error on Channel"},
		{errChannels, "ChannelRateLimitReached: Too many channels"},
	} {
		if got := clientMessage(fmt.Errorf("look up public.routes: %w", c.why)); got != c.want {
			t.Errorf("%v is told as %q, want %q", c.why, got, c.want)
		}
	}
}
