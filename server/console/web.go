package console

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/static"
)

// dist is the output of `make console`, which is committed: index.html, and assets compressed.
//
//go:embed web/dist
var dist embed.FS

// noncePlaceholder is what the build writes where each answer has a nonce of its own: the editor
// adds style sheets at run time.
const noncePlaceholder = "__nonce__"

// web serves the built application: its files, and its document for every other path.
func web() http.Handler {
	document, failed := fs.ReadFile(dist, "web/dist/index.html")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			static.RefuseMethod(w)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if name, ok := strings.CutPrefix(r.URL.Path, "/_/assets/"); ok {
			serveAsset(w, r, name)
			return
		}
		if failed != nil {
			edge.Refuse(w, fault.New(fault.NotFound, "The console is not built."))
			return
		}
		serveDocument(w, string(document))
	})
}

// serveAsset sends a file whose name has a hash of its content, so that browsers keep it for good.
func serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	content, err := fs.ReadFile(dist, "web/dist/assets/"+name+".gz")
	if err != nil {
		edge.Refuse(w, fault.New(fault.NotFound, "The console has no such file."))
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Vary", "Accept-Encoding")
	if static.Accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content)
		return
	}
	plain, err := gzip.NewReader(bytes.NewReader(content))
	if err == nil {
		_, _ = io.Copy(w, plain) // #nosec G110 -- a file of the program
	}
}

func serveDocument(w http.ResponseWriter, document string) {
	random := make([]byte, 18)
	_, _ = rand.Read(random) // never fails since Go 1.24
	nonce := base64.StdEncoding.EncodeToString(random)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"+nonce+"'; style-src-attr 'none'; "+
		"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_, _ = w.Write([]byte(strings.ReplaceAll(document, noncePlaceholder, nonce)))
}
