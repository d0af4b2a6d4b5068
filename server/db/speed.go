package db

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// speeds are the recent durations of short reads, by the hash of their SQL: of those
// that were used last.
type speeds struct {
	recent *lru.Cache[uint64, time.Duration]
	// limit is the average duration, the network included, from which others may not wait
	// for a read.
	limit time.Duration
}

// maxSpeeds bounds them: a project has some hundreds.
const maxSpeeds = 4096

func newSpeeds(limit time.Duration) speeds {
	recent, _ := lru.New[uint64, time.Duration](maxSpeeds) // no error: the size is positive
	return speeds{recent, limit}
}

// fast reports whether a statement is known to be fast.
func (s speeds) fast(hash uint64) bool {
	average, ok := s.recent.Get(hash)
	return ok && average < s.limit
}

// add adds how long a statement took. Two at the same time may count as one.
func (s speeds) add(hash uint64, took time.Duration) {
	average, ok := s.recent.Get(hash)
	if !ok {
		average = took
	}
	s.recent.Add(hash, max(average+(took-average)/4, 1))
}
