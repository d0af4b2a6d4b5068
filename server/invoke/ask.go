package invoke

import (
	"context"
	"net/http"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/paper"
	"github.com/toubkal/toubkal/server/token"
)

// ErrNoRows is what a row that is not there scans to.
var ErrNoRows = db.ErrNoRows

// AsServer runs fn in one transaction with all rights on tables. It is for what
// a visitor proves otherwise than by signing in; the function itself must then
// see to what goes out.
func (c *Call) AsServer(ctx context.Context, fn func(Tx) error) error {
	return c.service.o.Pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
}

// Press prints. It refuses with 503 where the client, which brings fonts and
// words, is not built.
func (c *Call) Press() (*paper.Press, error) {
	if c.service.o.Press == nil {
		return nil, refuse(http.StatusServiceUnavailable, paper.ErrNotBuilt.Error())
	}
	return c.service.o.Press, nil
}

// maxNames bounds what RateLimited counts.
const maxNames = 20_000

// RateLimited reports whether name was counted more often than perHour, which is the
// rate on average and the burst, or the client's address three times as often. It
// counts this call. The limit is per node. Requests over the address limit do not
// count against the name, so that one client cannot block an order number.
func (c *Call) RateLimited(name string, perHour int) bool {
	s := c.service
	allowed := func(key string, n int) bool {
		return s.limits.AllowN(key, limit.Rate{PerSecond: rate.Limit(n) / 3600, Burst: n}, 1, s.o.Now())
	}
	if address := s.o.Address(c.Request); address != "" && !allowed("address "+address, 3*perHour) {
		return true
	}
	return !allowed(name, perHour)
}
