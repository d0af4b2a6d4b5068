package reply

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Batch makes one answer of several: a JSON array of status, headers and body. A body
// is JSON as it is, else a string; null is none. It is a plan.StoredBody: the bodies
// stay where they are until they are sent.
type Batch struct {
	store    *Store
	header   http.Header // of the whole
	segments []segment
	size     int64
}

// segment is a part of the text: bytes, or a body of the store.
type segment struct {
	text []byte
	body *Spool
}

// NewBatch begins an answer whose bodies are in a store.
func NewBatch(store *Store) *Batch {
	return &Batch{store: store, header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}}
}

// Add adds an answer, and refuses what makes the whole larger than the store's bound.
// body is a spool that keeps the body as well, whole; nil for none. trusted tells that a body
// is JSON if its type is.
func (b *Batch) Add(a Answer, body *Spool, trusted bool) error {
	separator := "["
	if len(b.segments) > 0 {
		separator = ","
	}
	b.add(fmt.Appendf(nil, `%s{"status":%d,"headers":%s,"body":`, separator, a.Status, compact(b.headers(a.Header))))
	encoding := ""
	switch {
	case len(a.Body) == 0 && a.Stored == nil:
		b.add([]byte("null"))
	case isJSON(a.Header.Get("Content-Type")) && trusted && body != nil:
		b.segments = append(b.segments, segment{body: body})
		b.size += body.Size()
	default:
		text := a.Body
		if a.Stored != nil {
			var err error
			if text, err = body.Load(nil); err != nil {
				return err
			}
		}
		switch {
		case isJSON(a.Header.Get("Content-Type")) && json.Valid(text):
			text = compact(json.RawMessage(text))
		case utf8.Valid(text):
			text = compact(string(text))
		default:
			text, encoding = compact(text), `,"encoding":"base64"`
		}
		if body == nil {
			b.add(text)
			break
		}
		kept := b.store.NewSpool()
		if err := kept.Append(text); err != nil {
			return err
		}
		if err := kept.End(); err != nil {
			return err
		}
		b.segments = append(b.segments, segment{body: kept})
		b.size += kept.Size()
	}
	b.add([]byte(encoding + "}"))
	if b.store.limit > 0 && b.size > b.store.limit {
		return ErrTooLarge
	}
	return nil
}

func (b *Batch) add(text []byte) {
	b.segments = append(b.segments, segment{text: text})
	b.size += int64(len(text))
}

// headers are the headers of one response. Cookies cannot be joined, and are set by the
// whole.
func (b *Batch) headers(of http.Header) map[string]string {
	headers := make(map[string]string, len(of))
	for name, values := range of {
		if name == "Set-Cookie" {
			b.header[name] = append(b.header[name], values...)
			continue
		}
		headers[name] = strings.Join(values, ", ")
	}
	return headers
}

// Answer is the response to the whole batch, after the last was added. whole has its settings.
func (b *Batch) Answer(whole plan.Result) (Answer, error) {
	b.add([]byte("]"))
	answer := Answer{Status: http.StatusOK, Header: b.header, Stored: b, Release: b.store.Release}
	return answer, answer.override(whole)
}

// Size is the length of the response, in bytes.
func (b *Batch) Size() int64 { return b.size }

// WriteTo sends the answer.
func (b *Batch) WriteTo(w io.Writer) (sent int64, err error) {
	for _, s := range b.segments {
		var n int64
		if s.body != nil {
			n, err = s.body.WriteTo(w)
		} else {
			var short int
			short, err = w.Write(s.text)
			n = int64(short)
		}
		if sent += n; err != nil {
			return sent, err
		}
	}
	return sent, nil
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}
