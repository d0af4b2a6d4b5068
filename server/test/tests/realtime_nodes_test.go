package tests

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
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
	if !nats.ReadyForConnections(apptest.Timeout) {
		t.Fatal("NATS does not start")
	}
	stop = func() { nats.Shutdown(); nats.WaitForShutdown() }
	t.Cleanup(stop)
	return nats.Addr().String(), stop
}

func natsAt(address string) string { return "NATS_URL=nats://toubkal:hush@" + address }

// bootNodes starts two programs on one database, each with its way to NATS, and
// waits until they know each other.
func bootNodes(t *testing.T, sql, first, second string) (one, two *apptest.Instance) {
	t.Helper()
	database := pgtest.New(t)
	execute(t, database, sql)
	one = bootRealtimeOn(t, database, first)
	two = instanceOn(t, database)
	two.Start(t, []string{"DATABASE_URL=" + database.URL, withRealtime, second})
	two.WaitForStream(t)
	knows(one, t, 1)
	knows(two, t, 1)
	return one, two
}

// knows waits until a program is connected to NATS, and to so many others.
func knows(s *apptest.Instance, t *testing.T, others int) {
	t.Helper()
	key := "Authorization: Bearer " + s.ServiceKey(t)
	want := fmt.Sprintf(`"nodes":{"connected":true,"nodes":%d,"dropped":`, others)
	s.WaitForSubscriptions(t, key, want)
}

// TestNodes: two programs are one service. What the tests want to be silent is proved
// by what is sent after it, since NATS keeps the order of one program.
func TestNodes(t *testing.T) {
	t.Parallel()
	at, _ := startNATS(t, "127.0.0.1:0")
	one, two := bootNodes(t, changesTables, natsAt(at), natsAt(at))
	exec(one, t, privateRooms)
	witness(one, t)
	witness(two, t)
	t.Run("broadcasts", func(t *testing.T) { broadcastsCross(t, one, two) })
	t.Run("large", func(t *testing.T) { largeOnesCross(t, one, two) })
	t.Run("private", func(t *testing.T) { privateOnesStayPrivate(t, one, two) })
	t.Run("database", func(t *testing.T) { eachReadsTheDatabase(t, one, two) })
	t.Run("presence", func(t *testing.T) { presenceCrosses(t, one, two) })
}

func broadcastsCross(t *testing.T, one, two *apptest.Instance) {
	const topic = "rööm \"山\""
	here, there1, there2 := one.Realtime(t, apptest.Version2), two.Realtime(t, apptest.Version1), two.Realtime(t, apptest.Version2)
	self := two.Realtime(t, apptest.Version1)
	for _, c := range []*apptest.RealtimeClient{here, there1, there2} {
		c.MustJoin(topic, asks(`{"broadcast":{"ack":true}}`))
	}
	self.MustJoin(topic, asks(`{"broadcast":{"self":true}}`))
	all := func(want string, hearers ...*apptest.RealtimeClient) {
		t.Helper()
		for _, c := range hearers {
			sameJSON(t, "a broadcast", c.Expect(topic, "broadcast").Payload, want)
		}
	}
	ref := here.Broadcast(topic, "é", `{"n":1}`)
	all(`{"type":"broadcast","event":"é","payload":{"n":1}}`, there1, there2, self)
	here.Reply(topic, ref)
	there1.Push(topic, "broadcast", `{"type":"broadcast","event":"old","payload":{"n":2},"more":3}`)
	all(`{"type":"broadcast","event":"old","payload":{"n":2},"more":3}`, here, there2, self)
	here.PushBinary(topic, "bytes", "", 0, []byte{0, 255, 1})
	if got := there2.Expect(topic, "broadcast"); string(got.Body) != "\x00\xff\x01" || got.Name != "bytes" {
		t.Errorf("bytes became %s", got)
	}
	path := "/realtime/v1/api/broadcast/" + url.PathEscape(topic) + "/events/e"
	one.Send(t, "POST", path, `{"n":3}`, one.Headers("")...)
	all(`{"type":"broadcast","event":"e","payload":{"n":3}}`, here, there1, there2, self)
	two.Send(t, "POST", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"rööm \"山\"","event":"e","payload":{"n":4}}]}`, two.Headers("")...)
	all(`{"type":"broadcast","event":"e","payload":{"n":4}}`, here, there1, there2, self)
	self.Broadcast(topic, "self", `{"n":5}`)
	all(`{"type":"broadcast","event":"self","payload":{"n":5}}`, here, there1, there2, self)
	for _, c := range []*apptest.RealtimeClient{here, there1, there2, self} {
		c.ExpectNone(topic, "broadcast") // nothing came twice, or back
	}
}

func largeOnesCross(t *testing.T, one, two *apptest.Instance) {
	here, there := one.Realtime(t, apptest.Version2), two.Realtime(t, apptest.Version2)
	here.MustJoin("large", "")
	there.MustJoin("large", "")
	const size = 3_000_000
	here.Broadcast("large", "e", `{"large":"`+strings.Repeat("x", size)+`"}`)
	if got := strings.Count(string(there.Expect("large", "broadcast").Payload), "x"); got != size {
		t.Errorf("%d bytes crossed, want %d", got, size)
	}
}

func privateOnesStayPrivate(t *testing.T, one, two *apptest.Instance) {
	here, there, public, watch := one.Realtime(t, apptest.Version2), two.Realtime(t, apptest.Version1), two.Realtime(t, apptest.Version1), two.Realtime(t, apptest.Version2)
	here.MustJoin("atlas", private(t, fatima, withPresence))
	there.MustJoin("atlas", private(t, fatima))
	public.MustJoin("atlas", asks(`{"presence":{"key":"p","enabled":true}}`))
	watch.MustJoin("hut", private(t, youssef, withPresence)) // who may read presence there, and no broadcast
	if reply := watch.Join("atlas", private(t, youssef)); reply.Get("status") != "error" {
		t.Errorf("a stranger joined: %s", reply)
	}
	here.Push("atlas", "presence", `{"type":"presence","event":"track","payload":{}}`)
	here.Broadcast("atlas", "e", `{"secret":1}`)
	there.Expect("atlas", "broadcast")
	one.Send(t, "POST", "/realtime/v1/api/broadcast", `{"messages":[{"topic":"hut","event":"e","payload":{},"private":true}]}`,
		one.Headers(one.ServiceKey(t))...)
	sender := one.Realtime(t, apptest.Version2)
	sender.MustJoin("atlas", "")
	sender.Broadcast("atlas", "e", `{"public":1}`)
	sameJSON(t, "of a public topic of that name", public.Expect("atlas", "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"public":1}}`)
	public.ExpectNone("atlas", "broadcast")
	public.ExpectNone("atlas", "presence_diff")
	there.ExpectNone("atlas", "broadcast")
	watch.ExpectNone("hut", "broadcast")
}

// eachReadsTheDatabase: what the database says comes to each node by itself, once.
func eachReadsTheDatabase(t *testing.T, one, two *apptest.Instance) {
	clients := []*apptest.RealtimeClient{one.Realtime(t, apptest.Version2), two.Realtime(t, apptest.Version1)}
	for _, c := range clients {
		live(c, "db", listening(to("open_notes")))
		c.MustJoin("sql", asks(`{"broadcast":{"replication_ready":true}}`))
		c.Expect("sql", "system")
	}
	for n := range 3 {
		execute(t, one.DB, `insert into open_notes (id) values ($1)`, n+1)
		execute(t, one.DB, `select realtime.send(jsonb_build_object('n', $1::int), 'e', 'sql', false)`, n+1)
		for _, c := range clients {
			if got := change(c, "db"); !strings.Contains(got, fmt.Sprintf(`"record":{"id":%d,`, n+1)) {
				t.Errorf("heard %s, want row %d", got, n+1)
			}
			if got := c.Expect("sql", "broadcast"); got.Get("payload", "n") != float64(n+1) {
				t.Errorf("heard %s, want %d", got, n+1)
			}
		}
	}
	for _, c := range clients {
		c.ExpectNone("db", "postgres_changes")
		c.ExpectNone("sql", "broadcast")
	}
}

func presenceCrosses(t *testing.T, one, two *apptest.Instance) {
	ada, bob := watchPresence(one, t, apptest.Version2, "room", present("ada")), watchPresence(two, t, apptest.Version1, "room", present("bob"))
	ada.track("track", `{"at":"home"}`, "ok")
	bob.track("track", `{}`, "ok")
	ada.until("ada map[at:home]", "bob map[]")
	bob.until("ada map[at:home]", "bob map[]")
	late := watchPresence(two, t, apptest.Version2, "room", present("late"))
	late.until("ada map[at:home]", "bob map[]")
	for ref := range ada.there["ada"] {
		if late.there["ada"][ref] == nil {
			t.Errorf("the ref %s is another one there: %v", ref, late.there["ada"])
		}
	}
	ada.track("track", `{"at":"work"}`, "ok")
	second := watchPresence(one, t, apptest.Version2, "room", present("ada")) // another device of hers
	second.track("track", `{}`, "ok")
	for _, w := range []*watcher{ada, bob, late} {
		w.until("ada map[at:work]", "ada map[]", "bob map[]")
	}
	_ = second.Conn.Close()
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
	way, through := apptest.NewProxy(t, "nats://"+at)
	one, two := bootNodes(t, `select`, natsAt(at), natsAt(strings.TrimPrefix(through, "nats://")))
	ada, bob := watchPresence(one, t, apptest.Version2, "room", present("ada")), watchPresence(two, t, apptest.Version2, "room", present("bob"))
	ada.track("track", `{}`, "ok")
	bob.track("track", `{}`, "ok")
	ada.until("ada map[]", "bob map[]")
	bob.until("ada map[]", "bob map[]")

	way.Away.Store(true)
	way.Cut()
	ada.until("ada map[]")
	bob.until("bob map[]")
	ada.Broadcast("room", "e", `{"lost":1}`)
	bob.track("track", `{"cut":true}`, "ok")
	bob.until("bob map[cut:true]")

	way.Away.Store(false)
	both := []string{"ada map[]", "bob map[cut:true]"}
	ada.until(both...)
	bob.until(both...)

	stop()
	ada.track("track", `{"n":1}`, "ok")
	startNATS(t, at)
	both = []string{"ada map[n:1]", "bob map[cut:true]"}
	ada.until(both...)
	bob.until(both...)
	knows(one, t, 1)
	knows(two, t, 1)
	ada.Broadcast("room", "e", `{"found":1}`)
	sameJSON(t, "after all that", bob.Expect("room", "broadcast").Payload, `{"type":"broadcast","event":"e","payload":{"found":1}}`)

	two.Stop() // it says goodbye
	ada.until("ada map[n:1]")
	knows(one, t, 0)
}

// TestWithoutNodes: a program alone logs nothing of others, one without its NATS
// serves, and no password is logged.
func TestWithoutNodes(t *testing.T) {
	t.Parallel()
	at := freeAddress(t)
	s := instanceOn(t, pgtest.New(t))
	s.Start(t, []string{"DATABASE_URL=" + s.DB.URL, withRealtime, "LOG_LEVEL=debug", natsAt(at)})
	s.Logged.Wait(t, `(cannot reach NATS)`)
	ada, bob := watchPresence(s, t, apptest.Version2, "room", present("ada")), watchPresence(s, t, apptest.Version1, "room", present("bob"))
	ada.Broadcast("room", "e", `{"n":1}`)
	bob.Expect("room", "broadcast")
	ada.track("track", `{}`, "ok")
	bob.until("ada map[]")
	key := "Authorization: Bearer " + s.ServiceKey(t)
	s.WaitForSubscriptions(t, key, `"nodes":{"connected":false,"nodes":0,"dropped":1}`)
	startNATS(t, at)
	knows(s, t, 0)
	if log := s.Logged.String(); strings.Count(log, "cannot reach NATS") != 1 || strings.Contains(log, "hush") {
		t.Errorf("it is said more than once, or a password is:\n%s", log)
	}
	alone := bootRealtime(t)
	if answer := alone.Send(t, "GET", "/realtime/v1/api/subscriptions", "", "Authorization: Bearer "+alone.ServiceKey(t)); strings.Contains(answer.Body, `"nodes"`) {
		t.Errorf("alone it tells of others: %s", answer.Body)
	}
}
