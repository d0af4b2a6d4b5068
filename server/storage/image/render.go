package image

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
)

// Render decodes a picture from r, whose header Read has read, and encodes what the
// options ask for as format: JPEG, PNG, WebP or AVIF, which one caller may encode at a
// time. All metadata but a colour profile are left
// out. It takes at most Memory(source, options, format) bytes, and observes no context:
// what is bounded is its input.
func Render(s Source, r io.Reader, o Options, format Format) (encoded []byte, err error) {
	defer recoverAsUnsupported(&err)
	if format == AVIF && s.Profile != nil { // the encoder has no place for it
		return nil, errors.New("a picture in wider colours than sRGB is not encoded as AVIF")
	}
	decoded, err := s.Format.decode(io.LimitReader(r, MaxFileSize))
	if err != nil {
		return nil, unsupported(err)
	}
	if s.Format == WebP {
		toFullRange(decoded)
	}
	return encode(s.scaled(decoded, o), s, o, format)
}

// toFullRange changes the colours of a lossy WebP, whose luma is 16 to 235 and chroma 16
// to 240 (RFC 6386, 9.2), to those of image.YCbCr, which are 0 to 255 as in a JPEG:
// golang.org/x/image/webp does not.
func toFullRange(decoded image.Image) {
	var planes *image.YCbCr
	switch p := decoded.(type) {
	case *image.YCbCr:
		planes = p
	case *image.NYCbCrA:
		planes = &p.YCbCr
	default:
		return
	}
	var luma, chroma [256]byte
	for i := range 256 {
		luma[i] = byte(max(0, min(255, ((i-16)*255+109)/219)))
		chroma[i] = byte(max(0, min(255, ((i-128)*255+128*224+112)/224)))
	}
	for i, y := range planes.Y {
		planes.Y[i] = luma[y]
	}
	for _, plane := range [2][]byte{planes.Cb, planes.Cr} {
		for i, c := range plane {
			plane[i] = chroma[c]
		}
	}
}

// Target is the format of an answer in a format: a source that is not encoded again, GIF,
// becomes PNG, which has its transparency too.
func (s Source) Target(f Format) Format {
	if f != Origin && f != "" {
		return f
	}
	if s.Format == GIF {
		return PNG
	}
	return s.Format
}

// scaled crops, scales and turns a decoded picture.
func (s Source) scaled(decoded image.Image, o Options) image.Image {
	turn := turnOf(s.Orientation)
	shownW, shownH := turn.size(s.Width, s.Height)
	part, shownToW, shownToH := o.fit(shownW, shownH)
	if o.Gravity == "sm" && (part.x1-part.x0 < float64(shownW) || part.y1-part.y0 < float64(shownH)) {
		part = s.mostDetails(decoded, turn, part)
	}
	part = turn.area(part, s.Width, s.Height)
	toW, toH := turn.size(shownToW, shownToH)
	switch from := decoded.(type) {
	case *image.YCbCr:
		return turn.ycbcr(from, part, toW, toH)
	case *image.Gray:
		line := func(y int) []byte { return from.Pix[y*from.Stride : y*from.Stride+s.Width] }
		pixels := shrink(line, s.Width, s.Height, 1, part, toW, toH)
		return &image.Gray{Pix: turn.pixels(pixels, toW, toH, 1), Stride: shownToW, Rect: image.Rect(0, 0, shownToW, shownToH)}
	}
	// Colours are multiplied with their opacity before they are averaged: what is
	// transparent has no colour.
	row := image.NewRGBA(image.Rect(0, 0, s.Width, 1))
	line := func(y int) []byte {
		clear(row.Pix) // a frame of a GIF need not cover the whole
		draw.Draw(row, row.Rect, decoded, image.Pt(0, y), draw.Src)
		return row.Pix
	}
	pixels := turn.pixels(shrink(line, s.Width, s.Height, 4, part, toW, toH), toW, toH, 4)
	shown := image.Rect(0, 0, shownToW, shownToH)
	if s.opaque {
		return &image.RGBA{Pix: pixels, Stride: 4 * shownToW, Rect: shown}
	}
	divideByOpacity(pixels)
	return &image.NRGBA{Pix: pixels, Stride: 4 * shownToW, Rect: shown}
}

// divideByOpacity gives multiplied colours back as encoders want them.
func divideByOpacity(pixels []byte) {
	for i := 0; i < len(pixels); i += 4 {
		p := pixels[i : i+4 : i+4]
		if a := uint32(p[3]); a != 0 && a != 255 {
			for c := range 3 {
				p[c] = byte(min(255, (uint32(p[c])*255+a/2)/a))
			}
		}
	}
}

// ycbcr scales each plane by itself, to chroma of half the size.
func (t turn) ycbcr(from *image.YCbCr, part area, toW, toH int) image.Image {
	w, h := from.Rect.Dx(), from.Rect.Dy()
	luma := shrink(func(y int) []byte { return from.Y[y*from.YStride:] }, w, h, 1, part, toW, toH)
	chromaW, chromaH := (toW+1)/2, (toH+1)/2
	ratioX, ratioY := subsampling(from.SubsampleRatio)
	// The last pixel of chroma covers more than the picture where the size is odd.
	x1 := part.x0 + (part.x1-part.x0)*float64(2*chromaW)/float64(toW)
	y1 := part.y0 + (part.y1-part.y0)*float64(2*chromaH)/float64(toH)
	chroma := area{part.x0 / ratioX, part.y0 / ratioY, x1 / ratioX, y1 / ratioY}
	sourceW, sourceH := (w+int(ratioX)-1)/int(ratioX), (h+int(ratioY)-1)/int(ratioY)
	plane := func(pixels []byte) []byte {
		line := func(y int) []byte { return pixels[y*from.CStride:] }
		return t.pixels(shrink(line, sourceW, sourceH, 1, chroma, chromaW, chromaH), chromaW, chromaH, 1)
	}
	shownW, shownH := t.size(toW, toH)
	shownChromaW, _ := t.size(chromaW, chromaH)
	return &image.YCbCr{
		Y: t.pixels(luma, toW, toH, 1), Cb: plane(from.Cb), Cr: plane(from.Cr), YStride: shownW, CStride: shownChromaW,
		SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: image.Rect(0, 0, shownW, shownH),
	}
}

// subsampling is the number of pixels that one of chroma covers.
func subsampling(ratio image.YCbCrSubsampleRatio) (x, y float64) {
	switch ratio {
	case image.YCbCrSubsampleRatio444:
		return 1, 1
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	}
	return 4, 2 // 410
}

// mostDetails moves part to where neighbouring pixels differ most, in a copy of the whole
// picture with at most 64 pixels a side.
func (s Source) mostDetails(decoded image.Image, t turn, part area) area {
	small, w, h := s.gray64(decoded, t)
	columns, rows := make([]int, w), make([]int, h)
	for y := 1; y < h; y++ {
		for x := 1; x < w; x++ {
			here := int(small[y*w+x])
			difference := max(here-int(small[y*w+x-1]), int(small[y*w+x-1])-here) + max(here-int(small[(y-1)*w+x]), int(small[(y-1)*w+x])-here)
			columns[x] += difference
			rows[y] += difference
		}
	}
	shownW, shownH := t.size(s.Width, s.Height)
	x, y := bestWindow(columns, (part.x1-part.x0)/float64(shownW))*float64(shownW), bestWindow(rows, (part.y1-part.y0)/float64(shownH))*float64(shownH)
	x, y = min(x, float64(shownW)-part.x1), min(y, float64(shownH)-part.y1)
	return area{part.x0 + x, part.y0 + y, part.x1 + x, part.y1 + y}
}

// gray64 gives a copy of the picture as it is shown, in gray, with at most 64 pixels a side.
func (s Source) gray64(decoded image.Image, t turn) (pixels []byte, w, h int) {
	w, h = min(s.Width, 64), min(s.Height, 64)
	row := image.NewGray(image.Rect(0, 0, s.Width, 1))
	line := func(y int) []byte {
		draw.Draw(row, row.Rect, decoded, image.Pt(0, y), draw.Src)
		return row.Pix
	}
	if planes, ok := decoded.(*image.YCbCr); ok {
		line = func(y int) []byte { return planes.Y[y*planes.YStride:] }
	}
	pixels = t.pixels(shrink(line, s.Width, s.Height, 1, area{0, 0, float64(s.Width), float64(s.Height)}, w, h), w, h, 1)
	w, h = t.size(w, h)
	return pixels, w, h
}

// bestWindow says where a window of a share of the whole has the greatest sum, as a share
// of the whole: of several, the one nearest to the middle.
func bestWindow(sums []int, share float64) float64 {
	size := max(1, min(len(sums), int(share*float64(len(sums))+0.5)))
	best, at := -1, 0
	for start := 0; start+size <= len(sums); start++ {
		sum := 0
		for _, one := range sums[start : start+size] {
			sum += one
		}
		offCentre := func(start int) int { return max(2*start+size-len(sums), len(sums)-2*start-size) }
		if sum > best || sum == best && offCentre(start) < offCentre(at) {
			best, at = sum, start
		}
	}
	return float64(at) / float64(len(sums))
}

// encode writes a picture in a format.
func encode(scaled image.Image, s Source, o Options, format Format) ([]byte, error) {
	var b bytes.Buffer
	var err error
	switch format {
	case JPEG:
		if err = jpeg.Encode(&b, scaled, &jpeg.Options{Quality: o.quality()}); err == nil && s.Profile != nil {
			return insertIntoJPEG(b.Bytes(), s.Profile), nil
		}
	case PNG:
		if err = png.Encode(&b, scaled); err == nil && s.Profile != nil {
			return insertIntoPNG(b.Bytes(), s.Profile), nil
		}
	case WebP:
		return encodeWebP(toNRGBA(scaled), s.opaque, o.quality(), s.Profile)
	case AVIF:
		return encodeAVIF(toNRGBA(scaled), o.quality())
	default:
		return nil, fmt.Errorf("no picture is rendered as %q", format)
	}
	if err != nil {
		return nil, fmt.Errorf("encode as %s: %w", format, err)
	}
	return b.Bytes(), nil
}

// toNRGBA gives what the encoder reads without a call for each pixel.
func toNRGBA(from image.Image) *image.NRGBA {
	if ready, ok := from.(*image.NRGBA); ok {
		return ready
	}
	to, ok := from.(*image.RGBA)
	if !ok {
		to = image.NewRGBA(from.Bounds())
		draw.Draw(to, to.Rect, from, image.Point{}, draw.Src)
	}
	return &image.NRGBA{Pix: to.Pix, Stride: to.Stride, Rect: to.Rect} // opaque, where the two are the same
}
