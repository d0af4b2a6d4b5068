package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestOrientation(t *testing.T) {
	t.Parallel()
	small := quarters(80, 40)
	smallJPEG, smallPNG := asJPEG(t, small), asPNG(t, small)
	// How EXIF's orientations show a stored picture of "rgby".
	for o, want := range []string{1: "80x40 rgby", 2: "80x40 gryb", 3: "80x40 ybgr", 4: "80x40 byrg", 5: "40x80 rbgy", 6: "40x80 bryg", 7: "40x80 ygbr", 8: "40x80 gyrb"} {
		if o == 0 {
			continue
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			exif := exifOf(uint16(o), order)
			for name, source := range map[string][]byte{
				"jpeg": withSegment(smallJPEG, 0xe1, append([]byte("Exif\x00\x00"), exif...)),
				"png":  withChunk(smallPNG, "eXIf", exif),
				"webp": asWebP(t, small, 0, exif),
			} {
				got, encoded := render(t, source, Options{}, PNG)
				if text := fmt.Sprintf("%dx%d %s", got.Bounds().Dx(), got.Bounds().Dy(), corners(got)); text != want {
					t.Errorf("%s with orientation %d: got %s, want %s", name, o, text, want)
				}
				if read(t, encoded).Orientation != 1 {
					t.Errorf("%s with orientation %d: the result has one too", name, o)
				}
			}
		}
	}
	// The part is chosen in the picture as it is shown: the top of 6 is the stored left.
	turned := withSegment(asJPEG(t, quarters(400, 200)), 0xe1, append([]byte("Exif\x00\x00"), exifOf(6, binary.LittleEndian)...))
	got, _ := render(t, turned, Options{Width: 200, Height: 100, Gravity: "no"}, WebP)
	if text := fmt.Sprintf("%dx%d %s", got.Bounds().Dx(), got.Bounds().Dy(), corners(got)); text != "200x100 brbr" {
		t.Errorf("top of a turned picture: got %s", text)
	}
}

func TestFormatsOfSources(t *testing.T) {
	t.Parallel()
	p := quarters(120, 80)
	deep := image.NewNRGBA64(p.Rect)
	gray := image.NewGray(p.Rect)
	for y := range 80 {
		for x := range 120 {
			deep.Set(x, y, p.At(x, y))
			gray.SetGray(x, y, color.Gray{byte(x * 2)})
		}
	}
	for name, c := range map[string]struct {
		source []byte
		want   string
	}{
		"png":           {asPNG(t, p), "rgby"},
		"png, 16 bits":  {asPNG(t, deep), "rgby"},
		"gif":           {asGIF(t, p), "rgby"},
		"webp":          {asWebP(t, p, 0, nil), "rgby"},
		"webp lossless": {asWebP(t, p, 1, nil), "rgby"},
		"gray jpeg":     {asJPEG(t, gray), "????"},
		"gray png":      {asPNG(t, gray), "????"},
	} {
		for _, format := range []Format{JPEG, PNG, WebP} {
			got, _ := render(t, c.source, Options{Width: 60}, format)
			if got.Bounds().Dx() != 60 || got.Bounds().Dy() != 40 || corners(got) != c.want {
				t.Errorf("%s as %s: got %v %s", name, format, got.Bounds(), corners(got))
			}
			if strings.HasPrefix(name, "gray") && !near(got.At(45, 20), color.Gray{181}, 6) {
				t.Errorf("%s as %s: got %v", name, format, got.At(45, 20))
			}
		}
	}
	if target := read(t, asGIF(t, p)).Target(Origin); target != PNG {
		t.Errorf("a GIF becomes %s", target)
	}
}

func TestRefusedSources(t *testing.T) {
	t.Parallel()
	small := asJPEG(t, quarters(40, 40))
	resized := func(w, h uint16) []byte {
		big := bytes.Clone(small)
		at := bytes.Index(big, []byte{0xff, 0xc0})
		binary.BigEndian.PutUint16(big[at+5:], h)
		binary.BigEndian.PutUint16(big[at+7:], w)
		return big
	}
	pngOf := func(w, h uint32) []byte {
		header := binary.BigEndian.AppendUint32(nil, w)
		header = append(binary.BigEndian.AppendUint32(header, h), 8, 6, 0, 0, 0)
		big := bytes.Clone(asPNG(t, quarters(4, 4))[:33])
		copy(big[16:], header)
		binary.BigEndian.PutUint32(big[29:], crc32.ChecksumIEEE(big[12:29]))
		return append(big, asPNG(t, quarters(4, 4))[33:]...)
	}
	animated := asWebP(t, quarters(40, 40), 0, exifOf(1, binary.LittleEndian))
	animated[20] |= 2
	two := append(bytes.Clone(small[:2]), append(bytes.Clone(small[2:bytes.Index(small, []byte{0xff, 0xda})]), small[2:]...)...)
	for _, c := range []struct {
		name   string
		source []byte
		want   error
		says   string
	}{
		{"empty", nil, ErrUnsupported, "neither"},
		{"text", []byte("hello, this is no picture at all"), ErrUnsupported, "neither"},
		{"heic", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1"), ErrUnsupported, "HEIC"},
		{"avif", []byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1"), ErrUnsupported, "AVIF"},
		{"svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ErrUnsupported, "SVG"},
		{"animated webp", animated, ErrUnsupported, "animated"},
		{"many pixels", resized(10000, 6000), ErrResolution, "10000×6000"},
		{"long side", resized(17000, 10), ErrResolution, "17000×10"},
		{"png with many pixels", pngOf(9000, 9000), ErrResolution, "9000×9000"},
		{"png with a long side", pngOf(1<<30, 1), ErrResolution, "1073741824×1"},
		{"no pixels", resized(0, 40), ErrUnsupported, ""},
		{"two frames", two, ErrUnsupported, "two frames"},
		{"cut off", small[:60], ErrUnsupported, ""},
		{"the format's first bytes", small[:2], ErrUnsupported, ""},
	} {
		s, err := Read(bytes.NewReader(c.source), int64(len(c.source)))
		if err == nil {
			t.Errorf("%s: got %+v", c.name, s)
		} else if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := Read(bytes.NewReader(small), MaxFileSize+1); !errors.Is(err, ErrFileSize) {
		t.Errorf("a large file: got %v", err)
	}
	half := small[:len(small)*2/3]
	if _, err := Render(read(t, half), bytes.NewReader(half), Options{}, WebP); !errors.Is(err, ErrUnsupported) {
		t.Errorf("half a picture: got %v", err)
	}
}

// A PNG whose checksums are wrong is rendered where its pixels are there, in whatever pieces it
// is read.
func TestChecksumsOfPNG(t *testing.T) {
	t.Parallel()
	good := withChunk(asPNG(t, quarters(40, 40)), "tEXt", []byte("a\x00b"))
	want, err := Render(read(t, good), bytes.NewReader(good), Options{Width: 20}, PNG)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"IHDR", "tEXt", "IDAT", "IEND"} {
		bad := bytes.Clone(good)
		at := bytes.Index(bad, []byte(kind))
		bad[at+4+int(binary.BigEndian.Uint32(bad[at-4:]))] ^= 0xff
		for _, pieces := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			got, err := Render(read(t, bad), pieces(bytes.NewReader(bad)), Options{Width: 20}, PNG)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, want %d, %v", kind, len(got), len(want), err)
			}
		}
	}
	half := good[:len(good)*2/3]
	if _, err := Render(read(t, half), bytes.NewReader(half), Options{}, PNG); !errors.Is(err, ErrUnsupported) {
		t.Errorf("half a picture: got %v", err)
	}
	lost := bytes.Clone(good)
	lost[bytes.Index(lost, []byte("IDAT"))+8] ^= 0xff
	if _, err := Render(read(t, lost), bytes.NewReader(lost), Options{}, PNG); !errors.Is(err, ErrUnsupported) {
		t.Errorf("other pixels: got %v", err)
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	p := quarters(64, 64)
	p3 := append(profileNamed("Display P3"), bytes.Repeat([]byte{7}, 70_000)...) // two segments
	inJPEG := asJPEG(t, p)
	inJPEG = insertIntoJPEG(inJPEG, p3)
	for name, source := range map[string][]byte{
		"jpeg": inJPEG,
		"png":  insertIntoPNG(asPNG(t, p), p3),
		"webp": insertIntoWebP(asWebP(t, p, 0, nil), p3, 64, 64),
	} {
		for _, format := range []Format{JPEG, PNG, WebP} {
			got, encoded := render(t, source, Options{Width: 32}, format)
			if kept := read(t, encoded).Profile; !bytes.Equal(kept, p3) {
				t.Errorf("%s as %s: a profile of %d bytes, want %d", name, format, len(kept), len(p3))
			}
			if corners(got) != "rgby" {
				t.Errorf("%s as %s: got %s", name, format, corners(got))
			}
		}
	}
	for name, profile := range map[string][]byte{
		"sRGB": profileNamed("sRGB IEC61966-2.1"), "sRGB, version 4": profileNamed("\x00s\x00R\x00G\x00B"), "short": []byte("x"),
		"of printers": bytes.Replace(profileNamed("FOGRA"), []byte("RGB "), []byte("CMYK"), 1),
	} {
		if got := read(t, insertIntoJPEG(asJPEG(t, p), profile)).Profile; got != nil {
			t.Errorf("%s: is kept", name)
		}
	}
}

// place is the position in a photograph's EXIF.
const place = "N 31.0598 W 7.9150"

// withPlace is a JPEG with the place in its EXIF data and in a comment.
func withPlace(t *testing.T) []byte {
	t.Helper()
	plain := asJPEG(t, quarters(64, 64))
	return withSegment(withSegment(plain, 0xe1, []byte("Exif\x00\x00II*\x00"+place)), 0xfe, []byte(place))
}

// AVIF is in TestAVIF.
func TestMetadataIsLeftOut(t *testing.T) {
	t.Parallel()
	ofPNG := asPNG(t, quarters(64, 64))
	for _, chunk := range []string{"eXIfII*\x00" + place, "tEXtComment\x00" + place} {
		data := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
		data = binary.BigEndian.AppendUint32(append(data, chunk...), crc32.ChecksumIEEE([]byte(chunk)))
		ofPNG = append(bytes.Clone(ofPNG[:33]), append(data, ofPNG[33:]...)...) // behind the header
	}
	for from, source := range map[string][]byte{
		"jpeg": withPlace(t), "png": ofPNG, "webp": asWebP(t, quarters(64, 64), 0, append(exifOf(1, binary.LittleEndian), place...)),
	} {
		if !bytes.Contains(source, []byte(place)) {
			t.Fatalf("%s: the source has no place", from)
		}
		for _, format := range []Format{JPEG, PNG, WebP} {
			if _, encoded := render(t, source, Options{}, format); bytes.Contains(encoded, []byte(place)) {
				t.Errorf("%s as %s: the place is in the result", from, format)
			}
		}
	}
}
