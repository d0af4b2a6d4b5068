package tests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// present joins a room under a key, and asks for presence.
func present(key string) string {
	return asks(`{"presence":{"key":"` + key + `","enabled":true}}`)
}

// watcher does what the stock clients do with presence_state and presence_diff
// (@supabase/phoenix's presence.js).
type watcher struct {
	*apptest.RealtimeClient
	room string
	// there are the metas by key and phx_ref, without their refs.
	there map[string]map[string]map[string]any
	prev  string // the phx_ref_prev that was heard last
}

func watchPresence(s *apptest.Instance, t testing.TB, vsn, room, config string) *watcher {
	t.Helper()
	w := &watcher{RealtimeClient: s.Realtime(t, vsn), room: room}
	w.MustJoin(room, config)
	w.begin()
	return w
}

// begin takes the state.
func (w *watcher) begin() {
	w.T.Helper()
	state := w.Expect(w.room, "presence_state")
	w.there = map[string]map[string]map[string]any{}
	w.come(apptest.Parse[presences](w.T, string(state.Payload)))
}

type presences map[string]struct{ Metas []map[string]any }

func (w *watcher) come(joins presences) {
	for key, p := range joins {
		for _, meta := range p.Metas {
			if w.there[key] == nil {
				w.there[key] = map[string]map[string]any{}
			}
			ref := fmt.Sprint(meta["phx_ref"])
			if w.there[key][ref] != nil {
				w.T.Errorf("%s %s came twice", key, ref)
			}
			if prev, ok := meta["phx_ref_prev"]; ok {
				w.prev = fmt.Sprint(prev)
			}
			delete(meta, "phx_ref")
			delete(meta, "phx_ref_prev")
			w.there[key][ref] = meta
		}
	}
}

// until takes diffs until those are there who are wanted: "key map[…]", sorted.
func (w *watcher) until(want ...string) {
	w.T.Helper()
	slices.Sort(want)
	for !slices.Equal(w.sees(), want) {
		diff := w.Expect(w.room, "presence_diff")
		d := apptest.Parse[struct{ Joins, Leaves presences }](w.T, string(diff.Payload))
		w.come(d.Joins)
		for key, p := range d.Leaves {
			for _, meta := range p.Metas {
				ref := fmt.Sprint(meta["phx_ref"])
				if w.there[key][ref] == nil {
					w.T.Errorf("%s %s left, who was not there", key, ref)
				}
				if delete(w.there[key], ref); len(w.there[key]) == 0 {
					delete(w.there, key)
				}
			}
		}
	}
}

func (w *watcher) sees() (list []string) {
	for key, metas := range w.there {
		for _, meta := range metas {
			list = append(list, key+" "+fmt.Sprint(meta))
		}
	}
	slices.Sort(list)
	return list
}

// track sends a presence message and wants the answer.
func (w *watcher) track(event, payload, status string) apptest.RealtimeMessage {
	w.T.Helper()
	reply := w.Reply(w.room, w.Push(w.room, "presence", `{"type":"presence","event":"`+event+`","payload":`+payload+`}`))
	if reply.Get("status") != status {
		w.T.Errorf("%s %s: %s, want %s", event, payload, reply, status)
	}
	return reply
}

// TestPresence: who comes, changes and goes, as clients of both framings see it.
func TestPresence(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	ada, bob := watchPresence(s, t, apptest.Version2, "room", present("ada")), watchPresence(s, t, apptest.Version1, "room", present("bob"))
	ada.track("track", `{"at":"home"}`, "ok")
	for _, w := range []*watcher{ada, bob} {
		w.until("ada map[at:home]")
	}
	bob.track("TRACK", `{}`, "ok")
	late := watchPresence(s, t, apptest.Version2, "room", present("late"))
	for _, w := range []*watcher{ada, bob, late} {
		w.until("ada map[at:home]", "bob map[]")
	}
	var ref string
	for ref = range ada.there["ada"] {
	}
	ada.track("track", `{"at":"work","phx_ref":"mine"}`, "ok")
	for _, w := range []*watcher{ada, bob, late} {
		w.until("ada map[at:work]", "bob map[]")
		if w.prev != ref {
			t.Errorf("phx_ref_prev is %q, want %q", w.prev, ref)
		}
	}
	ada.track("track", `{"at":"work"}`, "ok")
	bob.track("untrack", `{}`, "ok")
	for _, w := range []*watcher{ada, bob, late} {
		w.until("ada map[at:work]")
	}
	_ = ada.Conn.Close()
	late.until()
	bob.until()
}

// TestPresenceLeaves: however a member leaves, the others get a diff.
func TestPresenceLeaves(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	watch := watchPresence(s, t, apptest.Version2, "room", present("watch"))
	for _, c := range []struct {
		name string
		end  func(*watcher)
	}{
		{"untrack", func(w *watcher) { w.track("untrack", `null`, "ok") }},
		{"leave", func(w *watcher) { w.Push("room", "phx_leave", `{}`) }},
		{"the socket's end", func(w *watcher) { _ = w.Conn.Close() }},
		{"a second join", func(w *watcher) { w.MustJoin("room", "") }},
		{"a rate that is too high", func(w *watcher) {
			for i := range 5 {
				w.Push("room", "presence", fmt.Sprintf(`{"event":"track","payload":{"n":%d}}`, i))
			}
			if system := w.Expect("room", "system"); system.Get("message") != "Client presence rate limit exceeded" {
				t.Errorf("told %s", system)
			}
			w.Expect("room", "phx_error")
		}},
	} {
		w := watchPresence(s, t, apptest.Version2, "room", present("someone"))
		w.track("track", `{"how":"`+c.name+`"}`, "ok")
		watch.until("someone map[how:" + c.name + "]")
		c.end(w)
		watch.until()
	}
}

// TestPresenceKeys: several sockets under one key are one person, and without a key
// each is its own.
func TestPresenceKeys(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	watch := watchPresence(s, t, apptest.Version1, "room", present("watch"))
	phone, desk := watchPresence(s, t, apptest.Version1, "room", present("ada")), watchPresence(s, t, apptest.Version2, "room", present("ada"))
	phone.track("track", `{"on":"phone"}`, "ok")
	desk.track("track", `{"on":"desk"}`, "ok")
	watch.until("ada map[on:desk]", "ada map[on:phone]")
	_ = phone.Conn.Close()
	watch.until("ada map[on:desk]")
	desk.track("untrack", `{}`, "ok")
	watch.until()
	first, second := watchPresence(s, t, apptest.Version2, "room", present("")), watchPresence(s, t, apptest.Version2, "room", present(""))
	first.track("track", `{}`, "ok")
	second.track("track", `{}`, "ok")
	for len(watch.there) < 2 {
		watch.untilNext()
	}
	for key := range watch.there {
		if len(key) != 36 || strings.Count(key, "-") != 4 {
			t.Errorf("a key of ours is %q", key)
		}
	}
}

// untilNext takes one diff with a join.
func (w *watcher) untilNext() {
	w.T.Helper()
	diff := w.Expect(w.room, "presence_diff")
	w.come(apptest.Parse[struct{ Joins presences }](w.T, string(diff.Payload)).Joins)
}

// TestPresenceIsAskedFor: a channel that did not ask for presence hears none until
// it tracks; realtime-js 2.0.0 cannot say whether it does, and always hears.
func TestPresenceIsAskedFor(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	ada := watchPresence(s, t, apptest.Version2, "room", present("ada"))
	ada.track("track", `{}`, "ok")
	ada.until("ada map[]")
	old := watchPresence(s, t, apptest.Version1, "room", asks(`{"presence":{"key":""}}`))
	old.until("ada map[]")
	quiet := &watcher{RealtimeClient: s.Realtime(t, apptest.Version2), room: "room"}
	quiet.MustJoin("room", asks(`{"presence":{"key":"quiet","enabled":false}}`))
	quiet.ExpectNone("room", "presence_state")
	ada.track("track", `{"n":1}`, "ok")
	old.until("ada map[n:1]")
	quiet.ExpectNone("room", "presence_diff")
	quiet.track("track", `{}`, "ok")
	quiet.begin()
	for _, w := range []*watcher{ada, old, quiet} {
		w.until("ada map[n:1]", "quiet map[]")
	}
}

// TestPresenceRefusals: what cannot be is answered, and the channel goes on.
func TestPresenceRefusals(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t, "REALTIME_MAX_PRESENCE_CALLS=100", "REALTIME_MAX_PAYLOAD_KB=10")
	for _, vsn := range []string{apptest.Version1, apptest.Version2} {
		w := watchPresence(s, t, vsn, "room "+vsn, present("ada"))
		for _, payload := range []string{`null`, `[]`, `"x"`, `7`} {
			reply := w.track("track", payload, "error")
			if got := reply.Get("response", "reason"); got != "Presence track payload must be a map" {
				t.Errorf("%s: %v", payload, got)
			}
		}
		w.track("dance", `{}`, "error")
		w.track("track", `{"ok":true}`, "ok")
		w.until("ada map[ok:true]")
		w.Push(w.room, "presence", `{"event":"track","payload":{"text":"`+strings.Repeat("x", 12_000)+`"}}`)
		if system := w.Expect(w.room, "system"); system.Get("message") != "Track message size exceeded" {
			t.Errorf("told %s", system)
		}
		w.Expect(w.room, "phx_close")
	}
}

// TestPresenceIsPrivate: the policies decide who sees whom.
func TestPresenceIsPrivate(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	runSQL(t, s, `
		create policy hear on realtime.messages for select to anon using (extension = 'broadcast');
		create policy hear_all on realtime.messages for select to authenticated using (true);
		create policy be on realtime.messages for insert to authenticated with check (extension = 'presence');`)
	user := apptest.Sign(t, expiring(time.Hour))
	join := func(token string) string {
		return `{"config":{"private":true,"presence":{"key":"k","enabled":true}},"access_token":"` + token + `"}`
	}
	ada := &watcher{RealtimeClient: s.Realtime(t, apptest.Version2), room: "room"}
	ada.MustJoin("room", join(user))
	ada.begin()
	visitor := &watcher{RealtimeClient: s.Realtime(t, apptest.Version2), room: "room"}
	visitor.MustJoin("room", join(s.AnonKey))
	public := watchPresence(s, t, apptest.Version2, "room", present("p"))

	ada.track("track", `{"n":1}`, "ok")
	visitor.track("track", `{"n":2}`, "error")
	public.track("track", `{"n":3}`, "ok")
	ada.until("k map[n:1]")
	public.until("p map[n:3]")
	visitor.ExpectNone("room", "presence_state")
	visitor.ExpectNone("room", "presence_diff")
	// with a token that may, the same channel gets it
	visitor.Push("room", "access_token", `{"access_token":"`+user+`"}`)
	visitor.begin()
	visitor.until("k map[n:1]")
}
