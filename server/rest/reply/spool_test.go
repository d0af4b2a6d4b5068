package reply

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/rest/encode"
)

func of(types ...uint32) iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for _, oid := range types {
			if !yield("a", oid) {
				return
			}
		}
	}
}

// fill has a spool take n rows of one text.
func fill(t *testing.T, s *Spool, n int, text string) {
	t.Helper()
	if err := s.Begin(of(25), false); err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := s.Row([][]byte{[]byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
}

// TestSpoolWithoutAFolder is not parallel: the folder is that of the process.
func TestSpoolWithoutAFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	s := NewSpool(0, nil, nil)
	defer s.Release()
	fill(t, s, 300, strings.Repeat("x", 10_000))
	if size := len(s.Body()); size < 3_000_000 || int64(size) != s.Size() {
		t.Errorf("got a body of %d bytes that says it has %d", size, s.Size())
	}
}

func TestSpool(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 10_000)
	for _, c := range []struct {
		name  string
		rows  int
		text  string
		large bool
	}{
		{"nothing", 0, "", false},
		{"a row", 1, "one", false},
		{"what fits", 100, long, false},
		{"what does not", 105, long, true},
		{"much more", 1000, long, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := NewSpool(0, nil, nil)
			defer s.Release()
			fill(t, s, 300, long) // a first try, which did not come to an end
			fill(t, s, c.rows, c.text)
			list := make([]string, c.rows)
			for i := range list {
				list[i] = `{"a":"` + c.text + `"}`
			}
			want := "[" + strings.Join(list, ", \n ") + "]"
			var got bytes.Buffer
			if _, err := s.WriteTo(&got); err != nil || got.String() != want {
				t.Fatalf("got %d bytes, %v; want %d: %.80s", got.Len(), err, len(want), got.String())
			}
			if s.Size() != int64(len(want)) || s.Rows() != int64(c.rows) {
				t.Errorf("it says %d bytes and %d rows, want %d and %d", s.Size(), s.Rows(), len(want), c.rows)
			}
			if c.large != (s.Body() == nil) || !c.large && string(s.Body()) != want {
				t.Errorf("in memory are %d bytes, want a file: %v", len(s.Body()), c.large)
			}
			if held := cap(s.text); held > 4*inMemory {
				t.Errorf("it holds %d bytes", held)
			}
		})
	}
}

// A large body is counted while it is made and while it is sent, which both may pause.
func TestSpoolCountsWhatItMakesAndSends(t *testing.T) {
	t.Parallel()
	now := time.Now() // stands still: the other caller stays active
	queue := admission.New(admission.Options{MaxWaiting: 1, Pace: math.MaxInt64, Now: func() time.Time { return now }})
	acquire := func(caller string, answer *admission.Answer) *admission.Slot {
		_, slot, err := queue.Acquire(t.Context(), admission.Request{Caller: caller, Answer: answer})
		if err != nil {
			t.Fatal(err)
		}
		return slot
	}
	acquire("other", nil).Release()
	answer := &admission.Answer{}
	slot := acquire("heavy", answer)
	s := NewSpool(0, nil, answer)
	defer s.Release()
	fill(t, s, 1000, strings.Repeat("x", 10_000))
	slot.Release()
	made := queue.Stat().Pauses
	if made < 6_000_000/piece {
		t.Errorf("10 MB were made with %d pauses, want one for each %d bytes after 4 MB", made, piece)
	}
	if _, err := s.WriteTo(io.Discard); err != nil {
		t.Fatal(err)
	}
	if sent := queue.Stat().Pauses - made; sent < 10_000_000/piece {
		t.Errorf("10 MB were sent with %d pauses, want one for each %d bytes", sent, piece)
	}
}

func TestASpoolRefusesWhatItCannotWrite(t *testing.T) {
	t.Parallel()
	s := NewSpool(0, nil, nil)
	defer s.Release()
	if err := s.Begin(of(25, 1184), true); !errors.Is(err, encode.ErrType) {
		t.Errorf("a timestamp is taken: %v", err)
	}
}

// TestReleasedBuffersAreFree lets two spools take turns: neither may see the
// other's body.
func TestReleasedBuffersAreFree(t *testing.T) {
	t.Parallel()
	for range 100 {
		a, b := NewSpool(0, nil, nil), NewSpool(0, nil, nil)
		fill(t, a, 3, "aaa")
		fill(t, b, 3, "bbb")
		if bytes.Contains(a.Body(), []byte("b")) || bytes.Contains(b.Body(), []byte(`"aa`)) {
			t.Fatalf("bodies are mixed: %s and %s", a.Body(), b.Body())
		}
		a.Release()
		b.Release()
	}
}
