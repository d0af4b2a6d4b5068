package tests

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// present joins a room under a key, and wants to hear who is there.
func present(key string) string {
	return asks(`{"presence":{"key":"` + key + `","enabled":true}}`)
}

// watcher does what the stock clients do with presence_state and presence_diff
// (@supabase/phoenix's presence.js).
type watcher struct {
	*realtimeClient
	room string
	// there are the metas by key and phx_ref, without their refs.
	there map[string]map[string]map[string]any
	prev  string // the phx_ref_prev that was heard last
}

func (s *site) watch(t testing.TB, vsn, room, config string) *watcher {
	t.Helper()
	w := &watcher{realtimeClient: s.realtime(t, vsn), room: room}
	w.joined(room, config)
	w.begin()
	return w
}

// begin takes the state.
func (w *watcher) begin() {
	w.t.Helper()
	state := w.expect(w.room, "presence_state")
	w.there = map[string]map[string]map[string]any{}
	w.come(parsed[presences](w.t, string(state.Payload)))
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
				w.t.Errorf("%s %s came twice", key, ref)
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
	w.t.Helper()
	slices.Sort(want)
	for !slices.Equal(w.sees(), want) {
		diff := w.expect(w.room, "presence_diff")
		d := parsed[struct{ Joins, Leaves presences }](w.t, string(diff.Payload))
		w.come(d.Joins)
		for key, p := range d.Leaves {
			for _, meta := range p.Metas {
				ref := fmt.Sprint(meta["phx_ref"])
				if w.there[key][ref] == nil {
					w.t.Errorf("%s %s left, who was not there", key, ref)
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
func (w *watcher) track(event, payload, status string) realtimeMessage {
	w.t.Helper()
	reply := w.reply(w.room, w.push(w.room, "presence", `{"type":"presence","event":"`+event+`","payload":`+payload+`}`))
	if reply.get("status") != status {
		w.t.Errorf("%s %s: %s, want %s", event, payload, reply, status)
	}
	return reply
}

// TestPresence: who comes, changes and goes, as clients of both framings see it.
func TestPresence(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	ada, bob := s.watch(t, vsn2, "room", present("ada")), s.watch(t, vsn1, "room", present("bob"))
	ada.track("track", `{"at":"home"}`, "ok")
	for _, w := range []*watcher{ada, bob} {
		w.until("ada map[at:home]")
	}
	bob.track("TRACK", `{}`, "ok")
	late := s.watch(t, vsn2, "room", present("late"))
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
	_ = ada.conn.Close()
	late.until()
	bob.until()
}

// TestPresenceLeaves: whichever way a member goes, the others hear of it.
func TestPresenceLeaves(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	watch := s.watch(t, vsn2, "room", present("watch"))
	for _, c := range []struct {
		name string
		end  func(*watcher)
	}{
		{"untrack", func(w *watcher) { w.track("untrack", `null`, "ok") }},
		{"leave", func(w *watcher) { w.push("room", "phx_leave", `{}`) }},
		{"the socket's end", func(w *watcher) { _ = w.conn.Close() }},
		{"a second join", func(w *watcher) { w.joined("room", "") }},
		{"a rate that is too high", func(w *watcher) {
			for i := range 5 {
				w.push("room", "presence", fmt.Sprintf(`{"event":"track","payload":{"n":%d}}`, i))
			}
			if system := w.expect("room", "system"); system.get("message") != "Client presence rate limit exceeded" {
				t.Errorf("told %s", system)
			}
			w.expect("room", "phx_error")
		}},
	} {
		w := s.watch(t, vsn2, "room", present("someone"))
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
	watch := s.watch(t, vsn1, "room", present("watch"))
	phone, desk := s.watch(t, vsn1, "room", present("ada")), s.watch(t, vsn2, "room", present("ada"))
	phone.track("track", `{"on":"phone"}`, "ok")
	desk.track("track", `{"on":"desk"}`, "ok")
	watch.until("ada map[on:desk]", "ada map[on:phone]")
	_ = phone.conn.Close()
	watch.until("ada map[on:desk]")
	desk.track("untrack", `{}`, "ok")
	watch.until()
	first, second := s.watch(t, vsn2, "room", present("")), s.watch(t, vsn2, "room", present(""))
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

// untilNext takes one diff in which somebody comes.
func (w *watcher) untilNext() {
	w.t.Helper()
	diff := w.expect(w.room, "presence_diff")
	w.come(parsed[struct{ Joins presences }](w.t, string(diff.Payload)).Joins)
}

// TestPresenceIsAskedFor: a channel that did not ask for presence hears none until
// it tracks; realtime-js 2.0.0 cannot say whether it does, and always hears.
func TestPresenceIsAskedFor(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	ada := s.watch(t, vsn2, "room", present("ada"))
	ada.track("track", `{}`, "ok")
	ada.until("ada map[]")
	old := s.watch(t, vsn1, "room", asks(`{"presence":{"key":""}}`))
	old.until("ada map[]")
	quiet := &watcher{realtimeClient: s.realtime(t, vsn2), room: "room"}
	quiet.joined("room", asks(`{"presence":{"key":"quiet","enabled":false}}`))
	quiet.quiet("room", "presence_state")
	ada.track("track", `{"n":1}`, "ok")
	old.until("ada map[n:1]")
	quiet.quiet("room", "presence_diff")
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
	for _, vsn := range []string{vsn1, vsn2} {
		w := s.watch(t, vsn, "room "+vsn, present("ada"))
		for _, payload := range []string{`null`, `[]`, `"x"`, `7`} {
			reply := w.track("track", payload, "error")
			if got := reply.get("response", "reason"); got != "Presence track payload must be a map" {
				t.Errorf("%s: %v", payload, got)
			}
		}
		w.track("dance", `{}`, "error")
		w.track("track", `{"ok":true}`, "ok")
		w.until("ada map[ok:true]")
		w.push(w.room, "presence", `{"event":"track","payload":{"text":"`+strings.Repeat("x", 12_000)+`"}}`)
		if system := w.expect(w.room, "system"); system.get("message") != "Track message size exceeded" {
			t.Errorf("told %s", system)
		}
		w.expect(w.room, "phx_close")
	}
}

// TestPresenceIsPrivate: the policies say who hears of whom, and who is heard of.
func TestPresenceIsPrivate(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	runSQL(t, s, `
		create policy hear on realtime.messages for select to anon using (extension = 'broadcast');
		create policy hear_all on realtime.messages for select to authenticated using (true);
		create policy be on realtime.messages for insert to authenticated with check (extension = 'presence');`)
	user := sign(t, expiring(time.Hour))
	join := func(token string) string {
		return `{"config":{"private":true,"presence":{"key":"k","enabled":true}},"access_token":"` + token + `"}`
	}
	ada := &watcher{realtimeClient: s.realtime(t, vsn2), room: "room"}
	ada.joined("room", join(user))
	ada.begin()
	visitor := &watcher{realtimeClient: s.realtime(t, vsn2), room: "room"}
	visitor.joined("room", join(s.anon))
	public := s.watch(t, vsn2, "room", present("p"))

	ada.track("track", `{"n":1}`, "ok")
	visitor.track("track", `{"n":2}`, "error")
	public.track("track", `{"n":3}`, "ok")
	ada.until("k map[n:1]")
	public.until("p map[n:3]")
	visitor.quiet("room", "presence_state")
	visitor.quiet("room", "presence_diff")
	// with a token that may, the same channel hears
	visitor.push("room", "access_token", `{"access_token":"`+user+`"}`)
	visitor.begin()
	visitor.until("k map[n:1]")
}
