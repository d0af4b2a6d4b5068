package storage

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/image"
	"github.com/toubkal/toubkal/server/storage/object"
)

// renderPublic answers with a rendering of a picture of a public bucket, without a token.
func (s *Service) renderPublic(w http.ResponseWriter, r *http.Request, c call) error {
	options, err := image.Parse(r.URL.Query())
	if err != nil {
		return pictureFault(err)
	}
	o, public, err := s.Store.FindPublic(r, c.bucket, c.name)
	if err != nil {
		return err
	}
	if !public {
		return object.NoSuchBucket()
	}
	return s.sendRendered(w, r, c, o, options, access{public: true})
}

// render answers with a rendering of a picture that the policies let the caller read.
func (s *Service) render(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	options, err := image.Parse(r.URL.Query())
	if err != nil {
		return pictureFault(err)
	}
	o, err := s.Store.Find(r.Context(), caller, c.bucket, c.name)
	if err != nil {
		return err
	}
	return s.sendRendered(w, r, c, o, options, access{})
}

// sendRendered answers with a picture as the options have it, or 304.
func (s *Service) sendRendered(w http.ResponseWriter, r *http.Request, c call, o object.Found, options image.Options, by access) error {
	accept := r.Header.Values("Accept")
	format := negotiate(options, accept)
	var body io.ReadSeekCloser
	err := blob.ErrNotFound
	// AVIF is encoded in the background, and answered once it is kept.
	asAVIF := options
	asAVIF.Quality = cmp.Or(options.Quality, image.AVIFQuality)
	if options.Format == image.AVIF || options.Format == "" && accepts(accept, image.AVIF) {
		if body, _, err = s.Store.Files.OpenDerived(r.Context(), o.Version, variant(o.Version, asAVIF, image.AVIF)); err == nil {
			format, options = image.AVIF, asAVIF
		}
	}
	if errors.Is(err, blob.ErrNotFound) {
		body, err = s.pictures.open(r.Context(), s.Store.Files, o, options, format)
		if err == nil && options.Format == image.AVIF {
			s.pictures.renderLater(s.Store.Files, o, asAVIF)
		}
	}
	if err != nil {
		return pictureFault(err)
	}
	defer func() { _ = body.Close() }()
	var start [16]byte
	n, err := io.ReadFull(body, start[:])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	encoded, err := image.Sniff(start[:n])
	if err != nil {
		return err
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	h := w.Header()
	sentType, _ := object.Protect(h, encoded.MediaType())
	h.Set("Content-Type", sentType)
	offer(h, r, c, false)
	h.Set("X-Robots-Tag", "none")
	h.Set("X-Transformations", options.String())
	h.Set("Etag", `"`+variant(o.Version, options, format)+`"`)
	if options.Format == "" {
		h.Add("Vary", "Accept")
	}
	by.cache(h, o, r.URL.Query().Get("v"), s.Store.Now())
	object.OneRange(r.Header)
	http.ServeContent(&rangeErrors{ResponseWriter: w, s: s, r: r}, r, "", lastModified(o, s.Store.Now()), body)
	return nil
}

// negotiate says which format an answer has: what the options ask for, else WebP for a
// client that accepts it, else the source's. A browser names image/webp where it reads it;
// */* alone says nothing about that. AVIF, whose encoding takes seconds, is answered first
// as WebP, which every browser that reads AVIF reads too.
func negotiate(o image.Options, accept []string) image.Format {
	switch o.Format {
	case image.Origin:
		return image.Origin
	case image.WebP, image.AVIF:
		return image.WebP
	}
	if accepts(accept, image.WebP) {
		return image.WebP
	}
	return image.Origin
}

// accepts reports whether the values of Accept name a format.
func accepts(accept []string, format image.Format) bool {
	for kind := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		name, parameters, _ := strings.Cut(kind, ";")
		if strings.EqualFold(strings.TrimSpace(name), format.MediaType()) && !refused(parameters) {
			return true
		}
	}
	return false
}

// refused reports a quality of 0 (RFC 9110, 12.4.2).
func refused(parameters string) bool {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
		if strings.EqualFold(name, "q") {
			q, err := strconv.ParseFloat(value, 64)
			return err == nil && q == 0
		}
	}
	return false
}

// pictureFault gives errors of pictures the codes and texts of Supabase's storage. What
// exactly is wrong is the hint.
func pictureFault(err error) error {
	for _, known := range []error{image.ErrAnimated, image.ErrUnsupported, image.ErrResolution, image.ErrFileSize} {
		if errors.Is(err, known) {
			text := known.Error()
			detail := strings.TrimPrefix(strings.TrimPrefix(err.Error(), text), ": ")
			return fault.New(fault.StorageInvalidRequest, strings.ToUpper(text[:1])+text[1:]).WithHint(cmp.Or(detail, text))
		}
	}
	if errors.Is(err, image.ErrOptions) {
		return object.Unfit(strings.TrimPrefix(err.Error(), image.ErrOptions.Error()+": "))
	}
	if errors.Is(err, image.ErrBusy) {
		f := fault.New(fault.StorageInvalidRequest, "Too many requests").WithHint("Too many pictures are being rendered; please try again after a moment.")
		f.Status = http.StatusTooManyRequests
		f.Header = http.Header{"Retry-After": {"5"}}
		return f
	}
	return err
}
