package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
)

// It fails where a message is lost, or comes to a listener that may not see it.
func TestEveryLiveCaseDelivers(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := tiny(t).runLive(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	got := results(out.String())
	if len(got) != 16 {
		t.Errorf("%d results, want 16:\n%s", len(got), out.String())
	}
	for of, line := range got {
		if !strings.Contains(line, " 0 lost 0 cut ") {
			t.Errorf("%s: %s, want that nothing is lost", of[0], line)
		}
	}
}

// TestListenerReadsFrames has frames of every size come through a small buffer, in
// pieces.
func TestListenerReadsFrames(t *testing.T) {
	t.Parallel()
	server, client := net.Pipe()
	l := newListener(client, 512)
	l.every = 1
	l.keep.Store(true)
	go l.listen()
	now := time.Now()
	message := func(size int) []byte {
		text := fmt.Sprintf(`[null,null,"t","broadcast",{"sent":%d,"note":"`, now.UnixNano())
		return append(append([]byte(text), bytes.Repeat([]byte("x"), size)...), `"}]`...)
	}
	var all []byte
	for _, size := range []int{0, 40, 100, 500, 5000, 70_000, 1} {
		all = appendFrame(all, message(size))
	}
	all = appendFrame(all, []byte(`[null,"9","phoenix","phx_reply",{"status":"ok","response":{}}]`))
	all = appendFrame(all, []byte(`["1",null,"t","system",{"status":"error","message":"why"}]`))
	for piece := range slices.Chunk(all, 7001) {
		if _, err := server.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	_ = server.Close()
	<-l.done
	if got := l.counted.Load(); got != 7 || len(l.ages) != 7 {
		t.Errorf("received %d messages and kept %d ages, want 7 of each", got, len(l.ages))
	}
	if said, _ := l.complaint.Load().(string); !strings.Contains(said, "why") {
		t.Errorf("the complaint is %q, want the server's", said)
	}
	for _, age := range l.ages {
		if most := time.Since(now).Microseconds(); int64(age) > most {
			t.Errorf("a message was %d µs old, want at most %d", age, most)
		}
	}
}

// appendFrame appends a text frame as a server writes it.
func appendFrame(to, payload []byte) []byte {
	switch n := len(payload); {
	case n < 126:
		to = append(to, 0x81, byte(n))
	case n < 1<<16:
		to = binary.BigEndian.AppendUint16(append(to, 0x81, 126), uint16(n))
	default:
		to = binary.BigEndian.AppendUint64(append(to, 0x81, 127), uint64(n))
	}
	return append(to, payload...)
}

// TestCheckFindsWhatIsWrong has listeners receive too little, and too much.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	listenersOf := func(counts ...int64) *listeners {
		c := &listeners{picks: 2}
		for _, n := range counts {
			l := &listener{}
			l.counted.Store(n)
			c.all = append(c.all, l)
		}
		return c
	}
	if lost, err := listenersOf(5, 3, 5).check([]int64{5, 3}); lost != 0 || err != nil {
		t.Errorf("all was received: lost %d, %v", lost, err)
	}
	if lost, err := listenersOf(5, 1, 4).check([]int64{5, 3}); lost != 3 || err != nil {
		t.Errorf("lost %d, %v; want 3", lost, err)
	}
	if _, err := listenersOf(4, 4, 5).check([]int64{5, 3}); err == nil {
		t.Error("one received what was not for it, and check did not say so")
	}
	if of := listenersOf(1, 1, 1); of.of(0) != 2 || of.of(1) != 1 {
		t.Errorf("%d and %d listeners, want 2 and 1", of.of(0), of.of(1))
	}
}
