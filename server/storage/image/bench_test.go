package image

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"syscall"
	"testing"
)

// BenchmarkRender renders a JPEG of 12 megapixels with 1,200 pixels of width, the figure of
// docs/measurements.md, and says what the parts of it take.
func BenchmarkRender(b *testing.B) {
	source := asJPEG(b, landscape(4000, 3000))
	s := read(b, source)
	o := Options{Width: 1200}
	if _, err := Render(s, bytes.NewReader(source), o, WebP); err != nil { // compiles the encoder
		b.Fatal(err)
	}
	for _, format := range []Format{JPEG, WebP} {
		b.Run(string(format), func(b *testing.B) {
			b.ReportAllocs()
			defer reportCPU(b)()
			for b.Loop() {
				if _, err := Render(s, bytes.NewReader(source), o, format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	decoded, err := jpeg.Decode(bytes.NewReader(source))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("decode", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			if _, err := jpeg.Decode(bytes.NewReader(source)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("scale", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			s.scaled(decoded, o)
		}
	})
	scaled := s.scaled(decoded, o)
	pixels := image.NewNRGBA(scaled.Bounds())
	draw.Draw(pixels, pixels.Rect, scaled, image.Point{}, draw.Src)
	for method := range uint64(4) {
		b.Run("webp method "+string(rune('0'+method)), func(b *testing.B) {
			size := 0
			defer reportCPU(b)()
			for b.Loop() {
				encoded, err := webpEncoder.encode(webpMemory(1200, 900, true), pixels, 0, 80, method, 0, 0)
				if err != nil {
					b.Fatal(err)
				}
				size = len(encoded)
			}
			b.ReportMetric(float64(size), "bytes/picture")
		})
	}
}

// reportCPU measures what the program takes of the processors, the garbage collector
// included, until the function that it returns is called: a busy machine changes less of it.
func reportCPU(b *testing.B) func() {
	before := cpuTime(b)
	return func() { b.ReportMetric(float64(cpuTime(b)-before)/float64(b.N)/1e6, "cpu-ms/op") }
}

func cpuTime(b *testing.B) int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
