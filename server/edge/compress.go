package edge

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the smallest body worth compressing, in bytes: below it one
// network packet carries it either way.
const minCompressed = 1024

// compress gzips text on its way out where the client accepts it. An ETag
// keeps its meaning through a suffix for the compressed form. Answers with a
// Content-Range are left alone: their range counts what was written.
func compress() Layer {
	wrapper, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.SuffixETag("-gzip"))
	if err != nil {
		panic("gzhttp refuses constant options: " + err.Error())
	}
	return func(next http.Handler) http.Handler { return wrapper(next) }
}
