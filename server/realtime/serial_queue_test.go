package realtime

import (
	"testing"
	"testing/synctest"
)

// TestSerialQueueKeepsTheOrder, for any caller and duration of the work, and has no
// goroutine when it is done: the bubble would not end.
func TestSerialQueueKeepsTheOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l serialQueue
		var did []int
		gate := make(chan struct{})
		l.enqueue(func() { <-gate })
		for i := range 1000 {
			l.enqueue(func() {
				did = append(did, i)
				if i == 500 {
					l.enqueue(func() { did = append(did, 1000) })
				}
			})
		}
		close(gate)
		synctest.Wait()
		for i := range 1001 {
			if i >= len(did) || did[i] != i {
				t.Fatalf("job %d was not done in its turn: %v", i, did)
			}
		}
	})
}
