package documents

import (
	"image/color"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"golang.org/x/text/unicode/bidi"
)

// style is how a text is set.
type style struct {
	role fontRole
	size float64 // points
	// leading is the line height, as a multiple of size.
	leading float64
	colour  color.RGBA
	// tracking is space between Latin letters, in parts of size; Arabic letters
	// are joined and have none.
	tracking float64
	caps     bool
	// natural takes the direction from the first letter: a French street on an
	// Arabic receipt.
	natural bool
}

// glyph is a shaped glyph; x and y are millimetres from the line's left end and
// its baseline.
type glyph struct {
	face *typeface
	id   uint16
	x, y float64
	text string
}

// line is shaped text, from left to right.
type line struct {
	glyphs []glyph
	width  float64 // mm
}

// typesetter shapes text and breaks it into lines. It is not safe for concurrent
// use.
type typesetter struct {
	fonts  fontStacks
	rtl    bool
	widths map[widthKey]float64 // of words, at a size of one point
}

const (
	mmPerPoint = 25.4 / 72
	// Directional isolates keep a phone number or an address in its own order;
	// they are not drawn.
	isolateLTR, isolateEnd = '\u2066', '\u2069'
	leftMark               = "\u200e"
)

// ltr marks a text that is left-to-right also within Arabic.
func ltr(s string) string { return string(isolateLTR) + s + string(isolateEnd) }

// shape shapes one line. Its runs are put in visual order; two embedding levels
// are enough for names and numbers inside a sentence.
func (s *typesetter) shape(text string, st style) line {
	if st.caps {
		text = strings.ToUpper(text)
	}
	var out line
	for _, run := range s.visualRuns(text, s.base(text, st)) {
		parts := s.parts(run.text, st.role, run.rtl)
		for i := range parts {
			if run.rtl {
				i = len(parts) - 1 - i
			}
			out.append(parts[i], run.rtl, st)
		}
	}
	return out
}

type run struct {
	text string
	rtl  bool
}

// base is the paragraph direction of a text.
func (s *typesetter) base(text string, st style) (rtl bool) {
	if !st.natural {
		return s.rtl
	}
	for _, r := range text {
		if unicode.IsLetter(r) {
			return unicode.Is(unicode.Arabic, r) || unicode.Is(unicode.Hebrew, r)
		}
	}
	return false // a number alone
}

func (s *typesetter) visualRuns(text string, rtl bool) []run {
	var p bidi.Paragraph
	var err error
	if rtl {
		_, err = p.SetString(text, bidi.DefaultDirection(bidi.RightToLeft))
	} else {
		_, err = p.SetString(leftMark + text)
	}
	order, failed := p.Order()
	if err != nil || failed != nil || order.NumRuns() == 0 {
		return []run{{text, rtl}}
	}
	runs := make([]run, order.NumRuns())
	for i := range runs {
		r := order.Run(i)
		runs[i] = run{text: r.String(), rtl: r.Direction() == bidi.RightToLeft}
	}
	return visualOrder(runs, rtl)
}

// visualOrder reorders runs (rule L2 of the bidirectional algorithm, UAX #9). The
// library returns directions and no levels: a number after Arabic is at level 2.
func visualOrder(runs []run, rtl bool) []run {
	levels := make([]int, len(runs))
	for i, r := range runs {
		switch {
		case r.rtl:
			levels[i] = 1
		case rtl, i > 0 && levels[i-1] > 0 && !strings.ContainsFunc(r.text, unicode.IsLetter):
			levels[i] = 2
		}
	}
	for level := 2; level > 0; level-- {
		for from := 0; from < len(runs); from++ {
			to := from
			for to < len(runs) && levels[to] >= level {
				to++
			}
			slices.Reverse(runs[from:to])
			slices.Reverse(levels[from:to])
			from = max(from, to-1)
		}
	}
	return runs
}

type part struct {
	face *typeface
	text string
}

// parts splits a run by font, in logical order. A combining mark stays with its
// letter.
func (s *typesetter) parts(text string, role fontRole, rtl bool) []part {
	var all []part
	for _, r := range text {
		if unicode.Is(unicode.Cf, r) {
			continue
		}
		face := s.fonts.pick(role, r, rtl)
		last := len(all) - 1
		if last >= 0 && (all[last].face == face || unicode.Is(unicode.Mn, r) && all[last].face.has(r)) {
			all[last].text += string(r)
			continue
		}
		all = append(all, part{face, string(r)})
	}
	return all
}

func (l *line) append(p part, rtl bool, st style) {
	scale := st.size * mmPerPoint / p.face.units()
	shaped := p.shape(rtl)
	texts := glyphTexts(p.text, shaped.Info, shaped.Pos)
	for i, g := range shaped.Info {
		at := shaped.Pos[i]
		// #nosec G115 -- a font has at most 65,535 glyphs
		l.glyphs = append(l.glyphs, glyph{p.face, uint16(g.Glyph), l.width + float64(at.XOffset)*scale, float64(at.YOffset) * scale, texts[i]})
		l.width += float64(at.XAdvance) * scale
		if st.tracking > 0 && !p.face.arabic {
			l.width += st.tracking * st.size * mmPerPoint
		}
	}
}

// shape returns the glyphs from left to right, in font units. A cluster is a byte
// offset in the text.
func (p part) shape(rtl bool) *harfbuzz.Buffer {
	b := harfbuzz.NewBuffer()
	b.ClusterLevel = harfbuzz.MonotoneCharacters
	for i, r := range p.text {
		b.AddRune(r, i)
	}
	b.Props.Direction = harfbuzz.LeftToRight
	if rtl {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Props.Language = language.NewLanguage("und") // never the locale of the machine
	b.GuessSegmentProperties()                     // the script
	b.Shape(p.face.shaper, nil)
	return b
}

// glyphTexts returns the characters of each glyph. A letter and its marks are one
// cluster: the letter, which is the widest, has the text of all of them.
func glyphTexts(whole string, shaped []harfbuzz.GlyphInfo, positions []harfbuzz.GlyphPosition) []string {
	ends := map[int]int{}
	starts := []int{len(whole)}
	for _, g := range shaped {
		starts = append(starts, g.Cluster)
	}
	slices.Sort(starts)
	for i, start := range starts[:len(starts)-1] {
		if starts[i+1] > start {
			ends[start] = starts[i+1]
		}
	}
	texts := make([]string, len(shaped))
	widest := map[int]int{}
	for i, g := range shaped {
		if best, ok := widest[g.Cluster]; !ok || positions[i].XAdvance > positions[best].XAdvance {
			widest[g.Cluster] = i
		}
	}
	for cluster, i := range widest {
		texts[i] = whole[cluster:ends[cluster]]
	}
	return texts
}

// lines breaks a text at spaces into lines no wider than width. A no-break space
// does not break. A word that is too wide has a line of its own.
func (s *typesetter) lines(text string, st style, width float64) []line {
	rows, _ := s.breakLines(text, st, width)
	all := make([]line, len(rows))
	for i, row := range rows {
		all[i] = s.shape(row, st)
	}
	return all
}

// breakLines returns the text of each line, and the width of the widest. It does
// not shape lines: words are measured once, for all sizes.
func (s *typesetter) breakLines(text string, st style, width float64) (rows []string, widest float64) {
	blank := s.measure(" ", st)
	for _, paragraph := range strings.Split(text, "\n") {
		row, wide := "", 0.0
		for word := range strings.FieldsFuncSeq(paragraph, func(r rune) bool { return r == ' ' }) {
			own := s.measure(word, st)
			if row != "" && wide+blank+own > width {
				rows, widest = append(rows, row), max(widest, wide)
				row = ""
			}
			if row == "" {
				row, wide = word, own
				continue
			}
			row, wide = row+" "+word, wide+blank+own
		}
		rows, widest = append(rows, row), max(widest, wide)
	}
	return rows, widest
}

// widthKey is what a width depends on besides the size.
type widthKey struct {
	role          fontRole
	tracking      float64
	caps, natural bool
	text          string
}

func (s *typesetter) measure(text string, st style) float64 {
	key := widthKey{st.role, st.tracking, st.caps, st.natural, text}
	wide, known := s.widths[key]
	if !known {
		one := st
		one.size = 1
		wide = s.shape(text, one).width
		if s.widths == nil {
			s.widths = map[widthKey]float64{}
		}
		s.widths[key] = wide
	}
	return wide * st.size
}
