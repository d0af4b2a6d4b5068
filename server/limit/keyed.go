// Package limit is rate limiting with a token bucket per key: a client address, a
// user, an order number. The number of keys is bounded. It holds for one node.
package limit

import (
	"net/netip"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Rate is the speed at which a bucket refills, and its capacity.
type Rate struct {
	PerSecond rate.Limit
	Burst     int
}

// maxKeyBytes bounds a key, since clients choose parts of it. A longer one is cut.
const maxKeyBytes = 300

// Keyed holds a token bucket per key. It is safe for concurrent use.
type Keyed struct {
	buckets *lru.Cache[string, *rate.Limiter]
}

// New makes buckets for at most maxKeys keys, of up to about 500 bytes each. The
// bucket that was used least recently is evicted first; a key that comes back
// starts with a full bucket.
func New(maxKeys int) *Keyed {
	buckets, err := lru.New[string, *rate.Limiter](maxKeys)
	if err != nil {
		panic("limit: maxKeys must be positive")
	}
	return &Keyed{buckets}
}

// AllowN takes n tokens of key, all or none, and reports whether it did. r must be
// the same at each call for a key: its first call makes the bucket.
func (k *Keyed) AllowN(key string, r Rate, n int, now time.Time) bool {
	return k.bucket(key, r).AllowN(now, n)
}

// Wait is the time until key has n tokens, at most r.Burst.
func (k *Keyed) Wait(key string, r Rate, n int, now time.Time) time.Duration {
	missing := float64(n) - k.bucket(key, r).TokensAt(now)
	return max(0, time.Duration(missing/float64(r.PerSecond)*float64(time.Second)))
}

// Len is the number of keys that have a bucket.
func (k *Keyed) Len() int { return k.buckets.Len() }

func (k *Keyed) bucket(key string, r Rate) *rate.Limiter {
	key = key[:min(len(key), maxKeyBytes)]
	if bucket, ok := k.buckets.Get(key); ok {
		return bucket
	}
	// Cloned, so that no request's header stays in memory for it.
	fresh := rate.NewLimiter(r.PerSecond, r.Burst)
	if made, ok, _ := k.buckets.PeekOrAdd(strings.Clone(key), fresh); ok {
		return made // by another goroutine, since Get
	}
	return fresh
}

// Network is the key of a client: its address with or without a port, of IPv6 the /64,
// the smallest network that a provider gives to one customer. What is no address is
// its own key.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		withPort, err := netip.ParseAddrPort(address)
		if err != nil {
			return address
		}
		ip = withPort.Addr()
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	network, _ := ip.Prefix(64) // no error: 64 is less than 128
	return network.Addr().String()
}
