package object

import (
	"bufio"
	"context"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/files"
)

// sniffed is the length of the beginning of a file that tells its type, in bytes: what the standard of sniffing
// reads (https://mimesniff.spec.whatwg.org).
const sniffed = 512

// signed are the content types whose files begin with a signature that Sniff knows.
var signed = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true, "image/bmp": true, "application/pdf": true,
}

// Sniff gives what r gives, and fails at the first Read where its beginning does not fit
// the type that the client declared. A picture, a sound or a PDF that is a page is refused
// everywhere; in a bucket that names its types, so is a picture or PDF without the
// signature of its type.
func (l Limits) Sniff(declared string, r io.Reader) io.Reader {
	return &sniffing{limits: l, declared: declared, r: bufio.NewReaderSize(r, sniffed)}
}

type sniffing struct {
	limits   Limits
	declared string
	r        *bufio.Reader
	compared bool
}

func (s *sniffing) Read(p []byte) (int, error) {
	if !s.compared {
		head, _ := s.r.Peek(sniffed) // an error comes again when it is read
		if err := s.limits.compare(s.declared, head); err != nil {
			return 0, err
		}
		s.compared = true
	}
	return s.r.Read(p)
}

// sniffParts compares the beginning of a file that has arrived in parts.
func (s *Store) sniffParts(ctx context.Context, l Limits, declared string, parts []files.Part) error {
	body := s.Files.OpenParts(ctx, parts)
	defer func() { _ = body.Close() }()
	head, err := io.ReadAll(io.LimitReader(body, sniffed))
	if err != nil {
		return err
	}
	return l.compare(declared, head)
}

func (l Limits) compare(declared string, head []byte) error {
	kind, _, _ := mime.ParseMediaType(declared)
	if kind == "image/jpg" {
		kind = "image/jpeg"
	}
	main, _, _ := strings.Cut(kind, "/")
	found, _, _ := strings.Cut(http.DetectContentType(head), ";")
	media := kind == "application/pdf" || kind != "image/svg+xml" && (main == "image" || main == "video" || main == "audio" || main == "font")
	page := found == "text/html" || found == "text/xml"
	if media && page || l.Types != nil && signed[kind] && found != kind {
		return fault.New(fault.StorageInvalidMimeType, "The file is declared as "+kind+" and its content is "+found)
	}
	return nil
}
