package reply

import (
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// MaxTaggedBytes bounds the bodies that get a tag, in bytes. What is larger may not
// even be held in memory.
const MaxTaggedBytes = 1 << 20

// digest is the number of characters of a tag that name the rows; what follows names the
// form that they are shown in.
const digest = 32

// Tag is the strong entity tag (RFC 9110 section 8.8.3) of what a read answered;
// "" where it has none. It begins with a digest of the rows as JSON, CSV or
// whatever the format is: of one row alone the brackets of the array do not
// count, so that it has the same digest asked for as an array and as an object.
func Tag(p plan.Plan, r plan.Result) string {
	if p.Format.Body == plan.Nothing || p.Format.Explain != nil || r.Body == nil || len(r.Body) > MaxTaggedBytes {
		return ""
	}
	tag := make([]byte, 0, digest+8)
	tag = digested(append(tag, '"'), p.Format, rows(p.Format, r))
	return string(append(form(tag, p.Format, r), '"'))
}

// rows are the input of the digest.
func rows(f plan.Format, r plan.Result) []byte {
	last := len(r.Body) - 1
	if f.Body == plan.Array && r.Rows == 1 && last > 0 && r.Body[0] == '[' && r.Body[last] == ']' {
		return r.Body[1:last]
	}
	return r.Body
}

// digested appends 128 bits of xxHash, with two seeds: a tag only has
// to differ between versions, and need not resist a caller who may write the row anyway. It takes 0.1 µs
// for 1 kB and 0.1 ms for 1 MB, where SHA-256 took 0.6 and 0.6. A handler's body
// means nothing without its type.
func digested(to []byte, f plan.Format, rows []byte) []byte {
	var sum [digest / 2]byte
	for half := range 2 {
		var hash xxhash.Digest
		hash.ResetWithSeed(uint64(half))
		if f.Body == plan.Custom {
			_, _ = hash.WriteString(f.ContentType + "\x00") // it never fails
		}
		_, _ = hash.Write(rows)
		binary.BigEndian.PutUint64(sum[8*half:], hash.Sum64())
	}
	return hex.AppendEncode(to, sum[:])
}

// forms are the letters of bodies in tags.
var forms = [...]byte{plan.Array: 'a', plan.Object: 'o', plan.CSV: 'c', plan.GeoJSON: 'g', plan.Custom: 'x'}

// form distinguishes answers that have the same rows: how they are wrapped, and
// how many there are in all, which Content-Range says and no cache updates.
func form(to []byte, f plan.Format, r plan.Result) []byte {
	to = append(to, '-', forms[f.Body])
	if f.Stripped {
		to = append(to, 's')
	}
	if r.Total != nil {
		to = strconv.AppendInt(to, *r.Total, 10)
	}
	return to
}

// Revalidate names the answer to a GET or HEAD by its tag, unless SQL has done
// so, and answers 304 where the client says in If-None-Match that it has it.
func (a *Answer) Revalidate(p plan.Plan, r plan.Result, ifNoneMatch []string) {
	if a.Status != http.StatusOK && a.Status != http.StatusPartialContent {
		return
	}
	tag := a.Header.Get("ETag")
	if tag == "" {
		tag = Tag(p, r)
	}
	if tag == "" {
		return
	}
	a.Header["Etag"] = []string{tag}
	if weakMatch(ifNoneMatch, tag) {
		a.Status, a.Body, a.Stored = http.StatusNotModified, nil, nil
		a.Header.Del("Content-Type")
		a.Header.Del("Content-Range")
	}
}

// weakMatch is the weak comparison of RFC 9110 section 8.8.3.2; "*" is any tag.
func weakMatch(lines []string, tag string) bool {
	return slices.ContainsFunc(tags(lines), func(listed string) bool {
		return listed == "*" || strings.TrimPrefix(listed, "W/") == strings.TrimPrefix(tag, "W/")
	})
}

// tags are the entity tags that a header lists. Each is quoted, and may hold a comma.
func tags(lines []string) []string {
	var list []string
	for _, line := range lines {
		for line = strings.Trim(line, " \t,"); line != ""; line = strings.TrimLeft(line, " \t,") {
			end := strings.IndexByte(line, ',')
			if open := strings.IndexByte(line, '"'); open >= 0 && (end < 0 || open < end) {
				shut := strings.IndexByte(line[open+1:], '"')
				if shut < 0 {
					break
				}
				end = open + shut + 2
			}
			if end < 0 {
				end = len(line)
			}
			list = append(list, strings.TrimSpace(line[:end]))
			line = line[end:]
		}
	}
	return list
}

// Condition is the precondition of a change (RFC 9110 section 13.1): the lines of
// the If-Match and If-None-Match headers.
type Condition struct{ Match, NoneMatch []string }

// Any reports whether there is a condition.
func (c Condition) Any() bool { return len(c.Match)+len(c.NoneMatch) > 0 }

// Holds refuses (412) a change of what is not as its client last saw it. r is
// what a GET of the same URL, with the same Accept, answers now: it must be one
// row, and have the digest that If-Match names, in whatever form.
func (c Condition) Holds(p plan.Plan, r plan.Result) error {
	tag := Tag(p, r)
	switch {
	case len(c.Match) > 0 && r.Rows > 1:
		return failed("If-Match is about one row, and the request about several")
	case len(c.Match) > 0 && r.Rows == 0:
		return failed("There is no such row")
	case len(c.Match) > 0 && !strongMatch(c.Match, tag):
		return failed("The row is not as If-Match has it")
	case r.Rows > 0 && strongMatch(c.NoneMatch, tag):
		return failed("The row is there already as If-None-Match has it")
	}
	return nil
}

// PreconditionFailed refuses (412) a change that another one always is in the way of.
func PreconditionFailed(err error) error {
	return failed("The row is being changed by others").Because(err)
}

func failed(message string) *fault.Fault {
	return fault.New(fault.PreconditionFailed, message).
		WithHint("Read the row again, and send the ETag of that answer.")
}

// strongMatch is the strong comparison, of the digests alone: a weak tag has none.
func strongMatch(lines []string, tag string) bool {
	return slices.ContainsFunc(tags(lines), func(listed string) bool {
		return listed == "*" || len(listed) > digest && len(tag) > digest && listed[:digest+1] == tag[:digest+1]
	})
}
