package documents

import (
	"image/color"
	"math"
)

// point is in millimetres from the upper left corner.
type point struct{ x, y float64 }

// surface is what a sheet draws on: a page of a PDF, or an image.
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

// sheet lays out a page. Start is left in English and French and right in Arabic,
// so that a layout is written once.
type sheet struct {
	surface
	*typesetter
	width, height float64 // mm
}

// left converts the distance of a box from the start to its distance from the
// left.
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

// rule draws a horizontal line; thick is in millimetres.
func (s *sheet) rule(start, top, width float64, c color.RGBA, thick float64) {
	s.artifact(func() {
		x := s.left(start, width)
		s.stroke([]point{{x, top}, {x + width, top}}, c, thick)
	})
}

// alignment is the side at which lines are aligned.
type alignment int

const (
	alignStart alignment = iota
	alignCentre
	alignEnd
)

// set draws a text into a column; top is the top of its first capitals. It returns
// the last baseline, from which callers measure the space to the next text.
func (s *sheet) set(kind string, start, top, width float64, text string, st style) float64 {
	return s.setAt(alignStart, kind, start, top, width, text, st)
}

func (s *sheet) setAt(where alignment, kind string, start, top, width float64, text string, st style) float64 {
	if text == "" {
		return top
	}
	return s.setLines(where, kind, start, top, width, s.lines(text, st, width), st)
}

// setLines draws lines that are shaped already.
func (s *sheet) setLines(where alignment, kind string, start, top, width float64, lines []line, st style) float64 {
	baseline := top + s.capHeight(st)
	s.tagged(kind, "", func() {
		for i, l := range lines {
			if i > 0 {
				baseline += s.lineHeight(st)
			}
			s.glyphs(point{s.left(start+s.inset(where, width-l.width), l.width), baseline}, l, st.size, st.colour)
		}
	})
	if s.rtl && st.role == display {
		return baseline + st.size*0.22*mmPerPoint // Arabic letters descend below the baseline
	}
	return baseline
}

// lineHeight is the distance between two baselines, in millimetres.
func (s *sheet) lineHeight(st style) float64 { return st.size * s.leading(st) * mmPerPoint }

func (s *sheet) inset(where alignment, free float64) float64 {
	switch where {
	case alignCentre:
		return free / 2
	case alignEnd:
		return free
	}
	return 0
}

// leading is larger for Arabic, whose marks need space.
func (s *sheet) leading(st style) float64 {
	switch {
	case s.rtl && st.role == display:
		return max(st.leading, 1.3)
	case s.rtl:
		return st.leading * 1.16
	}
	return st.leading
}

// capHeight is the height of a capital of the style, in millimetres.
func (s *sheet) capHeight(st style) float64 {
	return s.fonts.pick(st.role, 'H', false).capHeight() * st.size * mmPerPoint
}

// textHeight is the distance from the top of a text to its last baseline.
func (s *sheet) textHeight(text string, st style, width float64) float64 {
	rows, _ := s.breakLines(text, st, width)
	return s.capHeight(st) + float64(len(rows)-1)*s.lineHeight(st)
}

// fit returns the style, made smaller until the text takes at most this many
// lines and no word is wider than the column.
func (s *sheet) fit(text string, st style, width float64, rows int) style {
	for ; st.size > 5.6; st.size *= 0.94 {
		if lines, widest := s.breakLines(text, st, width); len(lines) <= rows && widest <= width {
			return st
		}
	}
	return st
}

// measureOnly is a surface that draws nothing.
type measureOnly struct{}

func (measureOnly) tagged(_, _ string, draw func())                 { draw() }
func (measureOnly) artifact(func())                                 {}
func (measureOnly) clipped(_, _, _, _ float64, _ func())            {}
func (measureOnly) fill([]point, color.RGBA)                        {}
func (measureOnly) stroke([]point, color.RGBA, float64, ...float64) {}
func (measureOnly) gradient(_, _, _, _ float64, _, _ color.RGBA)    {}
func (measureOnly) glyphs(point, line, float64, color.RGBA)         {}
func (measureOnly) link(_, _, _, _ float64, _ string)               {}

// disc is the outline of a circle.
func disc(centre point, radius float64) []point {
	all := make([]point, 36)
	for i := range all {
		sin, cos := math.Sincos(float64(i) * math.Pi / 18)
		all[i] = point{centre.x + radius*cos, centre.y + radius*sin}
	}
	return all
}
