package realtime

import (
	"context"
	"time"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/retry"
)

// errRevoked refuses a token whose session has ended, or whose user is banned.
var errRevoked = protocol.NewRefusal("InvalidJWTToken", "JWT revoked")

// revocationInterval is the least time between two searches for channels to end, since
// each looks at all channels.
const revocationInterval = 100 * time.Millisecond

// isRevoked reports whether the token of the channel is revoked, or the key that signed it.
func (c *channel) isRevoked() bool {
	revocations, claims := c.socket.service.Revocations, c.claims.Load()
	return revocations.Has(claims) || revocations.HasKey(claims)
}

// revocationLoop ends the channels of revoked tokens, until ctx ends, and the sockets of
// revoked api keys. Their clients join again, with a newer token if they have one.
func (s *Service) revocationLoop(ctx context.Context) {
	if s.Revocations == nil {
		return
	}
	changed := make(chan struct{}, 1)
	defer s.Revocations.Watch(func() {
		select {
		case changed <- struct{}{}:
		default: // one search is due already
		}
	})()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
		for _, k := range s.sockets.all() {
			if s.Revocations.HasKey(&k.claims) {
				k.end(protocol.ClosePolicy, "API key revoked")
				continue
			}
			for _, c := range k.joined() {
				if c.isRevoked() {
					c.fail(errRevoked.Text)
				}
			}
		}
		_ = retry.Sleep(ctx, revocationInterval)
	}
}
