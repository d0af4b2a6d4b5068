package realtime

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/token"
)

// posts bounds what each caller may send over HTTP: as many messages a second as on
// a channel, on average over burst.
type posts struct {
	perSecond int
	mu        sync.Mutex
	of        map[string]*rate.Limiter // by caller
}

// maxPosters bounds the memory of posts, at about 200 bytes each.
const maxPosters = 10_000

func newPosts(perSecond int) *posts {
	return &posts{perSecond: perSecond, of: map[string]*rate.Limiter{}}
}

// allow takes n messages of a caller; with none it tells whether one would be taken.
// "" has no limit.
func (p *posts) allow(caller string, n int, now time.Time) bool {
	if caller == "" {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	limiter := p.of[caller]
	if limiter == nil {
		p.shrink(now)
		limiter = rate.NewLimiter(rate.Limit(p.perSecond), p.perSecond*burst)
		p.of[caller] = limiter
	}
	if n == 0 {
		return limiter.TokensAt(now) >= 1
	}
	return limiter.AllowN(now, n)
}

// shrink forgets those who have sent nothing for a while, and where that is not
// enough, anybody.
func (p *posts) shrink(now time.Time) {
	if len(p.of) < maxPosters {
		return
	}
	for caller, limiter := range p.of {
		if limiter.TokensAt(now) >= float64(p.perSecond*burst) || len(p.of) > maxPosters*9/10 {
			delete(p.of, caller)
		}
	}
}

// senderKey is whom a limit counts: the user, or for a visitor the address. The
// service key is a server of the installation's own, which has no limit.
func (s *Service) senderKey(r *http.Request, claims token.Claims) string {
	switch {
	case claims.Role == token.ServiceRole:
		return ""
	case claims.Subject != "":
		return "user " + claims.Subject
	}
	return s.address(r)
}
