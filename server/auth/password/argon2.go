package password

import (
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// argon2Hash is a parsed PHC string, `$argon2id$v=19$m=65536,t=3,p=4$salt$key`
// (https://github.com/P-H-C/phc-string-format). Accounts imported from
// elsewhere have such hashes; ours are bcrypt.
type argon2Hash struct {
	id           bool   // argon2id, else argon2i
	kib          uint32 // memory
	time         uint32 // rounds
	threads      uint8
	salt, wanted []byte
}

// parseArgon2 reads hash within GoTrue's limits: 1 GiB, 20 rounds, 16 lanes.
func parseArgon2(hash string) (argon2Hash, bool) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[2] != "v=19" || parts[1] != "argon2id" && parts[1] != "argon2i" {
		return argon2Hash{}, false
	}
	parsed := argon2Hash{id: parts[1] == "argon2id"}
	var trailing string
	n, _ := fmt.Sscanf(parts[3]+" .", "m=%d,t=%d,p=%d %s", &parsed.kib, &parsed.time, &parsed.threads, &trailing)
	if n != 4 || trailing != "." || !parsed.affordable() {
		return argon2Hash{}, false
	}
	var saltErr, keyErr error
	parsed.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	parsed.wanted, keyErr = base64.RawStdEncoding.DecodeString(parts[5])
	ok := saltErr == nil && keyErr == nil && len(parsed.salt) >= 8 && len(parsed.wanted) >= 16 && len(parsed.wanted) <= 64
	return parsed, ok
}

func (a argon2Hash) affordable() bool {
	return a.time >= 1 && a.time <= 20 && a.threads >= 1 && a.threads <= 16 &&
		a.kib >= 8*uint32(a.threads) && a.kib <= MaxMemory>>10
}

func (a argon2Hash) memory() int64 { return int64(a.kib) << 10 }

// outdated holds where each sign-in would take more memory than is usual.
func (a argon2Hash) outdated() bool { return a.memory() > usualMemory }

func (a argon2Hash) matches(password string) bool {
	derive := argon2.Key
	if a.id {
		derive = argon2.IDKey
	}
	// #nosec G115 -- the key is a part of a short text
	key := derive([]byte(password), a.salt, a.time, a.kib, a.threads, uint32(len(a.wanted)))
	return subtle.ConstantTimeCompare(key, a.wanted) == 1
}
