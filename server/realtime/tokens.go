package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/toubkal/toubkal/server/realtime/protocol"
)

// isRevoked reports whether the token of the channel is revoked, or the key that signed it.
func (c *channel) isRevoked() bool {
	revocations, claims := c.hub.Revocations, c.claims.Load()
	return revocations.Has(claims) || revocations.HasKey(claims)
}

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
	claims, err := c.hub.verify(bearer)
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
	if err := c.hub.reauthorize(ctx, c); err != nil {
		c.revoke(err)
		return
	}
	c.hub.updatePresenceAccess(ctx, c)
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
	now := c.hub.Now()
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
		now := c.hub.Now()
		if expires := c.claims.Load().Expires; !now.Before(expires) {
			c.fail(expiredText(expires, now))
			return
		}
		c.reauthorize(ctx)
		c.scheduleExpiry()
	})
}
