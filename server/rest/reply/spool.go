package reply

import (
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/toubkal/toubkal/server/rest/encode"
)

// inMemory is how much of a body waits in memory, in bytes. What goes beyond it
// waits in a file: the first byte of an answer can only be sent once the last
// row is there, since status and headers depend on it (Content-Range has the
// number of rows, a function may set both, and PostgreSQL may still refuse).
const inMemory = 1 << 20

// Spool makes the body of rows as they arrive (it is a db.Sink) and keeps it. It
// is not safe for concurrent use.
type Spool struct {
	rows *encode.Rows
	text []byte   // the end of the body that is not in the file
	file *os.File // nil where all is in text
	// memoryOnly says that no file could be made: all stays in text, since more
	// memory is better than no answer.
	memoryOnly bool
	size       int64 // of the whole body
}

// buffers are those of bodies that have been sent.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// NewSpool makes an empty one. Release it when the body is sent.
func NewSpool() *Spool { return &Spool{text: (*buffers.Get().(*[]byte))[:0]} }

// Binary reports for which types (pg_type.oid) values may be in binary format.
func (s *Spool) Binary(oid uint32) bool { return encode.Binary(oid) }

// Begin starts a new body, for rows of these columns. It refuses types that
// only PostgreSQL can write (encode.ErrType).
func (s *Spool) Begin(columns iter.Seq2[string, uint32], binary bool) (err error) {
	s.text, s.size = s.text[:0], 0
	if err := s.drop(); err != nil {
		return err
	}
	s.rows, err = encode.New(columns, binary)
	return err
}

// Row adds a row.
func (s *Spool) Row(values [][]byte) error {
	s.text = s.rows.Append(s.text, values)
	if len(s.text) < inMemory || s.memoryOnly {
		return nil
	}
	return s.spill()
}

// End adds what stands behind the last row.
func (s *Spool) End() error {
	s.text = s.rows.End(s.text)
	if s.file != nil {
		return s.spill()
	}
	s.size = int64(len(s.text))
	return nil
}

// Rows is how many there have been.
func (s *Spool) Rows() int64 { return s.rows.Count() }

// Body is the body where it is in memory, until Release; nil where it is not.
func (s *Spool) Body() []byte {
	if s.file != nil {
		return nil
	}
	return s.text
}

// Size is how long the body is.
func (s *Spool) Size() int64 { return s.size }

// WriteTo sends the body.
func (s *Spool) WriteTo(w io.Writer) (int64, error) {
	if s.file == nil {
		n, err := w.Write(s.text)
		return int64(n), err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return 0, fmt.Errorf("read a body again: %w", err)
	}
	return io.Copy(w, s.file)
}

// Release gives back what the body took.
func (s *Spool) Release() {
	_ = s.drop() // the file has no name any more: closed or not, it is gone
	text := s.text
	if cap(text) <= 2*inMemory {
		buffers.Put(&text)
	}
	s.text, s.rows = nil, nil
}

// spill writes what is in memory to the file.
func (s *Spool) spill() error {
	if s.file == nil {
		s.file, s.memoryOnly = tempFile()
	}
	if s.memoryOnly {
		return nil
	}
	n, err := s.file.Write(s.text)
	s.size += int64(n)
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

func (s *Spool) drop() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
