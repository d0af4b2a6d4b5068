package image

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// quarters is a picture whose quarters are red, green, blue and yellow, in reading order.
func quarters(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, quarterColors[min(1, y*2/h)*2+min(1, x*2/w)])
		}
	}
	return p
}

var quarterColors = [4]color.NRGBA{{220, 20, 20, 255}, {20, 200, 20, 255}, {20, 20, 220, 255}, {220, 220, 20, 255}}

// landscape is a picture with gradients, edges and noise, like a photograph.
func landscape(w, h int) *image.NRGBA {
	random := rand.New(rand.NewPCG(1, 2))
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			ridge := h/2 + (x*7/5)%(h/4+1) - (x/3)%(h/5+1)
			noise := byte(random.IntN(12))
			c := color.NRGBA{byte(90 + y*100/h), byte(140 + y*80/h), 230, 255}
			if y > ridge {
				c = color.NRGBA{byte(60+x*90/w) + noise, byte(70+y*60/h) + noise, 50 + noise, 255}
			}
			p.SetNRGBA(x, y, c)
		}
	}
	return p
}

func asJPEG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asGIF(t testing.TB, p image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gif.Encode(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asWebP encodes as WebP, without loss or with all that follows the pixels.
func asWebP(t testing.TB, p *image.NRGBA, lossless uint64, exif []byte) []byte {
	t.Helper()
	w, h := p.Rect.Dx(), p.Rect.Dy()
	encoded, err := webpEncoder.encode(32<<20+100*int64(w*h), p, 0, 80, 2, lossless, 0)
	if err != nil {
		t.Fatal(err)
	}
	if exif != nil { // with a profile that is left out
		encoded = insertIntoWebP(encoded, profileNamed("sRGB"), w, h)
		encoded[20] |= 8
		encoded = append(encoded, "EXIF"...)
		encoded = binary.LittleEndian.AppendUint32(encoded, uint32(len(exif)))
		encoded = append(encoded, exif...)
	}
	return encoded
}

// exifOf is EXIF data with an orientation.
func exifOf(orientation uint16, order binary.AppendByteOrder) []byte {
	data := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		data = []byte("MM\x00*")
	}
	data = order.AppendUint32(data, 8)
	data = order.AppendUint16(data, 2)
	for _, tag := range []struct{ id, value uint16 }{{0x0100, 7}, {0x0112, orientation}} {
		data = order.AppendUint16(data, tag.id)
		data = order.AppendUint16(data, 3)
		data = order.AppendUint32(data, 1)
		data = order.AppendUint16(data, tag.value)
		data = order.AppendUint16(data, 0)
	}
	return order.AppendUint32(data, 0)
}

// withSegment puts a segment behind the first two bytes of a JPEG.
func withSegment(encoded []byte, marker byte, content []byte) []byte {
	whole := append([]byte{0xff, 0xd8, 0xff, marker}, byte((len(content)+2)>>8), byte(len(content)+2))
	return append(append(whole, content...), encoded[2:]...)
}

// withChunk puts a chunk behind the header of a PNG.
func withChunk(encoded []byte, kind string, content []byte) []byte {
	whole := bytes.Clone(encoded[:33])
	whole = binary.BigEndian.AppendUint32(whole, uint32(len(content)))
	body := append([]byte(kind), content...)
	whole = append(whole, body...)
	whole = binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE(body))
	return append(whole, encoded[33:]...)
}

// profileNamed is the start of an ICC profile of RGB colours, with a description.
func profileNamed(description string) []byte {
	profile := make([]byte, 128)
	copy(profile[16:], "RGB XYZ ")
	copy(profile[36:], "acsp")
	return append(profile, description...)
}

// read reads the header of a picture.
func read(t testing.TB, encoded []byte) Source {
	t.Helper()
	s, err := Read(bytes.NewReader(encoded), int64(len(encoded)))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return s
}

// render renders a picture and decodes the result.
func render(t testing.TB, encoded []byte, o Options, format Format) (image.Image, []byte) {
	t.Helper()
	result, err := Render(read(t, encoded), bytes.NewReader(encoded), o, format)
	if err != nil {
		t.Fatalf("render: %v", err)
	}
	got := read(t, result)
	if got.Format != format {
		t.Fatalf("got %s, want %s", got.Format, format)
	}
	decoded, err := format.decode(bytes.NewReader(result))
	if err != nil {
		t.Fatalf("decode the result: %v", err)
	}
	if format == WebP {
		toFullRange(decoded)
	}
	return decoded, result
}

// near reports whether two colours are the same but for what compression loses.
func near(a, b color.Color, most int) bool {
	x, y := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	for _, pair := range [4][2]byte{{x.R, y.R}, {x.G, y.G}, {x.B, y.B}, {x.A, y.A}} {
		if d := int(pair[0]) - int(pair[1]); d > most || -d > most {
			return false
		}
	}
	return true
}

// corners names the colours of the quarters of a picture, in reading order: "rgby".
func corners(p image.Image) string {
	b := p.Bounds()
	text := []byte("????")
	for i := range 4 {
		at := p.At(b.Min.X+b.Dx()/4+i%2*b.Dx()/2, b.Min.Y+b.Dy()/4+i/2*b.Dy()/2)
		for j, want := range quarterColors {
			if near(at, want, 40) {
				text[i] = "rgby"[j]
			}
		}
	}
	return string(text)
}
