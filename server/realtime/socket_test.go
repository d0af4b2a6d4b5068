package realtime

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/semaphore"
)

// TestSilentSocketsAreDropped: one whose client is there, but says nothing and
// answers no ping.
func TestSilentSocketsAreDropped(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open(func(conn *websocket.Conn) { conn.SetPingHandler(func(string) error { return nil }) })
		start := time.Now()
		if code, _ := c.over(); code != websocket.CloseAbnormalClosure {
			t.Errorf("it ended with %d, want no word at all", code)
		}
		if took := time.Since(start); took < readTimeout || took > readTimeout+sweepInterval {
			t.Errorf("it ended after %s", took)
		}
	})
}

// TestHiddenTabsStayConnected: a browser holds back the heartbeat of a hidden tab, but
// answers pings.
func TestHiddenTabsStayConnected(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		c.expect(joinedTo("room", c.join("room", "")))
		c.silence(3 * time.Hour)
		c.say("1", "phoenix", "heartbeat", "{}")
		c.expect(`["1","2","phoenix","phx_reply",{"status":"ok","response":{}}]`)
	})
}

// TestSocketsWithoutChannelsAreDropped: also when the last channel was left.
func TestSocketsWithoutChannelsAreDropped(t *testing.T) {
	withFixture(t, func(w *fixture) {
		never, left := w.open(), w.open()
		left.expect(joinedTo("room", left.join("room", "")))
		time.Sleep(noChannelTimeout / 2)
		left.say("1", "realtime:room", "phx_leave", "{}")
		left.expect(replied("1", "2", "room", "{}"), ended("room", "1", "phx_close", ""))
		start := time.Now()
		for _, c := range []struct {
			*client
			after time.Duration
		}{{never, noChannelTimeout / 2}, {left, noChannelTimeout}} {
			code, text := c.over()
			if took := time.Since(start); code != 1008 || text != "No channel was joined" || took < c.after || took > c.after+sweepInterval {
				t.Errorf("it ended with %d %s after %s, want 1008 after %s", code, text, took, c.after)
			}
		}
	})
}

// TestMalformedFramesAreIgnored: the socket goes on, as in Phoenix.
func TestMalformedFramesAreIgnored(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		for _, rubbish := range []string{"", "[", "[]", "null", `{"topic":"x"}`, "\xff", `[1,2,3,4,5]`} {
			if err := c.conn.WriteMessage(websocket.TextMessage, []byte(rubbish)); err != nil {
				t.Fatal(err)
			}
			if err := c.conn.WriteMessage(websocket.BinaryMessage, []byte(rubbish)); err != nil {
				t.Fatal(err)
			}
		}
		c.say("", "phoenix", "heartbeat", "{}")
		c.expect(`["1","1","phoenix","phx_reply",{"status":"ok","response":{}}]`)
	})
}

// TestHugeFramesEndTheSocket: with the code that says why.
func TestHugeFramesEndTheSocket(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		go func() { _ = c.conn.WriteMessage(websocket.TextMessage, make([]byte, maxFrame+1)) }()
		if code, _ := c.over(); code != websocket.CloseMessageTooBig {
			t.Errorf("it ended with %d, want 1009", code)
		}
	})
}

// TestTooManyMessages: a socket that floods is closed, whatever it says.
func TestTooManyMessages(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		go func() {
			for range 2*connectionEvents*burst + 1 {
				_ = c.conn.WriteMessage(websocket.TextMessage, []byte("rubbish"))
			}
		}()
		if code, text := c.over(); code != 1008 || text != "Too many messages per second" {
			t.Errorf("it ended with %d %s", code, text)
		}
	}, func(o *Options) { o.Limits.Events = 2 })
}

// TestTooManyEvents: a channel that floods ends, its socket and the others go on.
func TestTooManyEvents(t *testing.T) {
	withFixture(t, func(w *fixture) {
		c := w.open()
		c.expect(joinedTo("loud", c.join("loud", "")))
		c.expect(joinedTo("calm", c.join("calm", "")))
		for range 3*burst + 1 {
			c.say("1", "realtime:loud", "broadcast", `{"type":"broadcast","event":"x","payload":{}}`)
		}
		c.expect(systemError("loud", "1", "Too many messages per second"), ended("loud", "1", "phx_error", "Too many messages per second"))
		c.say("2", "realtime:calm", "phx_leave", "{}")
		c.expect(replied("2", fmt.Sprint(c.refs), "calm", "{}"), ended("calm", "2", "phx_close", ""))
	}, func(o *Options) { o.Limits.Events = 3 })
}

// TestTooManyConnections is answered before there is a socket.
func TestTooManyConnections(t *testing.T) {
	withFixture(t, func(w *fixture) {
		first := w.open()
		dialer := websocket.Dialer{NetDialContext: w.pipes.dial}
		address := "ws://pipes/websocket?apikey=" + w.sign("u", time.Hour)
		if _, answer, err := dialer.DialContext(t.Context(), address, nil); err == nil || answer.StatusCode != 429 {
			t.Errorf("got %v, %v; want 429", answer, err)
		}
		_ = first.conn.Close()
		synctest.Wait()
		conn, _, err := dialer.DialContext(t.Context(), address, nil)
		if err != nil {
			t.Fatalf("the place of the one who left was not given: %v", err)
		}
		_ = conn.Close()
	}, func(o *Options) { o.Limits.Connections = 1 })
}

// TestCloseEndsAllSockets: each channel hears that it may come back, and the
// end waits for those who listen, and not for those who do not.
func TestCloseEndsAllSockets(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			withFixture(t, func(w *fixture) {
				c, deaf := w.open(), w.openDeaf()
				c.expect(joinedTo("room", c.join("room", "")))
				deaf.join("room", "")
				start := time.Now()
				w.service.Close()
				if took := time.Since(start); took > closeTimeout {
					t.Errorf("the farewell took %s", took)
				}
				c.expect(systemError("room", "1", "Realtime is restarting, please standby"), ended("room", "1", "phx_error", "Realtime is restarting, please standby"))
				if code, _ := c.over(); code != 1012 {
					t.Errorf("it ended with %d, want 1012", code)
				}
				dialer := websocket.Dialer{NetDialContext: w.pipes.dial}
				if _, answer, err := dialer.DialContext(t.Context(), "ws://pipes/websocket?apikey="+w.sign("u", time.Hour), nil); err == nil || answer.StatusCode != 429 {
					t.Errorf("after the end: %v, %v; want 429", answer, err)
				}
			}, func(o *Options) { o.StrictClose = strict })
		})
	}
}

// TestSlowConsumerIsDisconnected at the limit of its queue, without blocking others.
func TestSlowConsumerIsDisconnected(t *testing.T) {
	withFixture(t, func(w *fixture) {
		sender, friend := w.pair("room")
		w.openDeaf().join("room", "")
		w.talk("room", sender, friend)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := len(w.service.sockets.all()); n != 2 {
			t.Errorf("%d sockets are open, want the two that read", n)
		}
	}, func(o *Options) { o.Limits.QueueFrames = 20 })
}

// TestNobodyWaitsForUnfinishedMessages, not even where they fill the room for large messages.
func TestNobodyWaitsForUnfinishedMessages(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.service.budgets.receiving = semaphore.NewWeighted(1 << 20)
		sender, friend := w.pair("room")
		for range 10 {
			writer, err := w.open().conn.NextWriter(websocket.TextMessage)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = writer.Write(make([]byte, 600<<10)) }()
		}
		synctest.Wait()
		if w.service.budgets.receiving.TryAcquire(1) {
			t.Fatal("there is room for large messages, want none")
		}
		w.talk("room", sender, friend)
		time.Sleep(receiveTimeout) // their turn ends
	})
}

// TestNobodyWaitsForClientsThatVanish: in the middle of a handshake, of a frame, of a
// join; or they open a socket and never say a word.
func TestNobodyWaitsForClientsThatVanish(t *testing.T) {
	withFixture(t, func(w *fixture) {
		sender, friend := w.pair("room")
		var conns []net.Conn
		for range 10 {
			handshake, _ := w.pipes.dial(t.Context(), "", "")
			_, _ = io.WriteString(handshake, "GET /websocket HTTP/1.1\r\nHost: x\r\nUpgr")
			silent, half, joins := w.openDeaf(), w.openDeaf(), w.openDeaf()
			_, _ = io.WriteString(half.conn.NetConn(), "\x81\xfe\x4e\x20\x00\x00\x00\x00"+strings.Repeat("[", 10_000)) // of 20,000
			ref := joins.say("", "realtime:room", "phx_join", `{"config":{"presence":{"enabled":true}}}`)
			joins.say(ref, "realtime:room", "presence", `{"event":"track","payload":{}}`)
			conns = append(conns, handshake, silent.conn.NetConn(), half.conn.NetConn(), joins.conn.NetConn())
		}
		w.talk("room", sender, friend)
		for _, conn := range conns {
			_ = conn.Close()
		}
		w.talk("room", sender, friend)
		synctest.Wait()
		if n := len(w.service.sockets.all()); n != 2 {
			t.Errorf("%d sockets are open, want the two that talk", n)
		}
	})
}

// TestStalledWriteEndsTheSocket, though little waits for its client and the
// client is heard of.
func TestStalledWriteEndsTheSocket(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.openDeaf().join("room", "")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if n := len(w.service.sockets.all()); n != 0 {
			t.Errorf("%d sockets are open, want none", n)
		}
	})
}

// TestSlowConsumerGetsTheReason: one that reads on gets the code of its end.
func TestSlowConsumerGetsTheReason(t *testing.T) {
	withFixture(t, func(w *fixture) {
		slow, sender := w.openDeaf(), w.open()
		slow.join("room", "")
		sender.join("room", "")
		sender.expect(joinedTo("room", "1"))
		for range 100 {
			sender.say("1", "realtime:room", "broadcast", `{"type":"broadcast","event":"n","payload":{}}`)
		}
		synctest.Wait()
		go slow.listen()
		if code, _ := slow.over(); code != 1013 {
			t.Errorf("it ended with %d, want 1013", code)
		}
		if n := w.service.Metrics().SlowConsumers; n != 1 {
			t.Errorf("%d slow consumers are counted, want 1", n)
		}
	}, func(o *Options) { o.Limits.QueueFrames = 20 })
}

// TestOpaqueKeysAreExchanged: the gateway's part in Supabase's own service.
func TestOpaqueKeysAreExchanged(t *testing.T) {
	var known string
	withFixture(t, func(w *fixture) {
		known = w.sign("u", time.Hour)
		dialer := websocket.Dialer{NetDialContext: w.pipes.dial}
		for _, c := range []struct {
			name, query string
			header      http.Header
			status      int
		}{
			{"in the query", "sb_secret_known", nil, 101},
			{"in the header, which comes first", "nonsense", http.Header{"X-Api-Key": {"sb_secret_known"}}, 101},
			{"not ours", "sb_secret_other", nil, 401},
			{"not to be exchanged for this client", "sb_secret_known", http.Header{"User-Agent": {"browser"}}, 401},
			{"none at all", "sb_", nil, 401},
		} {
			conn, answer, err := dialer.DialContext(t.Context(), "ws://pipes/websocket?apikey="+c.query, c.header)
			if answer == nil || answer.StatusCode != c.status {
				t.Errorf("%s: %v %v, want %d", c.name, answer, err, c.status)
			}
			if err == nil {
				_ = conn.Close()
			}
		}
	}, func(o *Options) {
		o.Exchange = func(r *http.Request, key string) (string, error) {
			switch {
			case r.UserAgent() == "browser":
				return "", errors.New("not in a browser")
			case key == "sb_secret_known":
				return known, nil
			}
			return "", nil
		}
	})
}

// TestConnectionsPerAddress: whoever holds the anon key can open connections,
// and keep each for minutes without joining anything.
func TestConnectionsPerAddress(t *testing.T) {
	withFixture(t, func(w *fixture) {
		dial := func(address string) (*websocket.Conn, int, string) {
			dialer := websocket.Dialer{NetDialContext: w.pipes.dial}
			conn, answer, err := dialer.DialContext(t.Context(), "ws://pipes/websocket?apikey="+w.sign("u", time.Hour), http.Header{"X-Client": {address}})
			if answer == nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(answer.Body)
			return conn, answer.StatusCode, strings.TrimSpace(string(body))
		}
		first, _, _ := dial("203.0.113.7")
		second, _, _ := dial("203.0.113.7")
		const refused = `{"error":"Too many connections from this address"}`
		if _, status, body := dial("203.0.113.7"); status != 429 || body != refused {
			t.Errorf("the third of an address: %d %s, want 429 %s", status, body, refused)
		}
		if _, status, _ := dial("203.0.113.8"); status != 101 {
			t.Errorf("the first of another: %d, want 101", status)
		}
		for range 3 { // a proxy's
			if _, status, _ := dial("10.0.0.1"); status != 101 {
				t.Errorf("one of a private network: %d, want 101", status)
			}
		}
		_ = first.Close()
		synctest.Wait()
		third, status, _ := dial("203.0.113.7")
		if status != 101 {
			t.Fatalf("where one has left: %d, want 101", status)
		}
		_, _ = second.Close(), third.Close()
		synctest.Wait()
		if left := w.service.sockets.of; left["203.0.113.7"] != 0 || len(left) != 1 {
			t.Errorf("counted are still %v, want the other alone", left)
		}
	}, func(o *Options) {
		o.Limits.AddressConnections = 2
	})
}

func TestRateLimitKey(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2::": "2001:db8:1:2::",
		"": "", "@": "", "unknown": "", "127.0.0.1": "", "::1": "", "::": "", "10.1.2.3": "", "::ffff:192.168.0.1": "",
		"172.16.0.1": "", "169.254.1.1": "", "fd00::": "", "fe80::": "",
	} {
		if got := rateLimitKey(address); got != want {
			t.Errorf("%q is counted as %q, want %q", address, got, want)
		}
	}
}
