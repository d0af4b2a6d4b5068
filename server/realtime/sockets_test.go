package realtime

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

// signFor makes a token of a session.
func (f *fixture) signFor(user, session string) string {
	return f.token(map[string]any{"role": "authenticated", "sub": user, "session_id": session, "exp": time.Now().Add(time.Hour).Unix()})
}

// TestAChannelEndsWithItsSession: those of the session or user, and no others. Joining
// again needs another token.
func TestAChannelEndsWithItsSession(t *testing.T) {
	withFixture(t, func(w *fixture) {
		revocations := w.keys.Revocations
		w.service.Revocations = revocations
		ctx, stop := context.WithCancel(w.t.Context())
		defer stop()
		go w.service.sockets.revocationLoop(ctx, revocations)
		k := w.open()
		for topic, bearer := range map[string]string{
			"here": w.signFor("ann", "here"), "there": w.signFor("ann", "there"), "bob": w.signFor("bob", "bobs"), "key": "",
		} {
			k.expect(joinedTo(topic, k.join(topic, bearer)))
		}
		refs := map[string]string{}
		for topic := range map[string]bool{"here": true, "there": true, "bob": true, "key": true} {
			refs[topic] = w.service.sockets.all()[0].channel(topic).joinRef
		}
		synctest.Wait()
		until := time.Now().Add(time.Hour)
		revocations.EndSessions(map[string]time.Time{"here": until})
		k.expect(systemError("here", refs["here"], "JWT revoked"), ended("here", refs["here"], "phx_error", "JWT revoked"))
		k.silence(time.Second)
		revocations.BanUser("bob", until)
		k.expect(systemError("bob", refs["bob"], "JWT revoked"), ended("bob", refs["bob"], "phx_error", "JWT revoked"))
		k.silence(time.Second)
		k.expect(joinRefused("here", k.join("here", w.signFor("ann", "here")), "InvalidJWTToken: JWT revoked"))
		k.expect(joinedTo("here", k.join("here", w.signFor("ann", "new"))))
	})
}

// TestARevokedTokenThatIsPushedEndsTheChannel, and it cannot be kept by joining with the
// claims of the socket.
func TestARevokedTokenThatIsPushedEndsTheChannel(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.service.Revocations = w.keys.Revocations
		w.keys.Revocations.EndSessions(map[string]time.Time{"gone": time.Now().Add(time.Hour)})
		k := w.open()
		ref := k.join("room", w.signFor("ann", "here"))
		k.expect(joinedTo("room", ref))
		k.say(ref, "realtime:room", "access_token", `{"access_token":"`+w.signFor("ann", "gone")+`"}`)
		k.expect(systemError("room", ref, "JWT revoked"), ended("room", ref, "phx_close", "JWT revoked"))
		w.service.sockets.all()[0].claims = token.Claims{Role: "authenticated", Subject: "ann", SessionID: "gone", Expires: time.Now().Add(time.Hour)}
		k.expect(joinRefused("room", k.join("room", ""), "InvalidJWTToken: JWT revoked"))
	})
}
