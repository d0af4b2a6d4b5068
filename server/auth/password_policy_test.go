package auth

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
	sets := passwordPolicy{minLength: 8, characters: []string{letters, digits}}
	common := passwordPolicy{refuseCommon: true}
	tests := []struct {
		name     string
		policy   passwordPolicy
		password string
		reasons  string
	}{
		{"long enough", passwordPolicy{minLength: 8}, "123456789", ""},
		{"too short for the setting", passwordPolicy{minLength: 8}, "1234567", "length"},
		{"the least cannot be lowered", passwordPolicy{minLength: 3}, "1234", "length"},
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
		{"a common one where they are allowed", passwordPolicy{}, "password123", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := tt.policy.check(tt.password, ann)
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
		if got := characterSets(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Whoever sets a password is bound by the policy; a sign-in only reports.
func TestWeakPasswords(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	const message = "Password is known to be weak and easy to guess, please choose a different one."
	for name, a := range map[string]answer{
		"the user":           f.call("PUT", "/user", bearer, `{"password":"letmein"}`),
		"an admin":           f.call("PUT", "/admin/users/"+id, f.service(), `{"password":"letmein"}`),
		"an admin, creating": f.call("POST", "/admin/users", f.service(), `{"email":"bob@example.test","password":"letmein"}`),
	} {
		if a.status != 422 || a.str("error_code") != "weak_password" || a.str("msg") != message || !strings.Contains(a.text, `"weak_password":{"reasons":["pwned"]}`) {
			t.Errorf("%s: got %d %s", name, a.status, a.text)
		}
	}
	f.policy.minLength = 12
	if a := f.login(ann); !strings.Contains(a.text, `"weak_password":{"message":"Password should be at least 12 characters.","reasons":["length"]}`) {
		t.Errorf("a sign-in with a password that is now too short: %s", a.text)
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
		if isCommon("a sound one", ann) {
			b.Fatal("common")
		}
	}
}
