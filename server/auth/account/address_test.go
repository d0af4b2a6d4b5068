package account

import (
	"strings"
	"testing"
)

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
			if got, err := CheckEmail(tt.email); got != tt.want || (err == nil) != (tt.want != "") {
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
		if got, err := CheckPhone(phone); got != want || (err == nil) != (want != "") {
			t.Errorf("checkPhone(%q) = %q %v, want %q", phone, got, err, want)
		}
	}
}
