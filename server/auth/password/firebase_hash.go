package password

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/base64"
	"strconv"
	"strings"

	"golang.org/x/crypto/scrypt"
)

// firebaseHash is Firebase's variant of scrypt (https://github.com/firebase/scrypt) in
// GoTrue's form, `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=…$salt$hash`: n is the logarithm
// of the cost, ss the salt separator and sk the signer key of the Firebase project. All
// base64 is the standard one.
type firebaseHash struct {
	n, r, p              int
	salt, signer, wanted []byte
}

// parseFirebase reads hash within limits: 1 GiB, and 16 times the work of Firebase's
// default.
func parseFirebase(hash string) (parsed firebaseHash, ok bool) {
	parts := strings.Split(hash, "$")
	if len(parts) != 5 || parts[0] != "" || parts[1] != "fbscrypt" {
		return firebaseHash{}, false
	}
	settings := map[string]string{}
	for _, setting := range strings.Split(parts[2], ",") {
		name, value, _ := strings.Cut(setting, "=")
		settings[name] = value
	}
	for name, to := range map[string]*int{"n": &parsed.n, "r": &parsed.r, "p": &parsed.p} {
		var err error
		if *to, err = strconv.Atoi(settings[name]); err != nil || *to < 1 || *to > 32 {
			return firebaseHash{}, false
		}
	}
	const usualWork = 8 << 14
	if settings["v"] != "1" || parsed.n > 20 || parsed.r*parsed.p<<parsed.n > 16*usualWork || parsed.memory() > MaxMemory {
		return firebaseHash{}, false
	}
	var separator []byte
	for _, each := range []struct {
		text string
		to   *[]byte
	}{{parts[3], &parsed.salt}, {settings["ss"], &separator}, {settings["sk"], &parsed.signer}, {parts[4], &parsed.wanted}} {
		var err error
		if *each.to, err = base64.StdEncoding.DecodeString(each.text); err != nil {
			return firebaseHash{}, false
		}
	}
	parsed.salt = append(parsed.salt, separator...)
	return parsed, len(parsed.signer) > 0 && len(parsed.signer) == len(parsed.wanted)
}

func (f firebaseHash) memory() int64 { return int64(128*f.r) << f.n }

func (f firebaseHash) outdated() bool { return true }

func (f firebaseHash) matches(password string) bool {
	key, err := scrypt.Key([]byte(password), f.salt, 1<<f.n, f.r, f.p, 32)
	if err != nil {
		return false
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return false
	}
	got := make([]byte, len(f.signer))
	cipher.NewCTR(block, make([]byte, aes.BlockSize)).XORKeyStream(got, f.signer)
	return subtle.ConstantTimeCompare(got, f.wanted) == 1
}
