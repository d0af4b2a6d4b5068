// Package password hashes and verifies passwords, bounded and in turns, and says which may be
// chosen. It refuses weak ones with GoTrue's codes, and requests that wait too long.
package password

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/sync/semaphore"

	"github.com/toubkal/toubkal/server/auth/encryption"
)

const (
	// Cost is the logarithm of bcrypt's rounds for new hashes.
	Cost    = 10
	maxCost = 15 // a stored hash above it is not verified: 16 takes 4 s

	// MaxMemory is the most that a hash of another program may take to be verified,
	// in bytes; GoTrue's limit.
	MaxMemory = 1 << 30
	// usualMemory is the memory that such a hash takes with usual settings, at most.
	usualMemory = 64 << 20
)

// foreignHash is a hash of another program, from an import.
type foreignHash interface {
	memory() int64 // that matches takes, in bytes
	matches(password string) bool
	outdated() bool // to be replaced by ours at the next sign-in
}

func parseForeign(hash string) (foreignHash, bool) {
	if parsed, ok := parseArgon2(hash); ok {
		return parsed, true
	}
	parsed, ok := parseFirebase(hash)
	return parsed, ok
}

// Hasher computes password hashes, a bounded number at once: one takes 50 ms of
// a core, and without the bound twenty sign-ins would stall every cheap call. A core is left
// to those, unless there are none. Errors are ErrQueueFull, and that ctx has ended.
type Hasher struct {
	queue *queue
	// memory is the memory that foreign hashes may take together, and limit all of it, in bytes.
	memory  *semaphore.Weighted
	limit   int64
	compare func(hash, password []byte) error
}

// Options of a Hasher; the zero value has the defaults.
type Options struct {
	// MaxWaiting bounds the requests that wait, of known callers and of strangers each.
	// Defaults to 100.
	MaxWaiting int
	// Wait bounds how long a request waits for its turn. Defaults to 10 s.
	Wait time.Duration
	// Memory bounds the memory of hashes of other programs together, in bytes. Defaults to
	// MaxMemory.
	Memory int64
	// Slots are the hashes that are made at once. Defaults to all cores but one.
	Slots int
	// Idle tells whether one slot more may be used. Defaults to never.
	Idle func() bool
	// Compare compares a bcrypt hash with a password. Defaults to bcrypt's; tests count the
	// work.
	Compare func(hash, password []byte) error
}

// NewHasher makes a Hasher. It starts nothing.
func NewHasher(o Options) *Hasher {
	cores := runtime.GOMAXPROCS(0)
	if cores == 1 {
		o.Idle = nil // the one slot is the core
	}
	if o.Compare == nil {
		o.Compare = bcrypt.CompareHashAndPassword
	}
	memory := cmp.Or(o.Memory, MaxMemory)
	return &Hasher{
		queue:   newQueue(cmp.Or(o.Slots, max(1, cores-1)), cmp.Or(o.MaxWaiting, 100), cmp.Or(o.Wait, maxWait), o.Idle),
		memory:  semaphore.NewWeighted(memory),
		limit:   memory,
		compare: o.Compare,
	}
}

// Waiting is the number of requests that wait.
func (h *Hasher) Waiting() int { return h.queue.waiting() }

// Run waits for a slot, no longer than ctx lasts.
func (h *Hasher) Run(ctx context.Context, c Caller, work func()) error {
	if err := h.queue.acquire(ctx, c); err != nil {
		return err
	}
	defer h.queue.release()
	work()
	return nil
}

// Hash makes the stored form of a password that Policy has accepted.
func (h *Hasher) Hash(ctx context.Context, c Caller, password string) (string, error) {
	var hash []byte
	var failed error
	waited := h.Run(ctx, c, func() { hash, failed = bcrypt.GenerateFromPassword([]byte(password), Cost) })
	if waited != nil {
		return "", waited
	}
	if failed != nil {
		return "", fmt.Errorf("hash a password: %w", failed)
	}
	return string(hash), nil
}

// Verify reports whether hash is that of password.
func (h *Hasher) Verify(ctx context.Context, c Caller, hash, password string) (match bool, err error) {
	err = h.Run(ctx, c, func() { match = h.Matches(hash, password) })
	return match, err
}

// Matches is Verify in a slot that Run has given. An unknown hash, above all "" for an
// unknown user, costs as much as a known one with the wrong password, so that the time
// does not reveal which addresses have an account.
func (h *Hasher) Matches(hash, password string) bool {
	if cost, isBcrypt := costOf(hash); isBcrypt {
		return h.verifyBcrypt(hash, password, cost)
	}
	if foreign, ok := parseForeign(hash); ok && foreign.memory() <= h.limit {
		// In a slot, so few wait here; each has its turn, since none takes more than all.
		if err := h.memory.Acquire(context.Background(), foreign.memory()); err != nil {
			return false
		}
		defer h.memory.Release(foreign.memory())
		return foreign.matches(password)
	}
	h.dummyCompare(Cost, password)
	return false
}

// Estimate is after how long a request that found the queue full should try again.
func (h *Hasher) Estimate() time.Duration {
	const hashTime = 60 * time.Millisecond
	return hashTime * time.Duration(h.queue.waiting()/h.queue.slots)
}

func (h *Hasher) verifyBcrypt(hash, password string, cost int) bool {
	match := h.compare([]byte(hash), []byte(password)) == nil && len(password) <= MaxLength
	for below := cost; !match && below < Cost; below++ {
		// 2^c + (2^c + 2^(c+1) + … + 2^9) = 2^10: an account seeded with a
		// cheap hash, such as pgcrypto's default cost of 6, takes no less time.
		h.dummyCompare(below, password)
	}
	return match
}

// dummyCompare does the work of one comparison at cost against a hash that nobody has.
func (h *Hasher) dummyCompare(cost int, password string) {
	const nobody = "abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde"
	_ = h.compare(fmt.Appendf(nil, "$2a$%02d$%s", cost, nobody), []byte(password))
}

// costOf reads a bcrypt hash's cost, as far as we verify it.
func costOf(hash string) (int, bool) {
	cost, err := bcrypt.Cost([]byte(hash))
	return cost, err == nil && len(hash) == 60 && cost >= bcrypt.MinCost && cost <= maxCost
}

// Outdated reports whether a stored hash should be replaced at the next sign-in, by one
// of bcrypt: so a password of more than 72 bytes keeps its hash.
func Outdated(stored, password string) bool {
	cost, isBcrypt := costOf(stored)
	foreign, isForeign := parseForeign(stored)
	return len(password) <= MaxLength &&
		(isBcrypt && cost != Cost || isForeign && foreign.outdated() || encryption.IsEncrypted(stored))
}

// Supported reports whether verify can ever accept hash.
func Supported(hash string) bool {
	_, isBcrypt := costOf(hash)
	_, isForeign := parseForeign(hash)
	return isBcrypt || isForeign
}
