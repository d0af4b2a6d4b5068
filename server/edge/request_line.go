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
func (l *requestLine) begin() {
	if !l.opaque {
		l.inside, l.path, l.query = true, false, false
	}
}

func (l *requestLine) read(from io.Reader, p []byte) (int, error) {
	for len(l.ready) == 0 {
		n, err := from.Read(p)
		if !l.inside || n == 0 {
			return n, err
		}
		if !l.seen {
			l.seen, l.opaque = true, p[0] < 'A' || p[0] > 'Z'
		}
		if l.opaque {
			l.inside = false
			return n, err
		}
		line, _, ended := bytes.Cut(p[:n], []byte{'\n'})
		if ended && len(l.raw) == 0 && (l.query || bytes.IndexByte(line, '%') < 0) {
			l.inside = false
			return n, err
		}
		l.escape(append(l.raw, p[:n]...))
	}
	n := copy(p, l.ready)
	l.ready = l.ready[n:]
	return n, nil
}

// escape makes ready what is known of text to be an escape or none. Text that does not begin as a
// request does is the rest of one that was sent before the answer to the last: it stays as it is.
func (l *requestLine) escape(text []byte) {
	l.raw, l.ready = nil, make([]byte, 0, len(text)+16)
	for i, c := range text {
		switch {
		case !l.inside:
		case !l.path && !l.query:
			l.path = c == '/'
			l.inside = l.path || c == ' ' || c >= 'A' && c <= 'Z'
		case c == '\n':
			l.inside = false
		case c == '?':
			l.query = true
		case c == '%' && !l.query:
			rest := text[i+1:]
			switch {
			case len(rest) > 0 && !isHex(rest[0]), len(rest) > 1 && !isHex(rest[1]):
				l.ready = append(l.ready, "%25"...)
				continue
			case len(rest) < 2:
				l.raw = bytes.Clone(text[i:])
				return
			}
		}
		l.ready = append(l.ready, c)
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
