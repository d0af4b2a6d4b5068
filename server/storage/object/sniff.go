package object

import (
	"bufio"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// sniffed is how much of a file tells its type, in bytes: what the standard of sniffing
// reads (https://mimesniff.spec.whatwg.org).
const sniffed = 512

// signed are the content types whose files begin with a signature that Sniff knows.
var signed = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true, "application/pdf": true,
}

// Sniff compares the beginning of r with the type that the client declared, and gives what
// r gives. A picture, a sound or a PDF that is a page is refused everywhere; in a bucket
// that names its types, so is a picture or PDF without the signature of its type.
func (l Limits) Sniff(declared string, r io.Reader) (io.Reader, error) {
	whole := bufio.NewReaderSize(r, sniffed)
	head, _ := whole.Peek(sniffed) // an error comes again when it is read
	kind, _, _ := mime.ParseMediaType(declared)
	if kind == "image/jpg" {
		kind = "image/jpeg"
	}
	main, _, _ := strings.Cut(kind, "/")
	found, _, _ := strings.Cut(http.DetectContentType(head), ";")
	media := kind == "application/pdf" || kind != "image/svg+xml" && (main == "image" || main == "video" || main == "audio" || main == "font")
	page := found == "text/html" || found == "text/xml"
	if media && page || l.Types != nil && signed[kind] && found != kind {
		return nil, fault.New(fault.StorageInvalidMimeType, "The file is declared as "+kind+" and its content is "+found)
	}
	return whole, nil
}
