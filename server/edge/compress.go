package edge

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the smallest body worth compressing, in bytes: below it one
// network packet carries it either way.
const minCompressed = 1024

// zstdBetter is zstd's level of better compression: a page is a tenth smaller by
// it than at the fastest, and takes about a millisecond.
const zstdBetter = 3

// compress shortens text on its way out where the client accepts it, by gzip or
// zstd. An ETag gets a suffix for the compressed form, and loses it again on its
// way back in. A client that asks for no encoding gets the bytes and the headers
// that the service wrote.
func compress() Layer {
	wrapper, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed),
		gzhttp.SuffixETag("-gzip"),
		gzhttp.ZstdCompressionLevel(zstdBetter),
	)
	if err != nil {
		panic("gzhttp refuses constant options: " + err.Error())
	}
	return func(next http.Handler) http.Handler {
		compressed := wrapper(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			hidden := &rangeHider{ResponseWriter: w}
			next.ServeHTTP(hidden, r)
		}))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Accept-Encoding") == "" || r.Header.Get("Upgrade") != "" { // a websocket is no text
				next.ServeHTTP(w, r)
				return
			}
			plainTags(r.Header)
			compressed.ServeHTTP(&rangeShower{ResponseWriter: w}, r)
		})
	}
}

var suffixes = strings.NewReplacer(`-gzip"`, `"`, `-zstd"`, `"`)

// plainTags takes the suffixes of compressed forms off the tags that a client
// has kept, on each line of them.
func plainTags(header http.Header) {
	for _, name := range []string{"If-None-Match", "If-Match"} {
		for i, tags := range header[name] {
			header[name][i] = suffixes.Replace(tags)
		}
	}
}

// hiddenRange is Content-Range while gzhttp decides: it leaves alone whatever
// has one, which is right for ranges of bytes. The table API's count rows, and
// stay true of a compressed body.
const hiddenRange = "X-Toubkal-Content-Range"

type rangeHider struct {
	http.ResponseWriter
	done bool
}

func (w *rangeHider) WriteHeader(status int) {
	header := w.Header()
	if rows := header.Get("Content-Range"); rows != "" && !w.done && !strings.HasPrefix(rows, "bytes") {
		header.Del("Content-Range")
		header.Set(hiddenRange, rows)
	}
	w.done = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *rangeHider) Write(body []byte) (int, error) {
	if !w.done {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(body)
}

// Unwrap lets http.ResponseController flush and hijack through it.
func (w *rangeHider) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// rangeShower brings it back, and says that the answer depends on what the
// client accepts where the service has said only on what else.
type rangeShower struct{ http.ResponseWriter }

func (w *rangeShower) WriteHeader(status int) {
	header := w.Header()
	if rows := header.Get(hiddenRange); rows != "" {
		header.Del(hiddenRange)
		header.Set("Content-Range", rows)
	}
	if !strings.Contains(strings.Join(header.Values("Vary"), ","), "Accept-Encoding") {
		header.Add("Vary", "Accept-Encoding")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController flush and hijack through it.
func (w *rangeShower) Unwrap() http.ResponseWriter { return w.ResponseWriter }
