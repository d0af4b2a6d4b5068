package site

import (
	"bytes"
	"sync"
)

// maxKept bounds a buffer that is kept for the next page, in bytes: one page of
// an unusual size must not hold its memory for good.
const maxKept = 1 << 20

// buffers are those of pages that were sent. A page is a quarter of a megabyte,
// made for every visit, also for the answer that nothing has changed.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

// buffer holds one page until it is sent.
type buffer struct{ bytes.Buffer }

func pageBuffer() *buffer { return buffers.Get().(*buffer) }

// free gives the buffer back; nobody may read what it held any more.
func (b *buffer) free() {
	if b.Cap() <= maxKept {
		b.Reset()
		buffers.Put(b)
	}
}
