package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestEveryLiveCaseDelivers runs all of realtime's benchmark, tiny: it fails where
// a message is lost, or comes to somebody who may not see it, and asserts no times.
func TestEveryLiveCaseDelivers(t *testing.T) {
	t.Parallel()
	o := options{
		span: 200 * time.Millisecond, rounds: 1, root: filepath.Join("..", ".."), throwaway: true, of: full, crowds: 0.02,
	}
	var said bytes.Buffer
	l, err := o.live(t.Context(), &said)
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	for _, title := range l.titles {
		runs := l.kept[title]
		if len(runs) != 1 || runs[0].lost != 0 || runs[0].cut != 0 {
			t.Errorf("%s has the runs %+v, want one that lost nothing", title, runs)
		}
	}
	var report bytes.Buffer
	l.report(&report, "about")
	for _, g := range liveGoals {
		if !strings.Contains(report.String(), "| "+g.title+" | ") {
			t.Errorf("the report lacks %s:\n%s", g.title, report.String())
		}
	}
}

// TestListenerReadsFrames has frames of every size come through a small buffer, in
// pieces.
func TestListenerReadsFrames(t *testing.T) {
	t.Parallel()
	server, client := net.Pipe()
	l := newListener(client, idleBuffer)
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
		t.Errorf("heard %d messages and kept %d ages, want 7 of each", got, len(l.ages))
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

// TestCheckFindsWhatIsWrong has a crowd hear too little, and too much.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	crowdOf := func(counts ...int64) *crowd {
		c := &crowd{picks: 2}
		for _, n := range counts {
			l := &listener{}
			l.counted.Store(n)
			c.all = append(c.all, l)
		}
		return c
	}
	if lost, err := crowdOf(5, 3, 5).check([]int64{5, 3}); lost != 0 || err != nil {
		t.Errorf("all was heard: lost %d, %v", lost, err)
	}
	if lost, err := crowdOf(5, 1, 4).check([]int64{5, 3}); lost != 3 || err != nil {
		t.Errorf("lost %d, %v; want 3", lost, err)
	}
	if _, err := crowdOf(4, 4, 5).check([]int64{5, 3}); err == nil {
		t.Error("one heard what was not for it, and nobody said so")
	}
	if of := crowdOf(1, 1, 1); of.of(0) != 2 || of.of(1) != 1 {
		t.Errorf("%d and %d listeners, want 2 and 1", of.of(0), of.of(1))
	}
}

func TestVerdictOfLive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		of     liveGoal
		figure float64
		want   string
	}{
		{"enough", liveGoal{goal: 2}, 2, "reached"},
		{"too little", liveGoal{goal: 2}, 1.9, "missed"},
		{"little enough", liveGoal{goal: 2, below: true}, 2, "reached"},
		{"too much", liveGoal{goal: 2, below: true}, 2.1, "missed"},
		{"nothing", liveGoal{goal: 2}, math.NaN(), "not measured"},
	} {
		if got := c.of.verdict(c.figure); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
