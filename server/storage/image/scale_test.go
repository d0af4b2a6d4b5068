package image

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

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
