package encode

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestEveryByteEverywhere compares to one byte at a time.
func TestEveryByteEverywhere(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for at := range 18 {
			for _, around := range []string{"x", "\x80", "!", "]"} {
				text := strings.Repeat(around, at) + string([]byte{byte(c)}) + strings.Repeat(around, 17-at)
				check(t, []byte(text))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := make([]byte, random.IntN(40))
		for i := range text {
			text[i] = byte(random.IntN(128)) // escapes are among these
		}
		check(t, text)
	}
}

func check(t *testing.T, text []byte) {
	t.Helper()
	want := []byte{'"'}
	for _, c := range text {
		switch escape := escapes[c]; escape {
		case 0:
			want = append(want, c)
		case 'u':
			want = append(want, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			want = append(want, '\\', escape)
		}
	}
	if want = append(want, '"'); string(quoted(nil, text)) != string(want) {
		t.Fatalf("%q: got %s, want %s", text, quoted(nil, text), want)
	}
}
