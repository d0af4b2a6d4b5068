package auth

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/bcrypt"
)

const (
	bcryptCost = 10
	maxCost    = 15 // a stored hash above it is not verified: 16 takes 4 s
)

// hasher computes password hashes, a bounded number at once: one takes 50 ms of
// a core, and without the bound twenty sign-ins would stall every cheap call. Errors
// are errQueueFull, and that ctx has ended.
type hasher struct {
	queue   *hashQueue
	compare func(hash, password []byte) error // bcrypt's; a field so that tests count the work
}

func newHasher(maxWaiting int) *hasher {
	return &hasher{
		queue:   newHashQueue(max(1, runtime.GOMAXPROCS(0)-1), maxWaiting),
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
	switch cost, isBcrypt := costOf(hash); {
	case isBcrypt:
		return h.verifyBcrypt(hash, password, cost)
	case strings.HasPrefix(hash, "$argon2"):
		return verifyArgon2(hash, password)
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

// outdated reports whether a hash should be replaced at the next sign-in.
func outdated(hash string) bool {
	cost, isBcrypt := costOf(hash)
	return isBcrypt && cost != bcryptCost
}

// supported reports whether verify can ever accept hash.
func supported(hash string) bool {
	_, isBcrypt := costOf(hash)
	_, isArgon2 := parseArgon2(hash)
	return isBcrypt || isArgon2
}
