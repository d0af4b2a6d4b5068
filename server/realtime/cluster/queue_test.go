package cluster

import "testing"

// What a node sends after its end is not said to be lost.
func TestQueueAfterItsEnd(t *testing.T) {
	t.Parallel()
	q := newQueue()
	q.close()
	if !q.push(queued{presences, []byte("x")}, maxQueued) {
		t.Error("a closed queue counts as full")
	}
	if _, ok := q.pop(); ok {
		t.Error("a closed queue has taken a message")
	}
}
