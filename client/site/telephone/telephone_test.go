package telephone_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/toubkal/toubkal/client/site/telephone"
)

// The cases of the client and of the database: every number that they accept is written as they write it.
func TestE164(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Typed  string
		Number *string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Number == nil {
			continue
		}
		if got, ok := telephone.E164(c.Typed); !ok || got != *c.Number {
			t.Errorf("E164(%q) = %q, %t, want %q", c.Typed, got, ok, *c.Number)
		}
	}
}

func TestNoNumber(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"", "12", "call my shop", "0000000000", "+0612345678", "+12345678901234567"} {
		if got, ok := telephone.E164(typed); ok {
			t.Errorf("E164(%q) = %q, want none", typed, got)
		}
	}
}
