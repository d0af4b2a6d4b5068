package auth

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/sync/semaphore"
)

const (
	bcryptCost = 10
	maxCost    = 15 // a stored hash above it is not verified: 16 takes 4 s

	// maxHashMemory is the most that a hash of another program may take to be verified,
	// in bytes; GoTrue's limit.
	maxHashMemory = 1 << 30
	// usualHashMemory is what such a hash takes with usual settings, at most.
	usualHashMemory = 64 << 20
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

// hasher computes password hashes, a bounded number at once: one takes 50 ms of
// a core, and without the bound twenty sign-ins would stall every cheap call. A core is left
// to those, unless there are none. Errors are errQueueFull, and that ctx has ended.
type hasher struct {
	queue *hashQueue
	// memory is what foreign hashes may take together, and limit all of it, in bytes.
	memory  *semaphore.Weighted
	limit   int64
	compare func(hash, password []byte) error // bcrypt's; a field so that tests count the work
}

func newHasher(maxWaiting int, memory int64, idle func() bool) *hasher {
	cores := runtime.GOMAXPROCS(0)
	if cores == 1 {
		idle = nil // the one slot is the core
	}
	return &hasher{
		queue:   newHashQueue(max(1, cores-1), maxWaiting, idle),
		memory:  semaphore.NewWeighted(memory),
		limit:   memory,
		compare: bcrypt.CompareHashAndPassword,
	}
}

// run waits for a slot, no longer than ctx lasts.
func (h *hasher) run(ctx context.Context, c hashCaller, work func()) error {
	if err := h.queue.acquire(ctx, c); err != nil {
		return err
	}
	defer h.queue.release()
	work()
	return nil
}

// hash makes the stored form of a password that passwordPolicy has accepted.
func (h *hasher) hash(ctx context.Context, c hashCaller, password string) (string, error) {
	var hash []byte
	var failed error
	waited := h.run(ctx, c, func() { hash, failed = bcrypt.GenerateFromPassword([]byte(password), bcryptCost) })
	if waited != nil {
		return "", waited
	}
	if failed != nil {
		return "", fmt.Errorf("hash a password: %w", failed)
	}
	return string(hash), nil
}

// verify reports whether hash is that of password.
func (h *hasher) verify(ctx context.Context, c hashCaller, hash, password string) (match bool, err error) {
	err = h.run(ctx, c, func() { match = h.matches(hash, password) })
	return match, err
}

// matches is verify in a slot that run has given. An unknown hash, above all "" for an
// unknown user, costs as much as a known one with the wrong password, so that the time
// does not reveal which addresses have an account.
func (h *hasher) matches(hash, password string) bool {
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
	h.dummyCompare(bcryptCost, password)
	return false
}

// estimate is after how long a request that found the queue full should try again.
func (h *hasher) estimate() time.Duration {
	const hashTime = 60 * time.Millisecond
	return hashTime * time.Duration(h.queue.waiting()/h.queue.slots)
}

func (h *hasher) verifyBcrypt(hash, password string, cost int) bool {
	match := h.compare([]byte(hash), []byte(password)) == nil && len(password) <= maxPassword
	for below := cost; !match && below < bcryptCost; below++ {
		// 2^c + (2^c + 2^(c+1) + … + 2^9) = 2^10: an account seeded with a
		// cheap hash, such as pgcrypto's default cost of 6, takes no less time.
		h.dummyCompare(below, password)
	}
	return match
}

// dummyCompare does the work of one comparison at cost against a hash that nobody has.
func (h *hasher) dummyCompare(cost int, password string) {
	const nobody = "abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde"
	_ = h.compare(fmt.Appendf(nil, "$2a$%02d$%s", cost, nobody), []byte(password))
}

// costOf reads a bcrypt hash's cost, as far as we verify it.
func costOf(hash string) (int, bool) {
	cost, err := bcrypt.Cost([]byte(hash))
	return cost, err == nil && len(hash) == 60 && cost >= bcrypt.MinCost && cost <= maxCost
}

// outdated reports whether a stored hash should be replaced at the next sign-in, by one
// of bcrypt: so a password of more than 72 bytes keeps its hash.
func outdated(stored, password string) bool {
	cost, isBcrypt := costOf(stored)
	foreign, isForeign := parseForeign(stored)
	return len(password) <= maxPassword &&
		(isBcrypt && cost != bcryptCost || isForeign && foreign.outdated() || isEncrypted(stored))
}

// supported reports whether verify can ever accept hash.
func supported(hash string) bool {
	_, isBcrypt := costOf(hash)
	_, isForeign := parseForeign(hash)
	return isBcrypt || isForeign
}
