package password

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/fault"
)

// Policy is the requirements for new passwords.
type Policy struct {
	MinLength    int      // characters
	Characters   []string // sets of which it has to have one character each
	RefuseCommon bool     // refuse the most common ones, and the e-mail
}

const (
	minLength = 6  // the least that may be asked for, in characters, as in GoTrue
	MaxLength = 72 // bytes: bcrypt reads no further
)

// commonPasswords are the 10,000 most common passwords of six characters or more, in lower
// case, a line each: of @zxcvbn-ts/language-common 4.1.3, whose licence lies beside it.
//
//go:embed common_passwords.txt.gz
var commonPasswords []byte

// Check refuses a password with GoTrue's codes, texts and reasons.
func (p Policy) Check(password, email string) error {
	if len(password) > MaxLength {
		return fault.New(fault.AuthValidationFailed, fmt.Sprintf("Password cannot be longer than %d characters", MaxLength))
	}
	weak := p.Weakness(password, email)
	if weak == nil {
		return nil
	}
	return fault.New(fault.AuthWeakPassword, weak.Message).WithDetails(weak.Reasons)
}

// Weakness says why a password is weak: length, characters or pwned.
type Weakness struct {
	Message string   `json:"message"`
	Reasons []string `json:"reasons"`
}

// Weakness is nil for a password that the policy allows.
func (p Policy) Weakness(password, email string) *Weakness {
	weak := &Weakness{}
	var messages []string
	say := func(reason, message string) {
		weak.Reasons, messages = append(weak.Reasons, reason), append(messages, message)
	}
	if least := max(p.MinLength, minLength); utf8.RuneCountInString(password) < least {
		say("length", fmt.Sprintf("Password should be at least %d characters.", least))
	}
	for _, set := range p.Characters {
		if !strings.ContainsAny(password, set) {
			say("characters", "Password should contain at least one character of each: "+strings.Join(p.Characters, ", ")+".")
			break
		}
	}
	if p.RefuseCommon && isCommon(password, email) {
		say("pwned", "Password is known to be weak and easy to guess, please choose a different one.")
	}
	if len(messages) == 0 {
		return nil
	}
	weak.Message = strings.Join(messages, " ")
	return weak
}

// isCommon reports whether a guesser would try the password early: it is among the most
// common ones, or the e-mail or its local part.
func isCommon(password, email string) bool {
	password = strings.ToLower(password)
	local, _, _ := strings.Cut(email, "@")
	if email != "" && (password == strings.ToLower(email) || password == strings.ToLower(local)) {
		return true
	}
	if _, found := slices.BinarySearch(commonHashes(), hash32([]byte(password))); !found {
		return false
	}
	for word := range commonWords {
		if string(word) == password {
			return true
		}
	}
	return false
}

// commonHashes are the hashes of the common passwords, in order. They take 40 kB from the
// first use on. To unpack the list for each sign-in took 2.6 % of the work of comparing the
// password with its hash.
var commonHashes = sync.OnceValue(func() (hashes []uint32) {
	for word := range commonWords {
		hashes = append(hashes, hash32(word))
	}
	slices.Sort(hashes)
	return slices.Clip(hashes)
})

func hash32(text []byte) uint32 {
	hash := fnv.New32a()
	_, _ = hash.Write(text) // it never errs
	return hash.Sum32()
}

// commonWords unpacks the list. A word is valid until the next.
func commonWords(yield func(word []byte) bool) {
	unpacked, err := gzip.NewReader(bytes.NewReader(commonPasswords))
	if err != nil {
		panic(err) // the file is compiled in
	}
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		if !yield(lines.Bytes()) {
			return
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
}

// CharacterSets reads GoTrue's setting: sets separated by ":", in which "\:" is a colon.
func CharacterSets(text string) (sets []string) {
	const colon = "\x00"
	for set := range strings.SplitSeq(strings.ReplaceAll(text, `\:`, colon), ":") {
		if set != "" {
			sets = append(sets, strings.ReplaceAll(set, colon, ":"))
		}
	}
	return sets
}
