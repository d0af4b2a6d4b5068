package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
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
	source := withPlace(t)
	if encoded, err := Render(read(t, source), bytes.NewReader(source), Options{}, AVIF); err != nil || bytes.Contains(encoded, []byte(place)) {
		t.Errorf("the place is in the result, or %v", err)
	}
	if err := CloseAVIF(); err != nil {
		t.Error(err)
	}
	wide := insertIntoPNG(asPNG(t, quarters(8, 8)), profileNamed("Display P3"))
	if _, err := Render(read(t, wide), bytes.NewReader(wide), Options{}, AVIF); err == nil {
		t.Error("a picture in wide colours lost its profile")
	}
}
