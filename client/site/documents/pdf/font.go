package pdf

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"unicode/utf16"
)

// Font is a typeface of a document, of which only the used glyphs are kept.
type Font struct {
	source    *Typeface
	name      string           // of the resource
	subsetIDs map[Glyph]uint16 // glyph id in the subset, by glyph and text
	glyphs    []uint16
	texts     []string
}

// Font adds a typeface; the same source gives the same Font.
func (d *Document) Font(source *Typeface) *Font {
	for _, f := range d.fonts {
		if f.source == source {
			return f
		}
	}
	f := &Font{source: source, name: fmt.Sprintf("F%d", len(d.fonts)), subsetIDs: map[Glyph]uint16{}, glyphs: []uint16{0}, texts: []string{""}}
	d.fonts = append(d.fonts, f)
	return f
}

// subsetID returns the id of a glyph in the subset. A glyph that stands for
// different texts has an id for each: in Reem Kufi, letters share base glyphs.
func (f *Font) subsetID(g Glyph) uint16 {
	g.At = Point{}
	if own, ok := f.subsetIDs[g]; ok {
		return own
	}
	own := uint16(len(f.glyphs)) // #nosec G115 -- a font has at most 65,535 glyphs
	f.subsetIDs[g] = own
	f.glyphs, f.texts = append(f.glyphs, g.ID), append(f.texts, g.Text)
	return own
}

// Glyph is a glyph on a page.
type Glyph struct {
	ID uint16
	// At is its origin.
	At Point
	// Text is the characters it stands for; "" if another glyph has them.
	Text string
}

// Glyphs draws glyphs from left to right, at a size in points.
func (p *Page) Glyphs(f *Font, size float64, c color.RGBA, glyphs []Glyph) {
	if len(glyphs) == 0 {
		return
	}
	fmt.Fprintf(&p.content, "BT %s rg /%s %s Tf ", rgb(c), f.name, number(size))
	perEm := size / float64(f.source.head.UnitsPerEm)
	pen := Point{math.Inf(1), 0} // unknown yet
	open := false
	for _, g := range glyphs {
		off := g.At.X - pen.X
		switch {
		case g.At.Y != pen.Y || math.Abs(off) > size: // a mark above or below, or a large distance
			if open {
				p.content.WriteString("]TJ ")
			}
			fmt.Fprintf(&p.content, "1 0 0 1 %s %s Tm [", number(g.At.X), number(g.At.Y))
			open, pen = true, g.At
		case math.Abs(off) > size/2000:
			fmt.Fprintf(&p.content, "%d ", -int(math.Round(off/size*1000)))
			pen.X = g.At.X
		}
		fmt.Fprintf(&p.content, "<%04X>", f.subsetID(g))
		pen.X += f.source.advance(g.ID) * perEm
	}
	p.content.WriteString("]TJ ET\n")
}

func (d *Document) writeFonts(w *writer) (string, error) {
	var names strings.Builder
	for _, f := range d.fonts {
		number, err := f.write(w)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&names, "/%s %s", f.name, ref(number))
	}
	return names.String(), nil
}

// write writes the five objects of a font.
func (f *Font) write(w *writer) (int, error) {
	program, err := f.source.subset(f.glyphs)
	if err != nil {
		return 0, fmt.Errorf("subset the font %s: %w", f.source.name, err)
	}
	file, toUnicode := w.reserve(), w.reserve()
	w.stream(file, fmt.Sprintf("/Length1 %d", len(program)), program)
	w.stream(toUnicode, "", []byte(f.toUnicode()))
	name := "TOUBKL+" + f.postScriptName()
	descriptor := w.add(f.descriptor(name, file))
	descendant := w.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/FontDescriptor %s/W[0[%s]]>>",
		name, ref(descriptor), f.widths()))
	return w.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%s]/ToUnicode %s>>",
		name, ref(descendant), ref(toUnicode))), nil
}

// postScriptName is the name in the font file, without characters that a PDF name
// cannot have.
func (f *Font) postScriptName() string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 127 && !strings.ContainsRune("()<>[]{}/%#", r) {
			return r
		}
		return -1
	}, f.source.name)
}

func (f *Font) scaled(units float64) int {
	return int(math.Round(units * 1000 / float64(f.source.head.UnitsPerEm)))
}

func (f *Font) widths() string {
	all := make([]string, len(f.glyphs))
	for i, glyph := range f.glyphs {
		all[i] = fmt.Sprint(f.scaled(f.source.advance(glyph)))
	}
	return strings.Join(all, " ")
}

func (f *Font) descriptor(name string, file int) string {
	head, hhea := f.source.head, f.source.hhea
	return fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile2 %s>>",
		name, f.scaled(float64(head.XMin)), f.scaled(float64(head.YMin)), f.scaled(float64(head.XMax)), f.scaled(float64(head.YMax)),
		f.scaled(float64(hhea.Ascender)), f.scaled(float64(hhea.Descender)), f.scaled(f.source.capHeight), ref(file))
}

// toUnicode is the CMap from glyphs to their text, by which readers search and
// copy.
func (f *Font) toUnicode() string {
	var b strings.Builder
	b.WriteString("/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n1 begincodespacerange<0000><FFFF>endcodespacerange\n")
	for start := 1; start < len(f.texts); start += 100 { // a block has at most 100 entries
		part := f.texts[start:min(start+100, len(f.texts))]
		var block strings.Builder
		count := 0
		for i, chars := range part {
			if chars == "" {
				continue
			}
			count++
			fmt.Fprintf(&block, "<%04X><", start+i)
			for _, unit := range utf16.Encode([]rune(chars)) {
				fmt.Fprintf(&block, "%04X", unit)
			}
			block.WriteString(">\n")
		}
		if count > 0 {
			fmt.Fprintf(&b, "%d beginbfchar\n%sendbfchar\n", count, block.String())
		}
	}
	return b.String() + "endcmap CMapName currentdict/CMap defineresource pop end end"
}
