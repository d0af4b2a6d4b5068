package reply

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sync"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/rest/encode"
)

// inMemory is the part of a response that waits in memory, in bytes. What goes beyond it
// waits in a file: the first byte of an answer can only be sent once the last
// row is there, since status and headers depend on it (Content-Range has the
// number of rows, a function may set both, and PostgreSQL may still refuse).
const inMemory = 1 << 20

// piece is the amount that is made or sent, in bytes, before the answer is told: about a
// millisecond of work, so that a pause between two lets others in soon.
const piece = 256 << 10

// ErrTooLarge means that an answer is above the bound of its store.
var ErrTooLarge = errors.New("the answer is too large")

// Store keeps the bodies of one answer: several where it is that of a batch. It is not
// safe for concurrent use.
type Store struct {
	limit  int64             // of all bodies, in bytes; 0 is no bound
	share  *budget.Share     // of the memory that requests may take; nil is no bound
	answer *admission.Answer // is told how much is made and sent; may be nil
	bodies []*Spool          // of a batch
	active *Spool            // of a batch: the one whose rows arrive
	file   *os.File          // nil where all is in memory
	// memoryOnly says that no file could be made: all stays in memory, as far as the
	// budget goes, since more memory is better than no answer.
	memoryOnly bool
	filed      int64 // bytes in the file
	held       int64 // bytes in memory, of bodies that have ended
	ended      int64 // bytes of bodies that have ended
}

// NewStore makes one for a batch. limit bounds all bodies, in bytes; 0 is no bound.
func NewStore(limit int64, share *budget.Share, answer *admission.Answer) *Store {
	return &Store{limit: limit, share: share, answer: answer}
}

// Spool makes a body of rows as they arrive (it is a db.Sink), or takes one that is
// made. It is not safe for concurrent use.
type Spool struct {
	*Store
	rows  *encode.Rows
	text  []byte // the end of the body that is not in the file
	check int    // at which length of text the bounds are looked at again
	asked int64  // bytes of the budget
	known int64  // bytes that answer has been told of
	from  int64  // where the body begins in the file
	spilt int64  // how much of it is in the file
	over  bool   // it is whole
	// isLarge tells that text is one of the large buffers, or becomes one.
	isLarge bool
}

// Buffers of bodies that have been sent. A small body never holds a large one, which the
// budget does not know of.
var (
	small = sync.Pool{New: func() any { return new([]byte) }} // up to maxSmall bytes
	large = sync.Pool{New: func() any { return new([]byte) }} // up to twice inMemory
)

const maxSmall = 64 << 10

// NewSpool makes an empty one in a store of its own. Release it when the body is sent.
func NewSpool(limit int64, share *budget.Share, answer *admission.Answer) *Spool {
	alone := &struct { // one allocation
		Spool
		store Store
	}{store: *NewStore(limit, share, answer)}
	alone.Spool.Store = &alone.store
	return &alone.Spool
}

// NewSpool makes an empty one. It is released with the store.
func (st *Store) NewSpool() *Spool {
	s := &Spool{Store: st}
	st.bodies = append(st.bodies, s)
	return s
}

// Binary reports for which types (pg_type.oid) values may be in binary format.
func (s *Spool) Binary(oid uint32) bool { return encode.Binary(oid) }

// Begin starts a new body, for rows of these columns. It refuses types that
// only PostgreSQL can write (encode.ErrType).
func (s *Spool) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	if err := s.Restart(); err != nil {
		return err
	}
	s.open()
	var err error
	s.rows, err = encode.New(columns, binary)
	return err
}

// Restart starts a new body, for Append. The one before it in the same store is whole
// then; if this is the first, all begin again.
func (s *Spool) Restart() error {
	if s.active != nil && s.active != s {
		if err := s.active.End(); err != nil {
			return err
		}
	}
	switch {
	case len(s.bodies) == 0:
		s.filed = 0
	case s.bodies[0] == s:
		for _, body := range s.bodies {
			body.reset()
		}
		s.filed, s.held, s.ended = 0, 0, 0
	}
	s.reset()
	if len(s.bodies) > 0 {
		s.active = s
	}
	return nil
}

func (s *Spool) reset() {
	s.free()
	s.rows, s.from, s.spilt, s.over, s.isLarge = nil, 0, 0, false, false
	s.check, s.known = 0, 0
}

// open takes a buffer.
func (s *Spool) open() {
	s.text = (*small.Get().(*[]byte))[:0]
	s.check = s.nextCheck(0)
}

// Row adds a row.
func (s *Spool) Row(values [][]byte) error {
	s.text = s.rows.Append(s.text, values)
	if len(s.text) < s.check {
		return nil
	}
	return s.bounded()
}

// Append adds a part of a body that is not made of rows.
func (s *Spool) Append(text []byte) error {
	if cap(s.text) == 0 {
		s.open()
	}
	if len(text) > maxSmall && !s.isLarge {
		s.enlarge()
	}
	for part := range slices.Chunk(text, piece) {
		s.text = append(s.text, part...)
		if len(s.text) >= s.check {
			if err := s.bounded(); err != nil {
				return err
			}
		}
	}
	return nil
}

// nextCheck is the length of text, beyond n bytes, at which the bounds are looked at.
func (s *Spool) nextCheck(n int) int {
	next := min(max(2*n, budget.Unasked), n+piece)
	if n < inMemory {
		next = min(next, inMemory)
	}
	if s.limit > 0 {
		next = min(next, int(s.limit-s.ended-s.spilt)+1)
	}
	return next
}

// bounded holds the body to its bounds: beyond those of memory it goes on in the file.
func (s *Spool) bounded() error {
	n := len(s.text)
	s.answer.Grow(int(s.spilt + int64(n) - s.known))
	s.known = s.spilt + int64(n)
	if s.limit > 0 && s.ended+s.spilt+int64(n) > s.limit {
		return ErrTooLarge
	}
	s.check = s.nextCheck(n)
	more := int64(max(s.check, 2*budget.Unasked)) - s.asked
	fits := more <= 0 || s.share.Grow(more)
	if fits {
		s.asked += max(more, 0)
	}
	if fits && (n < inMemory || s.memoryOnly) {
		if !s.isLarge {
			s.enlarge()
		}
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	if s.memoryOnly && !fits {
		return budget.ErrSpent
	}
	s.check = s.nextCheck(len(s.text))
	return nil
}

// End adds what stands behind the last row. The body is whole then; again it does nothing.
func (s *Spool) End() error {
	if s.over {
		return nil
	}
	s.over = true
	if s.rows != nil {
		s.text = s.rows.End(s.text)
	}
	if s.limit > 0 && s.ended+s.spilt+int64(len(s.text)) > s.limit {
		return ErrTooLarge
	}
	if s.spilt > 0 || s.held+int64(len(s.text)) > inMemory && !s.memoryOnly {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.ended += s.Size()
	s.held += int64(len(s.text))
	if len(s.bodies) > 0 && len(s.text) == 0 {
		s.free()
	}
	return nil
}

// Rows is the number of rows so far.
func (s *Spool) Rows() int64 { return s.rows.Count() }

// Body is the body where it is in memory, until it is released; nil where it is not.
func (s *Spool) Body() []byte {
	if s.spilt > 0 {
		return nil
	}
	return s.text
}

// Load reads the body, in a buffer that may be nil.
func (s *Spool) Load(buffer []byte) ([]byte, error) {
	if s.spilt == 0 {
		return s.text, nil
	}
	buffer = slices.Grow(buffer[:0], int(s.Size()))[:s.Size()]
	if _, err := s.file.ReadAt(buffer[:s.spilt], s.from); err != nil {
		return nil, fmt.Errorf("read a body again: %w", err)
	}
	copy(buffer[s.spilt:], s.text)
	return buffer, nil
}

// Size is the length of the body, in bytes.
func (s *Spool) Size() int64 { return s.spilt + int64(len(s.text)) }

// WriteTo sends the body.
func (s *Spool) WriteTo(w io.Writer) (int64, error) {
	if s.spilt == 0 {
		n, err := w.Write(s.text)
		return int64(n), err
	}
	var sent int64
	buffer := make([]byte, 32<<10)
	for sent < s.spilt {
		n, err := io.CopyBuffer(w, io.NewSectionReader(s.file, s.from+sent, min(piece, s.spilt-sent)), buffer)
		if sent += n; err != nil {
			return sent, err
		}
		s.answer.Grow(int(n))
	}
	return sent, nil
}

// Release gives back what the body took, and with it its store.
func (s *Spool) Release() {
	s.free()
	s.Store.Release()
}

// Release gives back what the bodies took.
func (st *Store) Release() {
	for _, body := range st.bodies {
		body.free()
	}
	st.bodies, st.active = nil, nil
	if st.file != nil {
		_ = st.file.Close() // it has no name any more: closed or not, it is gone
		st.file = nil
	}
}

// free gives the memory of a body back.
func (s *Spool) free() {
	s.giveBuffer()
	s.share.Shrink(s.asked)
	s.asked = 0
}

// enlarge goes on in a large buffer.
func (s *Spool) enlarge() {
	s.isLarge = true
	buffer := (*large.Get().(*[]byte))[:0]
	if cap(buffer) <= cap(s.text) {
		return
	}
	buffer = append(buffer, s.text...)
	if cap(s.text) <= maxSmall {
		s.giveBuffer()
	}
	s.text = buffer
}

// giveBuffer lets other bodies use the buffer.
func (s *Spool) giveBuffer() {
	if cap(s.text) == 0 {
		return
	}
	text := s.text // on the heap
	s.text = nil
	switch size := cap(text); {
	case size <= maxSmall:
		small.Put(&text)
	case size <= 2*inMemory:
		large.Put(&text)
	}
}

// spill writes what is in memory to the file.
func (s *Spool) spill() error {
	if s.file == nil && !s.memoryOnly {
		s.file, s.memoryOnly = tempFile()
	}
	if s.memoryOnly {
		return nil
	}
	if s.spilt == 0 {
		s.from = s.filed
	}
	n, err := s.file.WriteAt(s.text, s.filed)
	s.spilt += int64(n)
	s.filed += int64(n)
	s.text = s.text[:0]
	if err != nil {
		return fmt.Errorf("keep a body: %w", err)
	}
	return nil
}

// tempFile makes a file that no other process can open, and which is gone when it is
// closed, also where the program dies. There may be no folder for it: an image
// has none, or one that cannot be written to.
func tempFile() (file *os.File, failed bool) {
	file, err := os.CreateTemp("", "toubkal-body-")
	if err != nil {
		return nil, true
	}
	_ = os.Remove(file.Name()) // where names outlive this, the file has one until it is cleaned up
	return file, false
}
