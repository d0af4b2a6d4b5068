package realtime

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/semaphore"
)

// TestReceive: messages of every size arrive whole, however they are cut up, and
// give back what they held.
func TestReceive(t *testing.T) {
	t.Parallel()
	m := newBudgets()
	for _, size := range []int{0, 1, smallMessage - 1, smallMessage, smallMessage + 1, 4 * smallMessage, 4*smallMessage + 1, 5_000_000} {
		sent := make([]byte, size)
		for i := range sent {
			sent[i] = byte(rand.Uint32())
		}
		for name, reader := range map[string]io.Reader{
			"at once": bytes.NewReader(sent), "half by half": iotest.HalfReader(bytes.NewReader(sent)),
			"with the end": iotest.DataErrReader(bytes.NewReader(sent)),
		} {
			if got, err := m.receive(reader); err != nil || !bytes.Equal(got, sent) {
				t.Errorf("%d bytes %s: got %d, %v", size, name, len(got), err)
			}
		}
		if _, err := m.receive(io.MultiReader(bytes.NewReader(sent), iotest.ErrReader(io.ErrClosedPipe))); err != io.ErrClosedPipe {
			t.Errorf("%d bytes and a lost connection: %v", size, err)
		}
	}
	if !m.receiving.TryAcquire(maxReceiveBytes) {
		t.Error("room is held for messages that have arrived")
	}
}

// TestIncompleteMessagesTakeLittleMemory: they fill the room for large messages and no
// more; small ones pass by, and the room is free again when their senders are
// dropped for their silence.
func TestIncompleteMessagesTakeLittleMemory(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.service.budgets.receiving = semaphore.NewWeighted(1 << 20)
		hog, large, small := w.open(), w.open(), w.open()
		writer, err := hog.conn.NextWriter(websocket.TextMessage)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Write(make([]byte, 600<<10)); err != nil {
			t.Fatal(err)
		}
		message := `{"type":"broadcast","event":"x","payload":"` + strings.Repeat("x", 300<<10) + `"}`
		start := time.Now()
		go func() {
			_ = large.conn.WriteMessage(websocket.TextMessage, []byte(`["1","1","realtime:r","broadcast",`+message+`]`))
		}()
		if code, _ := large.over(); code != 1013 || time.Since(start) != receiveTimeout {
			t.Errorf("the large message ended with %d after %s, want 1013 after %s", code, time.Since(start), receiveTimeout)
		}
		small.expect(joinedTo("r", small.join("r", "")))
		hog.over()
		next := w.open()
		next.expect(joinedTo("r", next.join("r", "")))
		next.say("1", "realtime:r", "broadcast", message)
		if frame := small.hear(); len(frame) < 300<<10 {
			t.Errorf("heard %.100s", frame)
		}
	})
}

// TestAllQueuesTogetherAreBounded: where there is no room for all, those that hold
// more than their part are cut off.
func TestAllQueuesTogetherAreBounded(t *testing.T) {
	withFixture(t, func(w *fixture) {
		w.service.budgets.queued.limit = 3 << 20
		sender := w.open()
		sender.expect(joinedTo("r", sender.join("r", "")))
		for range 20 {
			w.openDeaf().join("r", "")
		}
		synctest.Wait()
		payload := `{"type":"broadcast","event":"x","payload":"` + strings.Repeat("x", 100<<10) + `"}`
		for range 12 { // 24 MB in all
			sender.say("1", "realtime:r", "broadcast", payload)
			synctest.Wait()
			if held := w.service.budgets.queued.now.Load(); held > 3<<20+20*(fairShare+100<<10) {
				t.Fatalf("%d bytes are held", held)
			}
		}
		time.Sleep(2 * time.Second)
		if n := len(w.service.sockets.all()); n > 20 {
			t.Errorf("%d sockets are open: nobody was cut off", n)
		}
		sender.say("1", "phoenix", "heartbeat", "{}")
		sender.expect(fmt.Sprintf(`["1","%d","phoenix","phx_reply",{"status":"ok","response":{}}]`, sender.refs))
	})
}

// TestMemoryIsReleased: every account is balanced when all have left.
func TestMemoryIsReleased(t *testing.T) {
	withFixture(t, func(w *fixture) {
		a, deaf := w.open(), w.openDeaf()
		a.expect(joinedTo("r", a.join("r", "")))
		deaf.join("r", "")
		a.expect(joinRefused("big", a.say("", "realtime:big", "phx_join", `{"x":"`+strings.Repeat("x", maxJoin)+`"}`), "JoinTooLarge: Join payload exceeds 256 kB"))
		for range 50 {
			a.say("1", "realtime:r", "broadcast", `{"type":"broadcast","event":"x","payload":"`+strings.Repeat("x", 1000)+`"}`)
		}
		a.join("r", "")
		a.join("s", "nonsense")
		_, _ = a.conn.Close(), deaf.conn.Close()
		synctest.Wait()
		m := w.service.budgets
		if m.pending.now.Load() != 0 || m.joins.now.Load() != 0 || m.queued.now.Load() != 0 || !m.receiving.TryAcquire(maxReceiveBytes) {
			t.Errorf("still held: waiting %d, joined %d, queued %d", m.pending.now.Load(), m.joins.now.Load(), m.queued.now.Load())
		}
		if n := len(w.service.sockets.all()); n != 0 {
			t.Errorf("%d sockets are left", n)
		}
	})
}
