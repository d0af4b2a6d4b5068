package documents

import (
	"image/color"
	"math"
)

// point is a place in millimetres, from the upper left corner.
type point struct{ x, y float64 }

// surface is what a sheet is drawn on: a page of a PDF, or a picture.
type surface interface {
	tagged(kind, alt string, draw func())
	artifact(draw func())
	clipped(x, y, width, height float64, draw func())
	fill(outline []point, c color.RGBA)
	stroke(line []point, c color.RGBA, width float64, dashes ...float64)
	gradient(x, y, width, height float64, above, below color.RGBA)
	glyphs(at point, l line, size float64, c color.RGBA)
	link(x, y, width, height float64, address string)
}

// sheet is a page that is laid out from the side where reading begins: start is
// the left in Latin and the right in Arabic, so that a layout is written once.
type sheet struct {
	surface
	*setter
	width, height float64 // mm
}

// left turns a distance from the start into one from the left, for something
// of that width.
func (s *sheet) left(start, width float64) float64 {
	if s.rtl {
		return s.width - start - width
	}
	return start
}

func (s *sheet) box(start, top, width, height float64, c color.RGBA) {
	x := s.left(start, width)
	s.fill([]point{{x, top}, {x + width, top}, {x + width, top + height}, {x, top + height}}, c)
}

// rule draws a hairline; thick is in millimetres.
func (s *sheet) rule(start, top, width float64, c color.RGBA, thick float64) {
	s.artifact(func() {
		x := s.left(start, width)
		s.stroke([]point{{x, top}, {x + width, top}}, c, thick)
	})
}

// upright draws a vertical hairline.
func (s *sheet) upright(start, top, height float64, c color.RGBA, thick float64) {
	s.artifact(func() {
		x := s.left(start, 0)
		s.stroke([]point{{x, top}, {x, top + height}}, c, thick)
	})
}

// side is where lines are held.
type side int

const (
	atStart side = iota
	atCentre
	atEnd
)

// set draws a text into a column whose first capitals begin at top, and gives
// the place of its last baseline: what follows is spaced from there, so that
// the white between two texts is what it says.
func (s *sheet) set(kind string, start, top, width float64, text string, st style) float64 {
	return s.setAt(atStart, kind, start, top, width, text, st)
}

func (s *sheet) setAt(where side, kind string, start, top, width float64, text string, st style) float64 {
	if text == "" {
		return top
	}
	return s.setLines(where, kind, start, top, width, s.lines(text, st, width), st)
}

// setLines sets lines that are broken already.
func (s *sheet) setLines(where side, kind string, start, top, width float64, lines []line, st style) float64 {
	baseline := top + s.capitals(st)
	s.tagged(kind, "", func() {
		for i, l := range lines {
			if i > 0 {
				baseline += s.pitch(st)
			}
			s.glyphs(point{s.left(start+s.inset(where, width-l.width), l.width), baseline}, l, st.size, st.colour)
		}
	})
	if s.rtl && st.voice == display {
		return baseline + st.size*0.22*mmPerPoint // Arabic letters go below the line
	}
	return baseline
}

// pitch is the way from line to line, in millimetres.
func (s *sheet) pitch(st style) float64 { return st.size * s.leading(st) * mmPerPoint }

func (s *sheet) inset(where side, free float64) float64 {
	switch where {
	case atCentre:
		return free / 2
	case atEnd:
		return free
	}
	return 0
}

// leading gives Arabic the air that its marks need.
func (s *sheet) leading(st style) float64 {
	switch {
	case s.rtl && st.voice == display:
		return max(st.leading, 1.3)
	case s.rtl:
		return st.leading * 1.16
	}
	return st.leading
}

// capitals is the height of a capital of the style, in millimetres.
func (s *sheet) capitals(st style) float64 {
	return s.fonts.pick(st.voice, 'H', false).capital() * st.size * mmPerPoint
}

// high is how far a text reaches below its top.
func (s *sheet) high(text string, st style, width float64) float64 {
	rows, _ := s.breaks(text, st, width)
	return s.capitals(st) + float64(len(rows)-1)*s.pitch(st)
}

// fitting is the style, made smaller until the text takes at most this many
// lines and no word stands out of its column.
func (s *sheet) fitting(text string, st style, width float64, rows int) style {
	for ; st.size > 5.6; st.size *= 0.94 {
		if lines, widest := s.breaks(text, st, width); len(lines) <= rows && widest <= width {
			return st
		}
	}
	return st
}

// nowhere is a surface on which things are only measured.
type nowhere struct{}

func (nowhere) tagged(_, _ string, draw func())                 { draw() }
func (nowhere) artifact(func())                                 {}
func (nowhere) clipped(_, _, _, _ float64, _ func())            {}
func (nowhere) fill([]point, color.RGBA)                        {}
func (nowhere) stroke([]point, color.RGBA, float64, ...float64) {}
func (nowhere) gradient(_, _, _, _ float64, _, _ color.RGBA)    {}
func (nowhere) glyphs(point, line, float64, color.RGBA)         {}
func (nowhere) link(_, _, _, _ float64, _ string)               {}

// disc is a round outline.
func disc(centre point, radius float64) []point {
	all := make([]point, 36)
	for i := range all {
		sin, cos := math.Sincos(float64(i) * math.Pi / 18)
		all[i] = point{centre.x + radius*cos, centre.y + radius*sin}
	}
	return all
}
