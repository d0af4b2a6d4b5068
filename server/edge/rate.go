package edge

import (
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/fault"
)

// Limit is a token bucket per client address.
type Limit struct {
	// Per5Min is how many requests one address may make in five minutes on
	// average; 0 switches the limit off.
	Per5Min int
	// Burst is how many of them may come at once. Defaults to 30.
	Burst int
	// Header names the header whose first value is the client's address, for
	// use behind a proxy that sets it: one that only adds to what a client sent
	// lets everyone choose an address. Defaults to "", the connection's address.
	Header string
}

// maxBuckets bounds the memory of a limit: about 200 bytes each. When it is
// full, buckets that have refilled are dropped, and then any.
const maxBuckets = 50_000

// Rate refuses with 429 and Retry-After what exceeds the limit.
func Rate(limit Limit, now func() time.Time) Layer {
	if limit.Per5Min <= 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	buckets := newBuckets(limit)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if refusal := buckets.take(Address(r, limit.Header), 1, now()); refusal != nil {
				refuse(w, refusal)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func tooMany(wait time.Duration) *fault.Fault {
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	return fault.New(fault.TooMany, "Too many requests from this address. Try again in "+seconds+" seconds.").
		WithHeader("Retry-After", seconds)
}

type buckets struct {
	mu    sync.Mutex
	rate  rate.Limit
	burst int
	of    map[string]*rate.Limiter
}

func (l Limit) burst() int {
	if l.Burst <= 0 {
		return 30
	}
	return l.Burst
}

func newBuckets(limit Limit) *buckets {
	return &buckets{rate: rate.Limit(float64(limit.Per5Min) / 300), burst: limit.burst(), of: map[string]*rate.Limiter{}}
}

// take uses n tokens of the address, at most burst, or says how long until there
// are so many.
func (b *buckets) take(address string, n int, now time.Time) *fault.Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	limiter, ok := b.of[address]
	if !ok {
		b.shrink(now)
		limiter = rate.NewLimiter(b.rate, b.burst)
		b.of[address] = limiter
	}
	if limiter.AllowN(now, n) {
		return nil
	}
	missing := float64(n) - limiter.TokensAt(now)
	return tooMany(max(time.Duration(missing/float64(b.rate)*float64(time.Second)), time.Second))
}

func (b *buckets) shrink(now time.Time) {
	if len(b.of) < maxBuckets {
		return
	}
	for address, limiter := range b.of {
		if limiter.TokensAt(now) >= float64(b.burst) || len(b.of) > maxBuckets*9/10 {
			delete(b.of, address)
		}
	}
}

// Address is the client that a limit counts; header names where a proxy says it,
// "" where there is none. IPv6 counts by /64, the smallest
// network that a provider gives to one customer.
func Address(r *http.Request, header string) string {
	if header != "" {
		first, _, _ := strings.Cut(r.Header.Get(header), ",")
		if first = strings.TrimSpace(first); first != "" {
			return network(first)
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return network(host)
}

func network(address string) string {
	ip := net.ParseIP(address)
	if ip == nil || ip.To4() != nil {
		return address
	}
	return ip.Mask(net.CIDRMask(64, 128)).String()
}
