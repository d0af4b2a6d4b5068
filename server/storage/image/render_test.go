package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

func TestSize(t *testing.T) {
	t.Parallel()
	source := asJPEG(t, quarters(400, 200))
	for _, c := range []struct{ name, options, want string }{
		{"as it is", "", "400x200 rgby"},
		{"width", "width:100", "100x50 rgby"},
		{"height", "height:100", "200x100 rgby"},
		{"cover", "width:100,height:100", "100x100 rgby"},
		{"cover, wide", "width:200,height:50", "200x50 rgby"},
		{"contain", "width:100,height:100,resize:contain", "100x50 rgby"},
		{"fill", "width:100,height:100,resize:fill", "100x100 rgby"},
		{"tall", "width:100,height:9", "100x9 rgby"},
		{"never larger", "width:800", "400x200 rgby"},
		{"never larger, contain", "width:800,height:800,resize:contain", "400x200 rgby"},
		{"never larger, cover", "width:800,height:100", "400x100 rgby"},
		{"never larger, fill", "width:800,height:100,resize:fill", "400x100 rgby"},
		{"left", "width:50,height:100,gravity:we", "50x100 rrbb"},
		{"right", "width:50,height:100,gravity:ea", "50x100 ggyy"},
		{"right, moved back", "width:50,height:100,gravity:ea,x_offset:150", "50x100 rrbb"},
		{"top", "width:100,height:20,gravity:no", "100x20 rgrg"},
		{"bottom left", "width:100,height:20,gravity:sowe", "100x20 byby"},
		{"focal point", "width:50,height:100,gravity:fp,x_offset:1,y_offset:0", "50x100 ggyy"},
		{"focal point in the middle", "width:100,height:100,gravity:fp,x_offset:0.5,y_offset:0.5", "100x100 rgby"},
	} {
		o, err := ParseText(c.options)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []Format{JPEG, WebP, PNG} {
			got, _ := render(t, source, o, format)
			if text := fmt.Sprintf("%dx%d %s", got.Bounds().Dx(), got.Bounds().Dy(), corners(got)); text != c.want {
				t.Errorf("%s as %s: got %s, want %s", c.name, format, text, c.want)
			}
		}
	}
}

func TestDetailsAreKept(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name string
		at   image.Rectangle // of what is not plain
	}{
		{"left", image.Rect(0, 0, 100, 200)},
		{"right", image.Rect(700, 0, 800, 200)},
	} {
		p := quarters(800, 200)
		for y := range 200 {
			for x := range 800 {
				p.SetNRGBA(x, y, color.NRGBA{90, 90, 90, 255})
				if (image.Point{x, y}).In(c.at) && random.IntN(2) == 0 {
					p.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 255})
				}
			}
		}
		for _, source := range [][]byte{asPNG(t, p), asJPEG(t, p)} {
			got, _ := render(t, source, Options{Width: 100, Height: 100, Gravity: "sm"}, PNG)
			if white := got.At(20, 50); c.name == "left" && near(white, color.NRGBA{90, 90, 90, 255}, 20) {
				t.Errorf("%s: got %v", c.name, white)
			}
			if white := got.At(80, 50); c.name == "right" && near(white, color.NRGBA{90, 90, 90, 255}, 20) {
				t.Errorf("%s: got %v", c.name, white)
			}
		}
	}
}

func TestOrientation(t *testing.T) {
	t.Parallel()
	plain := asJPEG(t, quarters(400, 200))
	// How EXIF's orientations show a stored picture of "rgby".
	for o, want := range []string{1: "400x200 rgby", 2: "400x200 gryb", 3: "400x200 ybgr", 4: "400x200 byrg", 5: "200x400 rbgy", 6: "200x400 bryg", 7: "200x400 ygbr", 8: "200x400 gyrb"} {
		if o == 0 {
			continue
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			exif := exifOf(uint16(o), order)
			for name, source := range map[string][]byte{
				"jpeg": withSegment(plain, 0xe1, append([]byte("Exif\x00\x00"), exif...)),
				"png":  withChunk(asPNG(t, quarters(400, 200)), "eXIf", exif),
				"webp": asWebP(t, quarters(400, 200), 0, exif),
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
	turned := withSegment(plain, 0xe1, append([]byte("Exif\x00\x00"), exifOf(6, binary.LittleEndian)...))
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

func TestTransparency(t *testing.T) {
	t.Parallel()
	p := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			p.SetNRGBA(x, y, color.NRGBA{0, 255, 0, 0}) // a colour that nobody sees
			if x < 32 {
				p.SetNRGBA(x, y, color.NRGBA{200, 0, 0, 128})
			}
		}
	}
	for name, source := range map[string][]byte{"png": asPNG(t, p), "webp": asWebP(t, p, 0, nil), "webp lossless": asWebP(t, p, 1, nil)} {
		for _, format := range []Format{PNG, WebP} {
			got, _ := render(t, source, Options{Width: 21}, format)
			if !near(got.At(3, 8), color.NRGBA{200, 0, 0, 128}, 12) {
				t.Errorf("%s as %s: got %v", name, format, got.At(3, 8))
			}
			if _, _, _, a := got.At(18, 8).RGBA(); a != 0 {
				t.Errorf("%s as %s: got opacity %d", name, format, a)
			}
		}
	}
}

func TestQualityAndLikeness(t *testing.T) {
	t.Parallel()
	source := landscape(320, 240)
	encoded := asPNG(t, source)
	for _, format := range []Format{JPEG, WebP} {
		low, small := render(t, encoded, Options{Quality: 20}, format)
		high, large := render(t, encoded, Options{Quality: 95}, format)
		if len(small)*2 > len(large) {
			t.Errorf("%s: %d bytes at 20, %d at 95", format, len(small), len(large))
		}
		for name, c := range map[string]struct {
			p    image.Image
			most float64
		}{"low": {low, 14}, "high": {high, 5}} {
			if d := meanDifference(source, c.p); d > c.most {
				t.Errorf("%s, %s: differs by %.1f of 255 on average", format, name, d)
			}
		}
	}
}

func meanDifference(a, b image.Image) float64 {
	sum, n := 0, 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			for _, pair := range [3][2]uint32{{r1, r2}, {g1, g2}, {b1, b2}} {
				d := int(pair[0]>>8) - int(pair[1]>>8)
				sum += max(d, -d)
				n++
			}
		}
	}
	return float64(sum) / float64(n)
}

// TestMean compares area averaging with its definition.
func TestMean(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	const w, h = 37, 23
	pixels := make([]byte, w*h*4)
	for i := range pixels {
		pixels[i] = byte(random.IntN(256))
	}
	for _, n := range []int{1, 4} {
		line := func(y int) []byte { return pixels[y*w*n : (y+1)*w*n] }
		for _, c := range []struct {
			part     area
			toW, toH int
		}{{area{0, 0, w, h}, 1, 1}, {area{0, 0, w, h}, w, h}, {area{0, 0, w, h}, 11, 7}, {area{3.25, 1.5, 20.75, 22}, 9, 5}, {area{0, 0, w, h}, 36, 22}} {
			got := shrink(line, w, h, n, c.part, c.toW, c.toH)
			for y := range c.toH {
				for x := range c.toW {
					for channel := range n {
						want := meanOf(line, n, channel, c.part, x, y, c.toW, c.toH)
						if d := float64(got[(y*c.toW+x)*n+channel]) - want; d > 1.6 || d < -1.6 {
							t.Fatalf("%d channels, %v to %d×%d: pixel %d,%d is %d, want %.1f", n, c.part, c.toW, c.toH, x, y, got[(y*c.toW+x)*n+channel], want)
						}
					}
				}
			}
		}
	}
}

func meanOf(line lines, n, channel int, part area, x, y, toW, toH int) float64 {
	left, right := part.x0+(part.x1-part.x0)*float64(x)/float64(toW), part.x0+(part.x1-part.x0)*float64(x+1)/float64(toW)
	top, bottom := part.y0+(part.y1-part.y0)*float64(y)/float64(toH), part.y0+(part.y1-part.y0)*float64(y+1)/float64(toH)
	sum, total := 0.0, 0.0
	for v := int(top); float64(v) < bottom; v++ {
		for u := int(left); float64(u) < right; u++ {
			weight := (min(right, float64(u+1)) - max(left, float64(u))) * (min(bottom, float64(v+1)) - max(top, float64(v)))
			if weight > 0 {
				sum, total = sum+weight*float64(line(v)[u*n+channel]), total+weight
			}
		}
	}
	return sum / total
}

func TestMeanOfWhiteIsWhite(t *testing.T) {
	t.Parallel()
	white := bytes.Repeat([]byte{255}, MaxSourceSide)
	for _, size := range []int{1, 2, 3, 1000, MaxSourceSide} {
		for i, got := range shrink(func(int) []byte { return white }, size, 5, 1, area{0, 0, float64(size), 5}, 1, 1) {
			if got != 255 {
				t.Errorf("%d pixels: pixel %d is %d", size, i, got)
			}
		}
	}
}

// TestMemoryIsEnough is not parallel: it reads how much the program has allocated.
func TestMemoryIsEnough(t *testing.T) {
	noise := image.NewNRGBA(image.Rect(0, 0, 320, 240))
	random := rand.New(rand.NewPCG(7, 8))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.IntN(256))
	}
	opaque := landscape(320, 240)
	deep := image.NewNRGBA64(opaque.Rect)
	for y := range 240 {
		for x := range 320 {
			deep.Set(x, y, noise.At(x, y))
		}
	}
	turned := withSegment(asJPEG(t, opaque), 0xe1, append([]byte("Exif\x00\x00"), exifOf(6, binary.LittleEndian)...))
	for name, source := range map[string][]byte{
		"jpeg": asJPEG(t, opaque), "turned jpeg": turned, "noise jpeg": asJPEG(t, noise), "png": asPNG(t, opaque), "noise png": asPNG(t, noise),
		"deep png": asPNG(t, deep), "gif": asGIF(t, opaque), "webp": asWebP(t, opaque, 0, nil), "webp with opacity": asWebP(t, noise, 0, nil),
		"lossless webp": asWebP(t, noise, 1, nil),
	} {
		s := read(t, source)
		for _, o := range []Options{{}, {Width: 100}, {Quality: 100}} {
			for _, format := range []Format{JPEG, PNG, WebP} {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				if _, err := Render(s, bytes.NewReader(source), o, format); err != nil {
					t.Fatal(err)
				}
				runtime.ReadMemStats(&after)
				used, estimate := int64(after.TotalAlloc-before.TotalAlloc), Memory(s, o, format)
				if used > estimate {
					t.Errorf("%s %v as %s: allocates %d, estimated %d", name, o, format, used, estimate)
				}
			}
		}
	}
}

// TestMemoryOfWebP encodes noise in shapes whose borders and tables take most.
func TestMemoryOfWebP(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	for _, size := range []image.Point{{1, 1}, {1, 2000}, {2000, 1}, {17, 33}, {700, 500}} {
		noise := image.NewNRGBA(image.Rectangle{Max: size})
		for i := range noise.Pix {
			noise.Pix[i] = byte(random.IntN(256))
		}
		if _, err := encodeWebP(noise, false, 100, nil); err != nil {
			t.Errorf("%v: %v", size, err)
		}
		for i := 3; i < len(noise.Pix); i += 4 {
			noise.Pix[i] = 255
		}
		if _, err := encodeWebP(noise, true, 100, nil); err != nil {
			t.Errorf("%v, opaque: %v", size, err)
		}
	}
}

// TestAVIF is one test for all, since the encoder takes seconds to compile.
func TestAVIF(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 12))
	noise := image.NewNRGBA(image.Rect(0, 0, 150, 130))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.IntN(256))
	}
	for _, p := range []*image.NRGBA{noise, quarters(1, 1), quarters(400, 3)} {
		source := asPNG(t, p)
		encoded, err := Render(read(t, source), bytes.NewReader(source), Options{Quality: 100}, AVIF)
		if err != nil {
			t.Fatalf("%v: %v", p.Rect, err)
		}
		if format, err := Sniff(encoded); format != AVIF || err != nil {
			t.Errorf("%v: got %s, %v", p.Rect, format, err)
		}
		// The box "ispe" has the size.
		at := bytes.Index(encoded, []byte("ispe"))
		if at < 0 || binary.BigEndian.Uint32(encoded[at+8:]) != uint32(p.Rect.Dx()) || binary.BigEndian.Uint32(encoded[at+12:]) != uint32(p.Rect.Dy()) {
			t.Errorf("%v: has another size", p.Rect)
		}
	}
	if err := CloseAVIF(); err != nil {
		t.Error(err)
	}
	wide := insertIntoPNG(asPNG(t, quarters(8, 8)), profileNamed("Display P3"))
	if _, err := Render(read(t, wide), bytes.NewReader(wide), Options{}, AVIF); err == nil {
		t.Error("a picture in wide colours lost its profile")
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

func TestProgressiveIsCounted(t *testing.T) {
	t.Parallel()
	plain := asJPEG(t, quarters(640, 480))
	progressive := bytes.Clone(plain)
	progressive[bytes.Index(progressive, []byte{0xff, 0xc0})+1] = 0xc2
	before, after := read(t, plain), read(t, progressive)
	if want := int64(640 * 480 * 3 / 2 * 4); after.decodedSize-before.decodedSize < want {
		t.Errorf("got %d more, want %d", after.decodedSize-before.decodedSize, want)
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

func TestMetadataIsLeftOut(t *testing.T) {
	t.Parallel()
	secret := []byte("N 31.0598 W 7.9150")
	plain := asJPEG(t, quarters(64, 64))
	source := withSegment(withSegment(plain, 0xe1, append([]byte("Exif\x00\x00II*\x00"), secret...)), 0xfe, secret)
	for _, format := range []Format{JPEG, PNG, WebP} {
		if _, encoded := render(t, source, Options{}, format); bytes.Contains(encoded, secret) {
			t.Errorf("%s: the place is in the result", format)
		}
	}
}
