package documents

import (
	"image"
	"image/color"
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// pictureSurface is a surface of pixels: one millimetre is one pixel.
type pictureSurface struct {
	pixels *image.RGBA
	raster vector.Rasterizer
	// boxes are the bounds of each text, for tests.
	boxes []image.Rectangle
}

func (*pictureSurface) tagged(_, _ string, draw func())                 { draw() }
func (*pictureSurface) artifact(draw func())                            { draw() }
func (*pictureSurface) clipped(_, _, _, _ float64, draw func())         { draw() }
func (*pictureSurface) link(float64, float64, float64, float64, string) {}

// path is a list of closed contours, filled by the nonzero rule.
type path []opentype.Segment

func segment(op opentype.SegmentOp, at point) opentype.Segment {
	return opentype.Segment{Op: op, Args: [3]opentype.SegmentPoint{{X: float32(at.x), Y: float32(at.y)}}}
}

func (p *path) contour(points ...point) {
	for i, at := range points {
		op := opentype.SegmentOpLineTo
		if i == 0 {
			op = opentype.SegmentOpMoveTo
		}
		*p = append(*p, segment(op, at))
	}
}

// bounds is the rectangle of pixels that a path can touch.
func (p path) bounds() image.Rectangle {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.ArgsSlice() {
			x, y := float64(at.X), float64(at.Y)
			low = [2]float64{min(low[0], x), min(low[1], y)}
			high = [2]float64{max(high[0], x), max(high[1], y)}
		}
	}
	if low[0] > high[0] {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(low[0])), int(math.Floor(low[1])), int(math.Ceil(high[0])), int(math.Ceil(high[1])))
}

// render fills a path, and returns its bounds.
func (p *pictureSurface) render(shape path, c color.RGBA) image.Rectangle {
	area := shape.bounds().Intersect(p.pixels.Rect)
	if area.Empty() {
		return area
	}
	z := &p.raster
	z.Reset(area.Dx(), area.Dy())
	left, top := float32(area.Min.X), float32(area.Min.Y)
	for _, s := range shape {
		a := s.Args
		for i := range a {
			a[i].Move(-left, -top)
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(a[0].X, a[0].Y)
		case opentype.SegmentOpLineTo:
			z.LineTo(a[0].X, a[0].Y)
		case opentype.SegmentOpQuadTo:
			z.QuadTo(a[0].X, a[0].Y, a[1].X, a[1].Y)
		case opentype.SegmentOpCubeTo:
			z.CubeTo(a[0].X, a[0].Y, a[1].X, a[1].Y, a[2].X, a[2].Y)
		}
	}
	z.ClosePath()
	z.Draw(p.pixels, area, image.NewUniform(c), image.Point{})
	return area
}

func (p *pictureSurface) fill(outline []point, c color.RGBA) {
	var shape path
	shape.contour(outline...)
	p.render(shape, c)
}

func (p *pictureSurface) gradient(x, y, width, height float64, above, below color.RGBA) {
	for row := int(y); row < int(math.Ceil(y+height)); row++ {
		c := mix(above, below, min(1, (float64(row)+0.5-y)/height))
		for col := int(x); col < int(math.Ceil(x+width)); col++ {
			p.pixels.SetRGBA(col, row, c)
		}
	}
}

// stroke draws each segment as a rectangle, and a triangle on the outer side of
// each join (a bevel join). All contours have the same winding, so that overlaps
// do not cancel out.
func (p *pictureSurface) stroke(line []point, c color.RGBA, width float64, dashes ...float64) {
	var shape path
	for _, dash := range dashed(line, dashes) {
		var before point // half the width, perpendicular to the segment before
		for i := range dash[1:] {
			from, to := dash[i], dash[i+1]
			long := math.Hypot(to.x-from.x, to.y-from.y)
			if long == 0 {
				continue
			}
			half := point{-(to.y - from.y) / long * width / 2, (to.x - from.x) / long * width / 2}
			shape.contour(point{from.x + half.x, from.y + half.y}, point{from.x - half.x, from.y - half.y}, point{to.x - half.x, to.y - half.y}, point{to.x + half.x, to.y + half.y})
			switch turn := before.x*half.y - before.y*half.x; {
			case turn < 0:
				shape.contour(from, point{from.x + half.x, from.y + half.y}, point{from.x + before.x, from.y + before.y})
			case turn > 0:
				shape.contour(from, point{from.x - before.x, from.y - before.y}, point{from.x - half.x, from.y - half.y})
			}
			before = half
		}
	}
	p.render(shape, c)
}

// dashed cuts a line into dashes and gaps of these lengths in turn; without
// lengths the line is returned as it is.
func dashed(line []point, lengths []float64) [][]point {
	if len(lengths) == 0 {
		return [][]point{line}
	}
	var all [][]point
	own, turn, left := []point{line[0]}, 0, lengths[0]
	for i := range line[1:] {
		from, to := line[i], line[i+1]
		long := math.Hypot(to.x-from.x, to.y-from.y)
		for at := 0.0; at < long; {
			step := min(left, long-at)
			at, left = at+step, left-step
			cut := point{from.x + (to.x-from.x)*at/long, from.y + (to.y-from.y)*at/long}
			own = append(own, cut)
			if left > 0 {
				continue
			}
			if turn%2 == 0 {
				all = append(all, own)
			}
			turn++
			own, left = []point{cut}, lengths[turn%len(lengths)]
		}
	}
	if turn%2 == 0 && len(own) > 1 {
		all = append(all, own)
	}
	return all
}

func (p *pictureSurface) glyphs(at point, l line, size float64, c color.RGBA) {
	var shape path
	for _, g := range l.glyphs {
		scale := float32(size * mmPerPoint / g.face.units())
		// a glyph without an outline is left out, as in a PDF
		outline, _ := g.face.face.GlyphData(font.GID(g.id)).(font.GlyphOutline)
		for _, s := range outline.Segments {
			for i, corner := range s.Args {
				s.Args[i] = opentype.SegmentPoint{X: float32(at.x+g.x) + corner.X*scale, Y: float32(at.y-g.y) - corner.Y*scale}
			}
			shape = append(shape, s)
		}
	}
	if box := p.render(shape, c); !box.Empty() {
		p.boxes = append(p.boxes, box)
	}
}
