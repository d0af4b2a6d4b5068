package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// errExpired is the refusal of an expired token. The client may join again with a newer
// one.
type errExpired struct{ *protocol.Refusal }

// Unwrap returns the refusal.
func (e errExpired) Unwrap() error { return e.Refusal }

func expired(at, now time.Time) error {
	return errExpired{protocol.NewRefusal("InvalidJWTToken", expiredText(at, now))}
}

func expiredText(at, now time.Time) string {
	return fmt.Sprintf("Token has expired %d seconds ago", max(int(now.Sub(at).Seconds()), 0))
}

// verify verifies a JWT. Its errors are refusals. exp has no leeway, unlike for requests:
// a channel ends at exp, so one that joined later would end at once.
func (s *Service) verify(jwt string) (token.Claims, error) {
	claims, err := s.Verify(jwt)
	switch {
	case err != nil:
		return token.Claims{}, s.tokenRefusal(jwt, err)
	case claims.Expires.IsZero():
		return token.Claims{}, errIncomplete
	case !s.Now().Before(claims.Expires):
		return token.Claims{}, expired(claims.Expires, s.Now())
	}
	return claims, nil
}

// tokenRefusal is Supabase's refusal of a token that Verify refused.
func (s *Service) tokenRefusal(bearer string, err error) error {
	known := fault.As(err)
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		var claims struct{ Exp float64 }
		_ = token.Unverified(bearer, &claims) // its signature has been verified
		return expired(time.Unix(int64(claims.Exp), 0), s.Now())
	case known.Code == fault.RestAnonymousRefused:
		return errIncomplete
	case known.Code == fault.RestBadClaims:
		return protocol.NewRefusal("InvalidJWTToken", known.Message)
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return errForged
	}
	return errUnreadable
}

// fingerprint is a hash of a token, to recognize it without storing it.
type fingerprint uint64

var tokenSeed = maphash.MakeSeed()

func fingerprintOf(bearer string) fingerprint { return fingerprint(maphash.String(tokenSeed, bearer)) }

// setToken verifies a token and sets the claims of the channel. Without a token, or with
// an opaque key, the channel keeps the claims of the socket's api key.
func (c *channel) setToken(bearer string) error {
	c.join.AccessToken = "" // frees its memory
	if bearer == "" || strings.HasPrefix(bearer, "sb_") {
		if c.isRevoked() {
			return errRevoked
		}
		return nil
	}
	claims, err := c.socket.service.verify(bearer)
	if err != nil {
		return err
	}
	c.bearer = fingerprintOf(bearer)
	c.claims.Store(&claims)
	return nil
}

// onAccessToken handles a client's message `access_token`: the channel is authorized
// again with the newer token. Success has no reply.
func (c *channel) onAccessToken(ctx context.Context, payload []byte) {
	var pushed struct {
		AccessToken *string `json:"access_token"`
	}
	if json.Unmarshal(payload, &pushed) != nil || pushed.AccessToken == nil {
		return
	}
	bearer := *pushed.AccessToken
	if bearer == "" || strings.HasPrefix(bearer, "sb_") || fingerprintOf(bearer) == c.bearer {
		return
	}
	if err := c.setToken(bearer); err != nil {
		c.revoke(err)
		return
	}
	c.reauthorize(ctx)
	c.scheduleExpiry()
}

// reauthorize applies the current rights of the channel's caller: to its topic, and to
// the tables that it subscribes to.
func (c *channel) reauthorize(ctx context.Context) {
	if err := c.socket.service.reauthorize(ctx, c); err != nil {
		c.revoke(err)
		return
	}
	c.socket.service.updatePresenceAccess(ctx, c)
	if c.subscription == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, streamWait)
	defer cancel()
	if err := c.subscription.Renew(ctx, *c.claims.Load()); err != nil {
		c.revoke(err)
	}
}

// revoke ends the channel because of its token or rights: with phx_close, unless a newer
// token or a reachable database would help.
func (c *channel) revoke(err error) {
	_, isExpired := errors.AsType[errExpired](err)
	refusal, ok := errors.AsType[*protocol.Refusal](err)
	switch {
	case !ok:
		c.warn("cannot check the rights of a channel", err)
		c.fail(clientMessage(err))
	case isExpired:
		c.fail(refusal.Text)
	default:
		c.close(refusal.Text)
	}
}

// scheduleExpiry sets the timer of the channel: until its token expires, and for a
// private channel at most reauthorizeInterval.
func (c *channel) scheduleExpiry() {
	if c.isRevoked() { // since the token was verified
		c.fail(errRevoked.Text)
		return
	}
	now := c.socket.service.Now()
	wait := c.claims.Load().Expires.Sub(now)
	if c.join.Private {
		wait = min(wait, reauthorizeInterval)
	}
	c.timer.reset(wait, c.onTokenTimer)
}

// onTokenTimer ends a channel whose token has expired, and reauthorizes any other. The
// timer's clock may differ a little from the one that exp is compared with.
func (c *channel) onTokenTimer() {
	c.enqueue(func(ctx context.Context) {
		now := c.socket.service.Now()
		if expires := c.claims.Load().Expires; !now.Before(expires) {
			c.fail(expiredText(expires, now))
			return
		}
		c.reauthorize(ctx)
		c.scheduleExpiry()
	})
}

// timer calls a function once, later. The zero value is not set.
type timer struct {
	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

// reset sets the timer, in place of an earlier call, unless it has been stopped.
func (t *timer) reset(wait time.Duration, call func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
	if !t.stopped {
		t.timer = time.AfterFunc(wait, call)
	}
}

// stop prevents any call from now on.
func (t *timer) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	if t.timer != nil {
		t.timer.Stop()
	}
}
