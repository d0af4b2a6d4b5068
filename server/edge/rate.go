package edge

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// Limit is a token bucket per client address.
type Limit struct {
	// Per5Min is how many requests one address may make in five minutes on
	// average; 0 switches the limit off.
	Per5Min int
	// Burst is how many of them may come at once. Defaults to 30.
	Burst int
	// Header names the header whose first value is the client's address, for
	// use behind a proxy that sets it. Defaults to "", the connection's address.
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
			if wait := buckets.take(Address(r, limit.Header), now()); wait > 0 {
				refuse(w, tooMany(wait))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// formBody bounds what a visitor writes at once, in bytes. The longest form of the
// site, a review of 10,000 characters in Arabic, sends a tenth of it; without a
// bound a list of rows would count as one request.
const formBody = 256 << 10

// VisitorWrites limits, as Rate does, what visitors write: every request of
// theirs that posts, to a table or a batch, but no call of a function. Behind the
// api key, which says who is a visitor: somebody without a token, or with one of
// the role anon. The token is not verified here, since whoever forges one is
// refused by the service.
func VisitorWrites(limit Limit, now func() time.Time) Layer {
	if limit.Per5Min <= 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	limited := Rate(limit, now)
	return func(next http.Handler) http.Handler {
		counted := limited(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && !strings.Contains(r.URL.Path, "/rpc/") && isVisitor(token.Bearer(r.Context())) {
				r.Body = http.MaxBytesReader(w, r.Body, formBody)
				counted.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func isVisitor(bearer string) bool {
	_, rest, _ := strings.Cut(bearer, ".")
	payload, _, _ := strings.Cut(rest, ".")
	text, err := base64.RawURLEncoding.DecodeString(payload)
	var claims struct{ Role string }
	return err != nil || json.Unmarshal(text, &claims) != nil || claims.Role == "" || claims.Role == token.Anon
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

func newBuckets(limit Limit) *buckets {
	burst := limit.Burst
	if burst <= 0 {
		burst = 30
	}
	return &buckets{rate: rate.Limit(float64(limit.Per5Min) / 300), burst: burst, of: map[string]*rate.Limiter{}}
}

// take uses one token of the address, or says how long until there is one.
func (b *buckets) take(address string, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	limiter, ok := b.of[address]
	if !ok {
		b.shrink(now)
		limiter = rate.NewLimiter(b.rate, b.burst)
		b.of[address] = limiter
	}
	if limiter.AllowN(now, 1) {
		return 0
	}
	missing := 1 - limiter.TokensAt(now)
	return max(time.Duration(missing/float64(b.rate)*float64(time.Second)), time.Second)
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
