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

// errExpired tells, beside its words, that a newer token would do.
type errExpired struct{ *protocol.Refusal }

// Unwrap is the refusal.
func (e errExpired) Unwrap() error { return e.Refusal }

func expired(at, now time.Time) error {
	return errExpired{protocol.NewRefusal("InvalidJWTToken", expiredText(at, now))}
}

func expiredText(at, now time.Time) string {
	return fmt.Sprintf("Token has expired %d seconds ago", max(int(now.Sub(at).Seconds()), 0))
}

// verify checks a JWT; its errors are refusals of a join. exp is taken to the
// second, without the tolerance that a request has: a channel lives until then,
// and one that joined later would end at once.
func (s *Service) verify(jwt string) (token.Claims, error) {
	claims, err := s.Verify(jwt)
	switch {
	case err != nil:
		return token.Claims{}, s.unverified(jwt, err)
	case claims.Expires.IsZero():
		return token.Claims{}, errIncomplete
	case !s.Now().Before(claims.Expires):
		return token.Claims{}, expired(claims.Expires, s.Now())
	}
	return claims, nil
}

// unverified says in Supabase's words why a token is not good.
func (s *Service) unverified(bearer string, err error) error {
	known := fault.As(err)
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return expired(claimedExpiry(bearer), s.Now())
	case known.Code == fault.RestAnonymousRefused:
		return errIncomplete
	case known.Code == fault.RestBadClaims:
		return protocol.NewRefusal("InvalidJWTToken", known.Message)
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return errForged
	}
	return errUnreadable
}

// claimedExpiry reads exp out of a token whose signature has been checked.
func claimedExpiry(bearer string) time.Time {
	var claims struct{ Exp float64 }
	if token.Unverified(bearer, &claims) != nil {
		return time.Time{}
	}
	return time.Unix(int64(claims.Exp), 0)
}

// handshakeText is how a handshake is refused: without codes, and without how
// long ago.
func handshakeText(err error) string {
	if _, ok := errors.AsType[errExpired](err); ok {
		return "Token has expired"
	}
	if refusal, ok := errors.AsType[*protocol.Refusal](err); ok {
		return refusal.Text
	}
	return err.Error()
}

// fingerprint tells tokens apart without keeping them.
type fingerprint uint64

var tokenSeed = maphash.MakeSeed()

func fingerprintOf(bearer string) fingerprint { return fingerprint(maphash.String(tokenSeed, bearer)) }

// setToken verifies the token of a join. None, and an opaque key, leave the
// channel with the claims of its socket's api key.
func (c *channel) setToken(bearer string) error {
	c.join.AccessToken = "" // nobody needs it any more
	if bearer == "" || strings.HasPrefix(bearer, "sb_") {
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

// onAccessToken takes up the newer token that a client has pushed: the channel's rights
// are found anew. There is no answer where all is well.
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

// reauthorize finds out what the channel's caller may do by now.
func (c *channel) reauthorize(ctx context.Context) {
	if err := c.socket.service.reauthorize(ctx, c); err != nil {
		c.revoke(err)
		return
	}
	c.socket.service.updatePresenceAccess(ctx, c)
	if err := c.resubscribe(ctx); err != nil {
		c.revoke(err)
	}
}

// revoke ends the channel for a reason that has to do with its token: for good,
// unless a newer token or a database that answers would do.
func (c *channel) revoke(err error) {
	_, old := errors.AsType[errExpired](err)
	refusal, ok := errors.AsType[*protocol.Refusal](err)
	switch {
	case !ok:
		c.warn("rights could not be looked at", err)
		c.fail(clientMessage(err))
	case old:
		c.fail(refusal.Text)
	default:
		c.close(refusal.Text)
	}
}

// scheduleExpiry sets the timer that looks at the channel's rights again: when its
// token ends, and for a private one every few minutes.
func (c *channel) scheduleExpiry() {
	now := c.socket.service.Now()
	wait := c.claims.Load().Expires.Sub(now)
	if c.join.Private {
		wait = min(wait, reauthorizeInterval)
	}
	c.timer.reset(wait, c.onTokenTimer)
}

// onTokenTimer is called by the timer. The clock of timers and the one that tokens are
// judged by may differ by a little.
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

// timer calls something later, once; the zero value is one that is not set.
type timer struct {
	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

// reset sets it, anew if it is set, unless it has been stopped.
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

// stop lets it call nobody any more.
func (t *timer) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	if t.timer != nil {
		t.timer.Stop()
	}
}

// tick does something again and again, first after one wait, until ctx ends.
func tick(ctx context.Context, wait time.Duration, do func()) {
	ticker := time.NewTicker(wait)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}
