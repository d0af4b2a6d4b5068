package image

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// What Read and Render refuse. The texts are those of Supabase's storage; the wrapping
// error says more.
var (
	ErrUnsupported = errors.New("the source image is invalid or unsupported for rendering")
	ErrResolution  = errors.New("the source image resolution is too large to process")
	ErrFileSize    = errors.New("the source image file is too large to process")
	ErrAnimated    = fmt.Errorf("%w: animated WebP is not taken; please use the file itself, or a still picture", ErrUnsupported)
)

// Limits of sources: those of Supabase's hosted service, and its decoders' side.
const (
	MaxFileSize   = 25 << 20   // bytes
	MaxResolution = 50_000_000 // pixels
	MaxSourceSide = 16384      // pixels
)

// Source is the header of a picture.
type Source struct {
	Format Format
	// Width and Height are in pixels, as stored: before the orientation is applied.
	Width, Height int
	// Orientation is EXIF's, 1 to 8.
	Orientation int
	// Profile is an ICC profile of RGB colours that is not sRGB; nil for sRGB.
	Profile []byte
	// fileSize is in bytes, and decodedSize what the decoder allocates.
	fileSize, decodedSize int64
	// gray and opaque sources are known to have no colour, or no transparency.
	gray, opaque bool
}

// Read reads the header of a picture of fileSize bytes, of which it decodes nothing, and
// refuses what Render must not decode. The caller rewinds r afterwards.
func Read(r io.ReadSeeker, fileSize int64) (s Source, err error) {
	defer recoverAsUnsupported(&err)
	if fileSize > MaxFileSize {
		return Source{}, fmt.Errorf("%w: it has more than %d MB", ErrFileSize, MaxFileSize>>20)
	}
	s = Source{fileSize: fileSize, Orientation: 1}
	buffered := bufio.NewReader(io.LimitReader(r, MaxFileSize))
	start, err := buffered.Peek(16)
	if err != nil && !errors.Is(err, io.EOF) {
		return Source{}, err
	}
	s.Format, err = Sniff(start)
	if err != nil {
		return Source{}, err
	}
	switch s.Format {
	case AVIF:
		return Source{}, fmt.Errorf("%w: AVIF is not decoded; please upload JPEG, PNG or WebP", ErrUnsupported)
	case JPEG:
		err = s.readJPEG(buffered)
	case PNG:
		err = s.readPNG(buffered)
	case WebP:
		err = s.readWebP(buffered)
	}
	if err != nil {
		return Source{}, unsupported(err)
	}
	// The decoder's own reading of the header decides: it is what would be allocated.
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return Source{}, err
	}
	config, err := s.Format.decodeConfig(bufio.NewReader(io.LimitReader(r, MaxFileSize)))
	if err != nil {
		return Source{}, unsupported(err)
	}
	if s.Format == GIF { // only the first frame is decoded, a byte a pixel
		s.Width, s.Height = config.Width, config.Height
		s.decodedSize = int64(s.Width) * int64(s.Height)
	}
	if s.Width != config.Width || s.Height != config.Height {
		return Source{}, fmt.Errorf("%w: its header states two sizes", ErrUnsupported)
	}
	if s.Width <= 0 || s.Height <= 0 {
		return Source{}, fmt.Errorf("%w: it has no pixels", ErrUnsupported)
	}
	if s.Width > MaxSourceSide || s.Height > MaxSourceSide || s.Width*s.Height > MaxResolution {
		return Source{}, fmt.Errorf("%w: it has %d×%d pixels", ErrResolution, s.Width, s.Height)
	}
	s.gray = config.ColorModel == color.GrayModel
	s.opaque = s.Format == JPEG || s.gray
	return s, nil
}

// Sniff says the format of a file by its first 16 bytes.
func Sniff(start []byte) (Format, error) {
	has := func(at int, text string) bool {
		return len(start) >= at+len(text) && string(start[at:at+len(text)]) == text
	}
	switch {
	case has(0, "\xff\xd8"):
		return JPEG, nil
	case has(0, "\x89PNG\r\n\x1a\n"):
		return PNG, nil
	case has(0, "GIF87a"), has(0, "GIF89a"):
		return GIF, nil
	case has(0, "RIFF") && has(8, "WEBP"):
		return WebP, nil
	case has(4, "ftypavif"), has(4, "ftypavis"):
		return AVIF, nil
	case has(4, "ftyp"):
		return "", fmt.Errorf("%w: HEIC and videos are not decoded; please upload JPEG, PNG or WebP", ErrUnsupported)
	case has(0, "<svg"), has(0, "<?xml"):
		return "", fmt.Errorf("%w: SVG is not rendered; it has every size, so please use the file itself", ErrUnsupported)
	}
	return "", fmt.Errorf("%w: it is neither JPEG, PNG, GIF nor WebP", ErrUnsupported)
}

func (f Format) decodeConfig(r io.Reader) (image.Config, error) {
	switch f {
	case JPEG:
		return jpeg.DecodeConfig(r)
	case PNG:
		return png.DecodeConfig(&summedPNG{r: r})
	case GIF:
		return gif.DecodeConfig(r)
	}
	return webp.DecodeConfig(r)
}

// decode gives the picture, of a GIF its first frame.
func (f Format) decode(r io.Reader) (image.Image, error) {
	switch f {
	case JPEG:
		return jpeg.Decode(r)
	case PNG:
		return png.Decode(&summedPNG{r: r})
	case GIF:
		return gif.Decode(r)
	}
	return webp.Decode(r)
}

// unsupported wraps an error of a decoder.
func unsupported(err error) error {
	if errors.Is(err, ErrUnsupported) || errors.Is(err, ErrResolution) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnsupported, err)
}

// recoverAsUnsupported turns a decoder's panic into an error: its input is a stranger's.
func recoverAsUnsupported(err *error) {
	if failed := recover(); failed != nil {
		*err = fmt.Errorf("%w: the decoder failed: %v", ErrUnsupported, failed)
	}
}
