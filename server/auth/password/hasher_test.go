package password

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/fault"
)

// Hashes of "secret123" of lower cost.
const (
	cost6 = "$2a$06$Xp4FKrg9.A9pXD/RohmpZep9LMEzy1W.dsTh1onHQxxodED5/A6r2"
	cost4 = "$2a$04$Sp2cYEwTGXU6Po7dC.NUO.TUSa3V5P2wwQ3yhiChMDaHPadVHV55y"
)

// Hashes of "secret123" of the cost of new ones, and of other programs.
const (
	annPass = "secret123"
	annHash = "$2a$10$xOGLrNYe05omL8/gLPo1KOFoIdA7lsCv5j8430YUbqstgQeR9pEJ6"
	// The example of github.com/firebase/scrypt.
	firebase     = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
	firebasePass = "user1password"
	// A vector of the reference implementation of argon2.
	argonID   = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	argonPass = "password"
)

// counting is a hasher that counts the work of bcrypt instead of doing it: 2^cost rounds.
func counting(t *testing.T, o Options) (*Hasher, func() int) {
	t.Helper()
	var work atomic.Int64
	o.Compare = func(hash, _ []byte) error {
		cost, err := bcrypt.Cost(hash)
		if err != nil {
			t.Errorf("compare with %q: %v", hash, err)
		}
		work.Add(1 << cost)
		return bcrypt.ErrMismatchedHashAndPassword
	}
	return NewHasher(o), func() int { return int(work.Load()) }
}

// A failed sign-in costs 2^10 rounds, whatever the reason.
func TestVerifyCostsTheSame(t *testing.T) {
	t.Parallel()
	for name, hash := range map[string]string{
		"unknown user": "", "no such hash": "md5", "argon2 too dear": strings.Replace(argonID, "m=65536", "m=2097152", 1), "too dear": "$2a$31$" + annHash[7:],
		"cost 10": annHash, "cost 6": cost6, "cost 4": cost4,
	} {
		h, work := counting(t, Options{})
		if match, err := h.Verify(t.Context(), Caller{}, hash, "wrong"); match || err != nil {
			t.Errorf("%s: %v %v", name, match, err)
		}
		if work() != 1<<Cost {
			t.Errorf("%s: %d rounds, want %d", name, work(), 1<<Cost)
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	const (
		// a vector of the reference implementation (github.com/P-H-C/phc-winner-argon2)
		argonI = "$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG"
	)
	tests := []struct {
		name, hash, password string
		want                 bool
	}{
		{"bcrypt", annHash, annPass, true},
		{"bcrypt, wrong", annHash, "secret124", false},
		{"bcrypt, empty", annHash, "", false},
		{"bcrypt of another program", strings.Replace(cost4, "$2a$", "$2y$", 1), annPass, true},
		{"bcrypt with a tail", cost4 + "x", annPass, false},
		{"argon2i", argonI, "password", true},
		{"argon2id", argonID, "password", true},
		{"argon2id, wrong", argonID, "Password", false},
		{"argon2d", strings.Replace(argonID, "argon2id", "argon2d", 1), "password", false},
		{"argon2id of another version", strings.Replace(argonID, "v=19", "v=16", 1), "password", false},
		{"argon2id too dear", strings.Replace(argonID, "m=65536", "m=2097152", 1), "password", false},
		{"argon2id with a tail", strings.Replace(argonID, "p=1", "p=1,x", 1), "password", false},
		{"plain text", annPass, annPass, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := NewHasher(Options{}).Verify(t.Context(), Caller{}, tt.hash, tt.password); got != tt.want || err != nil {
				t.Errorf("got %v %v, want %v", got, err, tt.want)
			}
		})
	}
}

// bcrypt reads 72 bytes; what follows must not be ignored.
func TestVerifyRefusesWhatBcryptWouldCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MaxLength)
	hash, err := bcrypt.GenerateFromPassword([]byte(long), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{long: true, long + "y": false} {
		if got, err := NewHasher(Options{}).Verify(t.Context(), Caller{}, string(hash), password); got != want || err != nil {
			t.Errorf("%d bytes: got %v %v, want %v", len(password), got, err, want)
		}
	}
}

func TestSupportedHashes(t *testing.T) {
	t.Parallel()
	for hash, want := range map[string]bool{
		annHash: true, cost4: true, "md5": false, "": false, cost4 + "x": false, "$2a$99$" + annHash[7:]: false, "$argon2id$": false,
		"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc": true,
	} {
		if got := Supported(hash); got != want {
			t.Errorf("Supported(%q) = %v, want %v", hash, got, want)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, password, code string }{
		{"five characters", "12345", fault.AuthWeakPassword},
		{"three letters of six bytes", "سلا", fault.AuthWeakPassword},
		{"six characters", "123456", ""},
		{"72 bytes", strings.Repeat("x", 72), ""},
		{"73 bytes", strings.Repeat("x", 73), fault.AuthValidationFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := Policy{}.Check(tt.password, "")
			if tt.code == "" && err != nil || tt.code != "" && fault.As(err).Code != tt.code {
				t.Errorf("got %v, want %q", err, tt.code)
			}
		})
	}
}

// With every slot taken, a request whose context ends leaves the queue.
func TestHashingIsBounded(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	h := NewHasher(Options{Compare: func(_, _ []byte) error {
		entered <- struct{}{}
		<-leave
		return nil
	}})
	var wg sync.WaitGroup
	for range h.queue.slots {
		wg.Go(func() { _, _ = h.Verify(t.Context(), Caller{}, annHash, annPass) })
		<-entered
	}
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Verify(hurried, Caller{}, annHash, annPass); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want canceled", err)
	}
	close(leave)
	wg.Wait()
}

func TestVerifyFirebase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, hash, password string
		want                 bool
	}{
		{"right", firebase, firebasePass, true},
		{"wrong", firebase, "user1passwore", false},
		{"another separator", strings.Replace(firebase, "ss=Bw==", "ss=CA==", 1), firebasePass, false},
		{"no separator", strings.Replace(firebase, ",ss=Bw==", "", 1), firebasePass, false},
		{"another version", strings.Replace(firebase, "v=1", "v=2", 1), firebasePass, false},
		{"too dear", strings.Replace(firebase, "n=14", "n=24", 1), firebasePass, false},
		{"too many lanes", strings.Replace(firebase, "p=1", "p=32", 1), firebasePass, false},
		{"no rounds", strings.Replace(firebase, "r=8", "r=0", 1), firebasePass, false},
		{"no signer key", firebase[:strings.Index(firebase, ",sk=")] + "$42xEC+ixf3L2lw==$", firebasePass, false},
		{"no base64", strings.Replace(firebase, "$42xE", "$42x_", 1), firebasePass, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := NewHasher(Options{}).Verify(t.Context(), Caller{}, c.hash, c.password); got != c.want || err != nil {
				t.Errorf("got %v %v, want %v", got, err, c.want)
			}
		})
	}
}

// A hash that takes more memory than there is for hashing is not verified, and costs
// what an unknown user costs.
func TestHashMemoryIsBounded(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{argonID, firebase} {
		h, work := counting(t, Options{Memory: 1 << 20})
		if match, err := h.Verify(t.Context(), Caller{}, hash, argonPass); match || err != nil || work() != 1<<Cost {
			t.Errorf("%.20s: %v %v, %d rounds of bcrypt, want %d", hash, match, err, work(), 1<<Cost)
		}
	}
}

// Hashes that take much memory are verified one after the other, others at once.
func TestHashMemoryIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const whole = 64 << 20 // what argonID takes
		h := NewHasher(Options{Memory: whole})
		if err := h.memory.Acquire(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		matched := false
		go func() { matched = h.Matches(argonID, argonPass) }()
		synctest.Wait()
		if matched {
			t.Error("verified without memory")
		}
		h.memory.Release(whole)
		synctest.Wait()
		if !matched {
			t.Error("not verified when there was memory")
		}
	})
}

func TestOutdatedHashes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hash, password string
		want           bool
	}{
		{annHash, annPass, false},
		{cost4, annPass, true},
		{strings.Replace(annHash, "$2a$", "$2y$", 1), annPass, false},
		{argonID, argonPass, false},
		{strings.Replace(argonID, "m=65536", "m=65537", 1), argonPass, true},
		{firebase, firebasePass, true},
		{`{"key_id":"one"}`, annPass, true},
		{firebase, strings.Repeat("x", 73), false},
		{"", annPass, false},
	} {
		if got := Outdated(c.hash, c.password); got != c.want {
			t.Errorf("Outdated(%q, %q) = %v, want %v", c.hash, c.password, got, c.want)
		}
	}
}
