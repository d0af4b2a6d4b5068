package edge

import (
	"bytes"
	"io"
)

// requestLine escapes the % of a path that begins no escape. Browsers send the path /100%.txt
// as it is (https://url.spec.whatwg.org/#path-state), and net/http would answer 400 before any
// handler: a browser's script could not even read that, since it lacks the headers of CORS.
type requestLine struct {
	inside bool   // what is read next is of the line of a request
	path   bool   // in its path
	query  bool   // after its path
	opaque bool   // TLS, whose bytes are no lines
	seen   bool   // something was read
	raw    []byte // the last bytes, which may be the beginning of an escape
	ready  []byte // to be given
}

// begin is called when the connection waits for its next request. One of TLS may be read
// meanwhile, by HTTP/2.
func (r *requestLine) begin() {
	if !r.opaque {
		r.inside, r.path, r.query = true, false, false
	}
}

func (r *requestLine) read(from io.Reader, p []byte) (int, error) {
	for len(r.ready) == 0 {
		n, err := from.Read(p)
		if !r.inside || n == 0 {
			return n, err
		}
		if !r.seen {
			r.seen, r.opaque = true, p[0] < 'A' || p[0] > 'Z'
		}
		if r.opaque {
			r.inside = false
			return n, err
		}
		line, _, ended := bytes.Cut(p[:n], []byte{'\n'})
		if ended && len(r.raw) == 0 && (r.query || bytes.IndexByte(line, '%') < 0) {
			r.inside = false
			return n, err
		}
		r.escape(append(r.raw, p[:n]...))
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// escape makes ready what is known of text to be an escape or none. Text that does not begin as a
// request does is the rest of one that was sent before the answer to the last: it stays as it is.
func (r *requestLine) escape(text []byte) {
	r.raw, r.ready = nil, make([]byte, 0, len(text)+16)
	for i, c := range text {
		switch {
		case !r.inside:
		case !r.path && !r.query:
			r.path = c == '/'
			r.inside = r.path || c == ' ' || c >= 'A' && c <= 'Z'
		case c == '\n':
			r.inside = false
		case c == '?':
			r.query = true
		case c == '%' && !r.query:
			rest := text[i+1:]
			switch {
			case len(rest) > 0 && !isHex(rest[0]), len(rest) > 1 && !isHex(rest[1]):
				r.ready = append(r.ready, "%25"...)
				continue
			case len(rest) < 2:
				r.raw = bytes.Clone(text[i:])
				return
			}
		}
		r.ready = append(r.ready, c)
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
