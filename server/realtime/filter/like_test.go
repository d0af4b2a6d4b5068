package filter

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// like evaluates LIKE by a regular expression.
func like(text, pattern string) bool {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '%':
			b.WriteString(".*")
		case '_':
			b.WriteString(".")
		case '\\':
			i++
			fallthrough
		default:
			size := len(string([]rune(pattern[i:])[0]))
			b.WriteString(regexp.QuoteMeta(pattern[i : i+size]))
			i += size - 1
		}
	}
	return regexp.MustCompile(b.String() + `\z`).MatchString(text)
}

func TestPatternsMatchAsRegularExpressionsDo(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 50_000 {
		text, pattern := mix(random, "aaabé中\n", 8), mix(random, "aaab%%_é中\n", 6)
		if random.IntN(4) == 0 {
			pattern += `\%`
		}
		p, ok := readPattern(pattern, false)
		if !ok {
			t.Fatalf("%q cannot be read", pattern)
		}
		want := like(text, pattern)
		if got := p.eval([]byte(text), byBytes); got != resultOf(want) {
			t.Fatalf("%q like %q: %v, want %v", text, pattern, got, want)
		}
		if want {
			found++
		}
	}
	if found < 3_000 {
		t.Errorf("only %d match: this tests little", found)
	}
}

func mix(random *rand.Rand, of string, most int) string {
	letters, b := []rune(of), strings.Builder{}
	for range random.IntN(most + 1) {
		b.WriteRune(letters[random.IntN(len(letters))])
	}
	return b.String()
}

func TestPatternsThatPostgreSQLMustMatch(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1<<20)
	for _, c := range []struct {
		name, pattern, text, collation string
		ignoreCase                     bool
		want                           Result
	}{
		{"long, by pieces", "a%b%a", long, byBytes, false, No},
		{"long, step by step", "%_b%", long, byBytes, false, Undecided},
		{"long, whatever the case", "%b%", long, byBytes, true, Undecided},
		{"ilike", "%PEAK", "a peak", byBytes, true, Yes},
		{"ilike, another letter", "%PEAK", "a peek", byBytes, true, No},
		{"ilike, an i by bytes", "I%", "in", byBytes, true, Yes},
		{"ilike, an i in any language", "I%", "in", "default", true, Undecided},
		{"ilike, the same i", "i%", "in", "default", true, Yes},
		{"ilike, an i that is not the matter", "IX", "ab", "default", true, No},
		{"ilike, a text that is not ASCII", "a%", "aé", byBytes, true, Undecided},
		{"ilike, what is not a letter", "@[", "`{", byBytes, true, No},
	} {
		p, ok := readPattern(c.pattern, c.ignoreCase)
		if !ok {
			t.Fatalf("%s: cannot be read", c.name)
		}
		if got := p.eval([]byte(c.text), c.collation); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		pattern    string
		ignoreCase bool
	}{{`a\`, false}, {"é", true}} {
		if _, ok := readPattern(c.pattern, c.ignoreCase); ok {
			t.Errorf("%q is read, which only PostgreSQL should do", c.pattern)
		}
	}
}
