// Package budget bounds the memory that requests take together: bodies that are read,
// and answers until they are sent. It refuses what does not fit (ErrSpent).
package budget

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

// ErrSpent means that the memory for requests is in use.
var ErrSpent = errors.New("the memory for requests is in use")

// Unasked is the size up to which a body needs no budget, in bytes: most are smaller.
const Unasked = 16 << 10

// wait is the time that Share.Wait waits for others to end.
const wait = time.Second

// Budget is an amount of memory. Nil is no bound. It is safe for concurrent use.
type Budget struct {
	total     int64
	mu        sync.Mutex
	used      int64
	anonymous int64         // of it, by anonymous users
	freed     chan struct{} // closed when memory is given back; nil while nobody waits
}

// New makes a budget of so many bytes; 0 is no bound.
func New(total int64) *Budget {
	if total <= 0 {
		return nil
	}
	return &Budget{total: total}
}

// Used is the memory in use, in bytes.
func (b *Budget) Used() int64 {
	if b == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// Share is the part of a budget that one request takes. Nil is no bound. It is not safe for
// concurrent use.
type Share struct {
	of        *Budget
	anonymous bool
	bytes     int64
}

// Share begins a request. A quarter of the budget is kept for those of signed-in users.
func (b *Budget) Share(anonymous bool) *Share {
	if b == nil {
		return nil
	}
	return &Share{of: b, anonymous: anonymous}
}

// Grow takes n more bytes, and reports whether they were there.
func (s *Share) Grow(n int64) bool {
	if s == nil {
		return true
	}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	return s.grow(n)
}

func (s *Share) grow(n int64) bool {
	b := s.of
	if b.used+n > b.total || s.anonymous && b.anonymous+n > b.total-b.total/4 {
		return false
	}
	s.add(n)
	return true
}

func (s *Share) add(n int64) {
	s.bytes += n
	s.of.used += n
	if s.anonymous {
		s.of.anonymous += n
	}
}

// Wait takes n more bytes, and waits for them a second. Whoever waits should hold
// nothing that others need to end.
func (s *Share) Wait(ctx context.Context, n int64) error {
	if s.Grow(n) {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, ErrSpent)
	defer cancel()
	for {
		s.of.mu.Lock()
		if s.grow(n) {
			s.of.mu.Unlock()
			return nil
		}
		if s.of.freed == nil {
			s.of.freed = make(chan struct{})
		}
		freed := s.of.freed
		s.of.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return fmt.Errorf("wait for memory: %w", context.Cause(ctx))
		}
	}
}

// Shrink gives n bytes back.
func (s *Share) Shrink(n int64) {
	if s == nil || n == 0 {
		return
	}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.add(-n)
	if s.of.freed != nil {
		close(s.of.freed)
		s.of.freed = nil
	}
}

// Release ends the request, and gives all back.
func (s *Share) Release() {
	if s != nil {
		s.Shrink(s.bytes)
	}
}

// Refusal is the response to a request that does not fit: 503 with Retry-After.
func Refusal(cause error) *fault.Fault {
	return fault.New(fault.Unavailable, "The server has no memory left for requests. Try again in a few seconds, or ask for less.").
		WithHeader("Retry-After", "2").Because(cause)
}

// bodyCost is the memory that a byte of a body takes, with what is parsed of it.
const bodyCost = 2

// Body is the body of r, for which memory is taken as it arrives, in pieces: what a client
// only says that it will send costs nothing. Where there is none, reading fails with a
// Refusal, which is ErrSpent too. The memory is given back by Release.
func (s *Share) Body(r *http.Request) io.ReadCloser {
	if s == nil || r.Body == http.NoBody {
		return r.Body
	}
	return &body{r.Body, r.Context(), s, Unasked}
}

type body struct {
	io.ReadCloser
	ctx   context.Context // of the request whose body this is
	share *Share
	free  int // bytes that may be read until more memory is asked for
}

func (b *body) Read(p []byte) (int, error) {
	const piece = 64 << 10
	n, err := b.ReadCloser.Read(p)
	for b.free -= n; b.free < 0; b.free += piece {
		if wait := b.share.Wait(b.ctx, bodyCost*piece); errors.Is(wait, ErrSpent) {
			return n, Refusal(wait)
		} else if wait != nil {
			return n, wait
		}
	}
	return n, err
}
