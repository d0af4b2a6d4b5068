package password

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
)

func TestPasswordPolicy(t *testing.T) {
	t.Parallel()
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	sets := Policy{MinLength: 8, Characters: []string{letters, digits}}
	common := Policy{RefuseCommon: true}
	tests := []struct {
		name     string
		policy   Policy
		password string
		reasons  string
	}{
		{"long enough", Policy{MinLength: 8}, "123456789", ""},
		{"too short for the setting", Policy{MinLength: 8}, "1234567", "length"},
		{"the least cannot be lowered", Policy{MinLength: 3}, "1234", "length"},
		{"one of each set", sets, "abcdefg1", ""},
		{"none of a set", sets, "abcdefgh", "characters"},
		{"neither", sets, "abc", "length characters"},
		{"a common one", common, "password123", "pwned"},
		{"in capitals", common, "PassWord123", "pwned"},
		{"the most common", common, "123456", "pwned"},
		{"the last of the list", common, "14111984", "pwned"},
		{"not the whole", common, "password123 of mine", ""},
		{"the e-mail", common, "Ann@example.test", "pwned"},
		{"its local part, which is short", common, "ann", "length pwned"},
		{"a common one where they are allowed", Policy{}, "password123", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := tt.policy.Check(tt.password, "ann@example.test")
			got := ""
			if err != nil {
				f := fault.As(err)
				if f.Code != fault.AuthWeakPassword || f.Status != 422 {
					t.Errorf("refused with %d %s", f.Status, f.Code)
				}
				reasons, _ := f.Details.([]string)
				got = strings.Join(reasons, " ")
			}
			if got != tt.reasons {
				t.Errorf("reasons %q, want %q", got, tt.reasons)
			}
		})
	}
}

func TestCharacterSets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{"": nil, "abc": {"abc"}, "abc:123": {"abc", "123"}, `ab\:c:1`: {"ab:c", "1"}, ":": nil} {
		if got := CharacterSets(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestCommonPasswords(t *testing.T) {
	t.Parallel()
	n := 0
	for word := range commonWords {
		if n++; n%500 == 0 && !isCommon(strings.ToUpper(string(word)), "") {
			t.Errorf("%s is not common", word)
		}
	}
	if n != 10_000 || len(commonHashes()) != n {
		t.Errorf("%d words and %d hashes, want 10000 of each", n, len(commonHashes()))
	}
	// A password that only has the hash of a common one.
	other := 0
	for ; ; other++ {
		if _, found := slices.BinarySearch(commonHashes(), hash32(fmt.Appendf(nil, "no word %d", other))); found {
			break
		}
	}
	if password := fmt.Sprintf("no word %d", other); isCommon(password, "") {
		t.Errorf("%s is common", password)
	}
}

func BenchmarkIsCommon(b *testing.B) {
	for b.Loop() {
		if isCommon("a sound one", "ann@example.test") {
			b.Fatal("common")
		}
	}
}
