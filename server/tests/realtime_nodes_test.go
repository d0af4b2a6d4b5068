package tests

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/toubkal/toubkal/server/pgtest"
)

// startNATS runs one at an address, "127.0.0.1:0" for any, until the test ends or it
// is stopped.
func startNATS(t *testing.T, address string) (at string, stop func()) {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true, Username: "toubkal", Password: "hush"}
	if _, port, _ := net.SplitHostPort(address); port != "0" {
		_, _ = fmt.Sscan(port, &o.Port)
	}
	nats, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go nats.Start()
	if !nats.ReadyForConnections(patience) {
		t.Fatal("NATS does not start")
	}
	stop = func() { nats.Shutdown(); nats.WaitForShutdown() }
	t.Cleanup(stop)
	return nats.Addr().String(), stop
}

func natsAt(address string) string { return "NATS_URL=nats://toubkal:hush@" + address }

// bootNodes starts two programs on one database, each with its way to NATS, and
// waits until they know each other.
func bootNodes(t *testing.T, sql, first, second string) (one, two *site) {
	t.Helper()
	database := pgtest.New(t)
	execute(t, database, sql)
	one = bootRealtimeOn(t, database, first)
	two = &site{db: database, printed: newOutput(), client: &http.Client{Timeout: patience}, dataDir: t.TempDir()}
	two.start(t, []string{"DATABASE_URL=" + database.URL, withRealtime, second})
	two.streams(t)
	one.knows(t, 1)
	two.knows(t, 1)
	return one, two
}

// knows waits until a program is connected to NATS, and to so many others.
func (s *site) knows(t *testing.T, others int) {
	t.Helper()
	key := "Authorization: Bearer " + strings.TrimSpace(s.serviceKey(t))
	want := fmt.Sprintf(`"nodes":{"connected":true,"nodes":%d,"dropped":`, others)
	s.looksAs(t, key, want)
}

// looksAs asks for the subscriptions until their answer has that.
func (s *site) looksAs(t testing.TB, key, want string) {
	t.Helper()
	limit := time.After(patience)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := s.send(t, "GET", "/realtime/v1/api/subscriptions", "", key)
		if strings.Contains(answer.body, want) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s lacks %s", answer.body, want)
		}
	}
}

// TestNodes: two programs are one service. What the tests want to be silent is proved
// by what is sent after it, since NATS keeps the order of one program.
func TestNodes(t *testing.T) {
	t.Parallel()
	at, _ := startNATS(t, "127.0.0.1:0")
	one, two := bootNodes(t, changesTables, natsAt(at), natsAt(at))
	one.exec(t, privateRooms)
	one.witness(t)
	two.witness(t)
	t.Run("broadcasts", func(t *testing.T) { broadcastsCross(t, one, two) })
	t.Run("large", func(t *testing.T) { largeOnesCross(t, one, two) })
	t.Run("private", func(t *testing.T) { privateOnesStayPrivate(t, one, two) })
	t.Run("database", func(t *testing.T) { eachReadsTheDatabase(t, one, two) })
	t.Run("presence", func(t *testing.T) { presenceCrosses(t, one, two) })
}

func broadcastsCross(t *testing.T, one, two *site) {
	const topic = "rööm \"山\""
	here, there1, there2 := one.realtime(t, vsn2), two.realtime(t, vsn1), two.realtime(t, vsn2)
	self := two.realtime(t, vsn1)
	for _, c := range []*realtimeClient{here, there1, there2} {
		c.joined(topic, asks(`{"broadcast":{"ack":true}}`))
	}
	self.joined(topic, asks(`{"broadcast":{"self":true}}`))
	all := func(want string, hearers ...*realtimeClient) {
		t.Helper()
		for _, c := range hearers {
			sameJSON(t, "a broadcast", c.expect(topic, "broadcast").Payload, want)
		}
	}
	ref := here.broadcast(topic, "é", `{"n":1}`)
	all(`{"type":"broadcast","event":"é","payload":{"n":1}}`, there1, there2, self)
	here.reply(topic, ref)
	there1.push(topic, "broadcast", `{"type":"broadcast","event":"old","payload":{"n":2},"more":3}`)
	all(`{"type":"broadcast","event":"old","payload":{"n":2},"more":3}`, here, there2, self)
	here.pushBinary(topic, "bytes", "", 0, []byte{0, 255, 1})
	if got := there2.expect(topic, "broadcast"); string(got.Body) != "\x00\xff\x01" || got.Name != "bytes" {
		t.Errorf("bytes became %s", got)
	}
	path := "/realtime/v1/api/broadcast/" + url.PathEscape(topic) + "/events/e"
	one.send(t, "POST", path, `{"n":3}`, one.headersOf("")...)
	all(`{"type":"broadcast","event":"e","payload":{"n":3}}`, here, there1, there2, self)
	two.send(t, "POST", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"rööm \"山\"","event":"e","payload":{"n":4}}]}`, two.headersOf("")...)
	all(`{"type":"broadcast","event":"e","payload":{"n":4}}`, here, there1, there2, self)
	self.broadcast(topic, "self", `{"n":5}`)
	all(`{"type":"broadcast","event":"self","payload":{"n":5}}`, here, there1, there2, self)
	for _, c := range []*realtimeClient{here, there1, there2, self} {
		c.quiet(topic, "broadcast") // nothing came twice, or back
	}
}

func largeOnesCross(t *testing.T, one, two *site) {
	here, there := one.realtime(t, vsn2), two.realtime(t, vsn2)
	here.joined("large", "")
	there.joined("large", "")
	const size = 3_000_000
	here.broadcast("large", "e", `{"large":"`+strings.Repeat("x", size)+`"}`)
	if got := strings.Count(string(there.expect("large", "broadcast").Payload), "x"); got != size {
		t.Errorf("%d bytes crossed, want %d", got, size)
	}
}

func privateOnesStayPrivate(t *testing.T, one, two *site) {
	here, there, public, watch := one.realtime(t, vsn2), two.realtime(t, vsn1), two.realtime(t, vsn1), two.realtime(t, vsn2)
	here.joined("atlas", private(t, fatima, withPresence))
	there.joined("atlas", private(t, fatima))
	public.joined("atlas", asks(`{"presence":{"key":"p","enabled":true}}`))
	watch.joined("hut", private(t, youssef, withPresence)) // who may read presence there, and no broadcast
	if reply := watch.join("atlas", private(t, youssef)); reply.get("status") != "error" {
		t.Errorf("a stranger joined: %s", reply)
	}
	here.push("atlas", "presence", `{"type":"presence","event":"track","payload":{}}`)
	here.broadcast("atlas", "e", `{"secret":1}`)
	there.expect("atlas", "broadcast")
	one.send(t, "POST", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"hut","event":"e","payload":{},"private":true}]}`,
		one.headersOf(strings.TrimSpace(one.serviceKey(t)))...)
	sender := one.realtime(t, vsn2)
	sender.joined("atlas", "")
	sender.broadcast("atlas", "e", `{"public":1}`)
	sameJSON(t, "of a public topic of that name", public.expect("atlas", "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"public":1}}`)
	public.quiet("atlas", "broadcast")
	public.quiet("atlas", "presence_diff")
	there.quiet("atlas", "broadcast")
	watch.quiet("hut", "broadcast")
}

// eachReadsTheDatabase: what the database says comes to each node by itself, once.
func eachReadsTheDatabase(t *testing.T, one, two *site) {
	clients := []*realtimeClient{one.realtime(t, vsn2), two.realtime(t, vsn1)}
	for _, c := range clients {
		c.live("db", listening(to("open_notes")))
		c.joined("sql", asks(`{"broadcast":{"replication_ready":true}}`))
		c.expect("sql", "system")
	}
	for n := range 3 {
		execute(t, one.db, `insert into open_notes (id) values ($1)`, n+1)
		execute(t, one.db, `select realtime.send(jsonb_build_object('n', $1::int), 'e', 'sql', false)`, n+1)
		for _, c := range clients {
			if got := c.change("db"); !strings.Contains(got, fmt.Sprintf(`"record":{"id":%d,`, n+1)) {
				t.Errorf("heard %s, want row %d", got, n+1)
			}
			if got := c.expect("sql", "broadcast"); got.get("payload", "n") != float64(n+1) {
				t.Errorf("heard %s, want %d", got, n+1)
			}
		}
	}
	for _, c := range clients {
		c.quiet("db", "postgres_changes")
		c.quiet("sql", "broadcast")
	}
}

func presenceCrosses(t *testing.T, one, two *site) {
	ada, bob := one.watch(t, vsn2, "room", present("ada")), two.watch(t, vsn1, "room", present("bob"))
	ada.track("track", `{"at":"home"}`, "ok")
	bob.track("track", `{}`, "ok")
	ada.until("ada map[at:home]", "bob map[]")
	bob.until("ada map[at:home]", "bob map[]")
	late := two.watch(t, vsn2, "room", present("late"))
	late.until("ada map[at:home]", "bob map[]")
	for ref := range ada.there["ada"] {
		if late.there["ada"][ref] == nil {
			t.Errorf("the ref %s is another one there: %v", ref, late.there["ada"])
		}
	}
	ada.track("track", `{"at":"work"}`, "ok")
	second := one.watch(t, vsn2, "room", present("ada")) // another device of hers
	second.track("track", `{}`, "ok")
	for _, w := range []*watcher{ada, bob, late} {
		w.until("ada map[at:work]", "ada map[]", "bob map[]")
	}
	_ = second.conn.Close()
	ada.track("untrack", `{}`, "ok")
	for _, w := range []*watcher{bob, late} {
		w.until("bob map[]")
	}
}

// TestNodesAreCutOff: what a node says of itself is gone with it for the others, and
// back when it is; here and there work goes on.
func TestNodesAreCutOff(t *testing.T) {
	t.Parallel()
	at, stop := startNATS(t, freeAddress(t))
	way, through := proxied(t, "nats://"+at)
	one, two := bootNodes(t, `select`, natsAt(at), natsAt(strings.TrimPrefix(through, "nats://")))
	ada, bob := one.watch(t, vsn2, "room", present("ada")), two.watch(t, vsn2, "room", present("bob"))
	ada.track("track", `{}`, "ok")
	bob.track("track", `{}`, "ok")
	ada.until("ada map[]", "bob map[]")
	bob.until("ada map[]", "bob map[]")

	way.away.Store(true)
	way.cut()
	ada.until("ada map[]")
	bob.until("bob map[]")
	ada.broadcast("room", "e", `{"lost":1}`)
	bob.track("track", `{"cut":true}`, "ok")
	bob.until("bob map[cut:true]")

	way.away.Store(false)
	both := []string{"ada map[]", "bob map[cut:true]"}
	ada.until(both...)
	bob.until(both...)

	stop()
	ada.track("track", `{"n":1}`, "ok")
	startNATS(t, at)
	both = []string{"ada map[n:1]", "bob map[cut:true]"}
	ada.until(both...)
	bob.until(both...)
	one.knows(t, 1)
	two.knows(t, 1)
	ada.broadcast("room", "e", `{"found":1}`)
	sameJSON(t, "after all that", bob.expect("room", "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"found":1}}`)

	two.stop() // it says goodbye
	ada.until("ada map[n:1]")
	one.knows(t, 0)
}

// TestWithoutNodes: a program alone says nothing of others, one whose NATS is away
// serves, and no password is told.
func TestWithoutNodes(t *testing.T) {
	t.Parallel()
	at := freeAddress(t)
	s := &site{db: pgtest.New(t), printed: newOutput(), logged: newOutput(), client: &http.Client{Timeout: patience}, dataDir: t.TempDir()}
	s.start(t, []string{"DATABASE_URL=" + s.db.URL, withRealtime, "LOG_LEVEL=debug", natsAt(at)})
	s.logged.wait(t, `(cannot reach NATS)`)
	ada, bob := s.watch(t, vsn2, "room", present("ada")), s.watch(t, vsn1, "room", present("bob"))
	ada.broadcast("room", "e", `{"n":1}`)
	bob.expect("room", "broadcast")
	ada.track("track", `{}`, "ok")
	bob.until("ada map[]")
	key := "Authorization: Bearer " + strings.TrimSpace(s.serviceKey(t))
	s.looksAs(t, key, `"nodes":{"connected":false,"nodes":0,"dropped":1}`)
	startNATS(t, at)
	s.knows(t, 0)
	if log, _, _ := s.logged.now(); strings.Count(log, "cannot reach NATS") != 1 || strings.Contains(log, "hush") {
		t.Errorf("it is said more than once, or a password is:\n%s", log)
	}
	alone := bootRealtime(t)
	if answer := alone.send(t, "GET", "/realtime/v1/api/subscriptions", "", "Authorization: Bearer "+strings.TrimSpace(alone.serviceKey(t))); strings.Contains(answer.body, `"nodes"`) {
		t.Errorf("alone it tells of others: %s", answer.body)
	}
}
