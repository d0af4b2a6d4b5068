// Package image renders pictures: it decodes JPEG, PNG, GIF and WebP, crops and scales
// them, and encodes JPEG, PNG, WebP and AVIF, with the options of Supabase's image
// transformations. It knows no network and no database. It refuses what is no such
// picture, what is too large to decode, options outside their range, and, with ErrBusy,
// more work than its memory allows.
//
//	options.go   what is asked for             source.go    what a file's header says
//	jpeg.go      headers of JPEG               container.go headers of PNG, GIF and WebP
//	exif.go      orientation                   profile.go   colour profiles
//	fit.go       crop and size                 scale.go     area averaging
//	render.go    decode, scale, encode         memory.go    what that takes
//	scheduler.go how many at once
package image

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// ErrOptions is wrapped by refusals of Parse and ParseText, whose texts say which option.
var ErrOptions = errors.New("the options are not valid")

// Resize is the mode of fitting a picture into a width and a height.
type Resize string

// The picture covers both and is cropped, is contained in both, or is stretched to both.
const (
	Cover   Resize = "cover"
	Contain Resize = "contain"
	Fill    Resize = "fill"
)

// Format is an encoding of pictures.
type Format string

// Formats that are decoded or encoded. Origin is an option: the source's format.
const (
	Origin Format = "origin"
	JPEG   Format = "jpeg"
	PNG    Format = "png"
	GIF    Format = "gif"
	WebP   Format = "webp"
	AVIF   Format = "avif"
)

// MediaType is the value of Content-Type.
func (f Format) MediaType() string { return "image/" + string(f) }

// MaxSide bounds a width or height that is asked for, in pixels: greater ones are read as
// this one, as by Supabase's storage.
const MaxSide = 2000

// defaultQuality is imgproxy's for JPEG and WebP.
const defaultQuality = 80

// AVIFQuality is imgproxy's for AVIF, where the same number is a better picture. It is for
// the caller to set.
const AVIFQuality = 62

// Options are the parameters of a rendering. The zero value keeps the size.
type Options struct {
	// Width and Height are in pixels, up to MaxSide; 0 where they follow from the other.
	Width, Height int
	// Resize needs both. Defaults to Cover.
	Resize Resize
	// Quality is 20 to 100. Defaults to 80. PNG has none.
	Quality int
	// Format is Origin, WebP, AVIF, or "" for what the client accepts.
	Format Format
	// Gravity says which part Cover keeps: no, so, ea, we, noea, nowe, soea, sowe, ce (the
	// default), sm for the part with most details, or fp for the part around a focal point.
	Gravity string
	// XOffset and YOffset are the focal point of fp, from 0 to 1 of the picture; for the
	// others but sm they move the part away from that edge, in pixels of the result.
	XOffset, YOffset float64
}

// names of the options, in the order in which Parse looks at them.
var names = []string{"width", "height", "resize", "quality", "format", "gravity", "x_offset", "y_offset"}

var gravities = map[string]bool{
	"no": true, "so": true, "ea": true, "we": true, "noea": true, "nowe": true, "soea": true, "sowe": true, "ce": true, "sm": true, "fp": true,
}

// Parse reads the options from a query, whose other parameters it leaves alone.
func Parse(query url.Values) (Options, error) {
	given := map[string]string{}
	for _, name := range names {
		switch values := query[name]; len(values) {
		case 0:
		case 1:
			given[name] = values[0]
		default:
			return Options{}, fmt.Errorf("%w: %s is given twice", ErrOptions, name)
		}
	}
	return parse(given)
}

// ParseText reads the options from the form that a signed token has, such as
// "width:200,height:200,resize:cover". "" has none.
func ParseText(text string) (Options, error) {
	given := map[string]string{}
	if text == "" {
		return parse(given)
	}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(pair, ":")
		if _, twice := given[name]; twice {
			return Options{}, fmt.Errorf("%w: %s is given twice", ErrOptions, name)
		}
		given[name] = value
		if name == "gravity" {
			gravity, offsets, has := strings.Cut(value, ":")
			given[name] = gravity
			if has {
				given["x_offset"], given["y_offset"], _ = strings.Cut(offsets, ":")
			}
		}
	}
	for name := range given {
		if !HasOption(name) {
			return Options{}, fmt.Errorf("%w: there is no option %q", ErrOptions, name)
		}
	}
	return parse(given)
}

// HasOption reports whether there is an option of a name.
func HasOption(name string) bool { return slices.Contains(names, name) }

func parse(given map[string]string) (o Options, err error) {
	whole := func(name string, least, most int) int {
		text, ok := given[name]
		if !ok || err != nil {
			return 0
		}
		n, bad := strconv.Atoi(text)
		if bad != nil || n < least || n > most {
			err = fmt.Errorf("%w: %s must be a whole number from %d to %d, and is %q", ErrOptions, name, least, most, text)
		}
		return n
	}
	o.Width, o.Height = min(whole("width", 0, math.MaxInt32), MaxSide), min(whole("height", 0, math.MaxInt32), MaxSide)
	o.Quality = whole("quality", 20, 100)
	o.Resize, o.Format, o.Gravity = Resize(given["resize"]), Format(given["format"]), given["gravity"]
	if err != nil {
		return Options{}, err
	}
	if _, ok := given["resize"]; ok && o.Resize != Cover && o.Resize != Contain && o.Resize != Fill {
		return Options{}, fmt.Errorf("%w: resize must be cover, contain or fill, and is %q", ErrOptions, o.Resize)
	}
	if _, ok := given["format"]; ok && o.Format != Origin && o.Format != WebP && o.Format != AVIF {
		return Options{}, fmt.Errorf("%w: format must be origin, webp or avif, and is %q", ErrOptions, o.Format)
	}
	if _, ok := given["gravity"]; ok && !gravities[o.Gravity] {
		return Options{}, fmt.Errorf("%w: gravity must be one of no, so, ea, we, noea, nowe, soea, sowe, ce, sm and fp, and is %q", ErrOptions, o.Gravity)
	}
	return o, o.parseOffsets(given)
}

// parseOffsets reads x_offset and y_offset, whose range depends on the gravity.
func (o *Options) parseOffsets(given map[string]string) error {
	for name, offset := range map[string]*float64{"x_offset": &o.XOffset, "y_offset": &o.YOffset} {
		text, ok := given[name]
		if !ok {
			if o.Gravity == "fp" {
				return fmt.Errorf("%w: gravity fp needs x_offset and y_offset", ErrOptions)
			}
			continue
		}
		if o.Gravity == "sm" {
			return fmt.Errorf("%w: gravity sm has no %s", ErrOptions, name)
		}
		least, most := -float64(MaxSide), float64(MaxSide)
		if o.Gravity == "fp" {
			least, most = 0, 1
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n >= least && n <= most) { // NaN is neither
			return fmt.Errorf("%w: %s must be a number from %g to %g, and is %q", ErrOptions, name, least, most, text)
		}
		*offset = n
	}
	return nil
}

// Text gives the options but Format in the form of ParseText, which is that of the tokens of
// Supabase's storage.
func (o Options) Text() string {
	var parts []string
	add := func(name string, value string, given bool) {
		if given {
			parts = append(parts, name+":"+value)
		}
	}
	add("height", strconv.Itoa(o.Height), o.Height > 0)
	add("width", strconv.Itoa(o.Width), o.Width > 0)
	add("resize", string(o.Resize), o.Resize != "")
	add("quality", strconv.Itoa(o.Quality), o.Quality > 0)
	moved := o.Gravity == "fp" || o.XOffset != 0 || o.YOffset != 0
	add("gravity", o.Gravity, o.Gravity != "" && !moved)
	add("gravity", fmt.Sprintf("%s:%g:%g", cmp.Or(o.Gravity, "ce"), o.XOffset, o.YOffset), moved)
	return strings.Join(parts, ",")
}

// String gives the options in the syntax of the header X-Transformations, which are
// imgproxy's. Options that mean the same have the same text.
func (o Options) String() string {
	parts := make([]string, 0, 5)
	if o.Height > 0 {
		parts = append(parts, "height:"+strconv.Itoa(o.Height))
	}
	if o.Width > 0 {
		parts = append(parts, "width:"+strconv.Itoa(o.Width))
	}
	kind := map[Resize]string{Contain: "fit", Fill: "force"}[o.Resize]
	if kind == "" {
		kind = "fill"
	}
	parts = append(parts, "resizing_type:"+kind, "quality:"+strconv.Itoa(o.quality()))
	if o.Gravity != "" && (o.Gravity != "ce" || o.XOffset != 0 || o.YOffset != 0) || o.XOffset != 0 || o.YOffset != 0 {
		gravity := o.Gravity
		if gravity == "" {
			gravity = "ce"
		}
		parts = append(parts, fmt.Sprintf("gravity:%s:%g:%g", gravity, o.XOffset, o.YOffset))
	}
	return strings.Join(parts, ",")
}

func (o Options) quality() int {
	if o.Quality == 0 {
		return defaultQuality
	}
	return o.Quality
}
