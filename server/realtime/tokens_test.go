package realtime

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// TestAChannelEndsWithItsToken, at that second, unless a newer one has come.
func TestAChannelEndsWithItsToken(t *testing.T) {
	for _, c := range []struct {
		strict bool
		event  string
	}{{false, "phx_error"}, {true, "phx_close"}} {
		t.Run(c.event, func(t *testing.T) {
			withFixture(t, func(w *fixture) {
				k := w.open()
				k.expect(joinedTo("short", k.join("short", w.sign("u", time.Minute))))
				k.expect(joinedTo("long", k.join("long", w.sign("u", time.Minute))))
				k.silence(30 * time.Second)
				k.say("2", "realtime:long", "access_token", fmt.Sprintf(`{"access_token":%q}`, w.sign("u", time.Hour)))
				start := time.Now()
				k.expect(systemError("short", "1", "Token has expired 0 seconds ago"), ended("short", "1", c.event, "Token has expired 0 seconds ago"))
				if took := time.Since(start); took < 29*time.Second || took > 31*time.Second {
					t.Errorf("the first ended %s after half a minute", took)
				}
				k.expect(systemError("long", "2", "Token has expired 0 seconds ago"), ended("long", "2", c.event, "Token has expired 0 seconds ago"))
				if took := time.Since(start); took < time.Hour-time.Second || took > time.Hour+time.Second {
					t.Errorf("the second ended %s after its new token came", took)
				}
				k.expect(joinedTo("short", k.join("short", w.sign("u", time.Minute))))
			}, func(o *Options) { o.StrictClose = c.strict })
		})
	}
}

// TestPushedTokens: what is none is ignored, and what is bad ends the channel; for
// good, unless it is only old.
func TestPushedTokens(t *testing.T) {
	withFixture(t, func(w *fixture) {
		k := w.open()
		bearer := w.sign("u", time.Hour)
		k.expect(joinedTo("room", k.join("room", bearer)))
		for _, ignored := range []string{
			`{}`, `{"access_token":null}`, `{"access_token":""}`, `{"access_token":"sb_secret_x"}`, `{"access_token":5}`,
			fmt.Sprintf(`{"access_token":%q}`, bearer), fmt.Sprintf(`{"access_token":%q}`, w.sign("v", time.Hour)),
		} {
			k.say("1", "realtime:room", "access_token", ignored)
		}
		k.silence(time.Minute)
		for _, c := range []struct{ bearer, message, event string }{
			{"nonsense", "The token provided is not a valid JWT", "phx_close"},
			{bearer + "x", "Failed to validate JWT signature", "phx_close"},
			{w.token(map[string]any{"role": "anon"}), "Fields `role` and `exp` are required in JWT", "phx_close"},
			{w.sign("u", -2*time.Second), "Token has expired 2 seconds ago", "phx_error"},
		} {
			topic := "room " + c.message
			ref := k.join(topic, w.sign("u", time.Hour))
			k.expect(joinedTo(topic, ref))
			k.say(ref, "realtime:"+topic, "access_token", fmt.Sprintf(`{"access_token":%q}`, c.bearer))
			k.expect(systemError(topic, ref, c.message), ended(topic, ref, c.event, c.message))
		}
	})
}

// TestErrorPayload: realtime-js reads a reason that is a string, others an object.
func TestErrorPayload(t *testing.T) {
	const object, text = `{"reason":"Token has expired 0 seconds ago"}`, `"Token has expired 0 seconds ago"`
	for _, c := range []struct{ name, clientInfo, version, want string }{
		{"a browser", "", "", text},
		{"a browser that has a token", "", "realtime-js/2.119.1", text},
		{"JavaScript with headers", "supabase-js-node/2.119.1", "realtime-js/2.119.1", text},
		{"Swift", "supabase-swift/2.40.0", "", object},
		{"Dart", "supabase-flutter/2.10.0", "realtime-dart/2.6.0", object},
	} {
		t.Run(c.name, func(t *testing.T) {
			withFixture(t, func(w *fixture) {
				k := w.openWith(http.Header{"X-Client-Info": {c.clientInfo}})
				go k.listen()
				k.say("", "realtime:room", "phx_join", fmt.Sprintf(`{"version":%q,"access_token":%q,"config":{"presence":{"enabled":false}}}`, c.version, w.sign("u", time.Minute)))
				k.expect(joinedTo("room", "1"), systemError("room", "1", "Token has expired 0 seconds ago"),
					`["1","1","realtime:room","phx_error",`+c.want+`]`)
			})
		})
	}
}
