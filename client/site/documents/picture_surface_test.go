package documents

import (
	"image"
	"image/color"
	"testing"
)

func TestStrokes(t *testing.T) {
	t.Parallel()
	white := color.RGBA{255, 255, 255, 255}
	tests := []struct {
		name     string
		line     []point
		dashes   []float64
		on, free []image.Point
	}{
		{"a line", []point{{10, 20}, {50, 20}}, nil, []image.Point{{10, 18}, {30, 21}, {49, 19}}, []image.Point{{8, 20}, {51, 20}, {30, 16}, {30, 23}}},
		{"a bend to the right", []point{{10, 20}, {30, 20}, {30, 50}}, nil, []image.Point{{29, 21}, {30, 20}, {29, 40}}, []image.Point{{32, 17}, {26, 24}}},
		{"a bend to the left", []point{{10, 40}, {30, 40}, {30, 10}}, nil, []image.Point{{29, 38}, {30, 39}, {29, 20}}, []image.Point{{32, 42}, {26, 36}}},
		{"a line and back", []point{{10, 20}, {50, 20}, {10, 20}}, nil, []image.Point{{30, 20}}, []image.Point{{30, 23}}},
		{"dashes over a bend", []point{{10, 20}, {14, 20}, {54, 20}}, []float64{10, 5}, []image.Point{{11, 20}, {19, 20}, {26, 20}, {34, 20}, {41, 20}}, []image.Point{{22, 20}, {37, 20}, {52, 20}}},
		{"beyond the picture", []point{{-30, 20}, {100, 20}}, nil, []image.Point{{0, 20}, {59, 20}}, []image.Point{{0, 16}, {59, 24}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &pictureSurface{pixels: image.NewRGBA(image.Rect(0, 0, 60, 60))}
			p.stroke(tt.line, white, 4, tt.dashes...)
			for _, at := range tt.on {
				if got := p.pixels.RGBAAt(at.X, at.Y); got != white {
					t.Errorf("%v is %v, want it covered", at, got)
				}
			}
			for _, at := range tt.free {
				if got := p.pixels.RGBAAt(at.X, at.Y); got != (color.RGBA{}) {
					t.Errorf("%v is %v, want it free", at, got)
				}
			}
		})
	}
}
