package image

import (
	"bytes"
	"encoding/binary"
	"image"
	"math/rand/v2"
	"runtime"
	"testing"
)

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
