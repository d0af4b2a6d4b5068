package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/fault"
)

// Hashes of "secret123" of lower cost; annHash is the one of cost 10.
const (
	cost6 = "$2a$06$Xp4FKrg9.A9pXD/RohmpZep9LMEzy1W.dsTh1onHQxxodED5/A6r2"
	cost4 = "$2a$04$Sp2cYEwTGXU6Po7dC.NUO.TUSa3V5P2wwQ3yhiChMDaHPadVHV55y"
)

// counting replaces bcrypt by a count of the work it would do: 2^cost rounds.
func counting(t *testing.T, h *hasher) func() int {
	t.Helper()
	var mu sync.Mutex
	work := 0
	h.compare = func(hash, _ []byte) error {
		cost, err := bcrypt.Cost(hash)
		if err != nil {
			t.Errorf("compare with %q: %v", hash, err)
		}
		mu.Lock()
		defer mu.Unlock()
		work += 1 << cost
		return bcrypt.ErrMismatchedHashAndPassword
	}
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		return work
	}
}

// A failed sign-in costs 2^10 rounds, whatever the reason.
func TestVerifyCostsTheSame(t *testing.T) {
	t.Parallel()
	for name, hash := range map[string]string{
		"unknown user": "", "no such hash": "md5", "argon2 too dear": strings.Replace(argonID, "m=65536", "m=2097152", 1), "too dear": "$2a$31$" + annHash[7:],
		"cost 10": annHash, "cost 6": cost6, "cost 4": cost4,
	} {
		h := newHasher(100, maxHashMemory, nil)
		work := counting(t, h)
		if match, err := h.verify(t.Context(), hashCaller{}, hash, "wrong"); match || err != nil {
			t.Errorf("%s: %v %v", name, match, err)
		}
		if work() != 1<<bcryptCost {
			t.Errorf("%s: %d rounds, want %d", name, work(), 1<<bcryptCost)
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
			if got, err := newHasher(100, maxHashMemory, nil).verify(t.Context(), hashCaller{}, tt.hash, tt.password); got != tt.want || err != nil {
				t.Errorf("got %v %v, want %v", got, err, tt.want)
			}
		})
	}
}

// bcrypt reads 72 bytes; what follows must not be ignored.
func TestVerifyRefusesWhatBcryptWouldCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxPassword)
	hash, err := bcrypt.GenerateFromPassword([]byte(long), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{long: true, long + "y": false} {
		if got, err := newHasher(100, maxHashMemory, nil).verify(t.Context(), hashCaller{}, string(hash), password); got != want || err != nil {
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
		if got := supported(hash); got != want {
			t.Errorf("supported(%q) = %v, want %v", hash, got, want)
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
			err := passwordPolicy{}.check(tt.password, "")
			if tt.code == "" && err != nil || tt.code != "" && fault.As(err).Code != tt.code {
				t.Errorf("got %v, want %q", err, tt.code)
			}
		})
	}
}

// With every slot taken, a request whose context ends leaves the queue.
func TestHashingIsBounded(t *testing.T) {
	t.Parallel()
	h := newHasher(100, maxHashMemory, nil)
	entered, leave := make(chan struct{}), make(chan struct{})
	h.compare = func(_, _ []byte) error {
		entered <- struct{}{}
		<-leave
		return nil
	}
	var wg sync.WaitGroup
	for range h.queue.slots {
		wg.Go(func() { _, _ = h.verify(t.Context(), hashCaller{}, annHash, annPass) })
		<-entered
	}
	hurried, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.verify(hurried, hashCaller{}, annHash, annPass); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want canceled", err)
	}
	close(leave)
	wg.Wait()
}

func TestCheckEmail(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, email, want string }{
		{"lower case", " Ann@Example.TEST ", "ann@example.test"},
		{"plus", "ann+x@example.test", "ann+x@example.test"},
		{"no at", "not-an-email", ""},
		{"no domain", "ann@", ""},
		{"no local part", "@example.test", ""},
		{"a name before it", "Ann <ann@example.test>", ""},
		{"two", "ann@example.test,bob@example.test", ""},
		{"space", "an n@example.test", ""},
		{"NUL", "ann\x00@example.test", ""},
		{"broken UTF-8", "ann\xff@example.test", ""},
		{"too long", strings.Repeat("x", 65) + "@example.test", ""},
		{"far too long", "x@" + strings.Repeat("x.", 130) + "test", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := checkEmail(tt.email); got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("got %q %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestCheckPhone(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{
		"+212 600 000000": "212600000000", "212600000000": "212600000000", "+0123": "", "12": "", "+1234567890123456": "", "abc": "",
	} {
		if got, err := checkPhone(phone); got != want || (err == nil) != (want != "") {
			t.Errorf("checkPhone(%q) = %q %v, want %q", phone, got, err, want)
		}
	}
}
