package documents

import (
	"fmt"
	"image/color"
	"strings"
)

// mediaKit is for journalists: cover, biographies, facts, wordmark and colours,
// contacts.
func (p *Renderer) mediaKit(c *content) *document {
	d := p.newDocument(c, "kit", shortA4, longA4)
	d.kitCover()
	d.biographies()
	d.facts()
	d.marks()
	return d
}

func (d *document) kitCover() {
	s := d.darkPage()
	d.mountain(s, "everest", camera{foot: 0.68, centre: 0.52, spread: 2.1}, nightPalette)
	wide := s.width - 2*margin
	s.set("P", margin, margin, 90, d.wordmark(), s.headline(15, limestone))
	s.setAt(alignEnd, "P", margin+90, margin+0.8, wide-90, d.message("kit.label"), s.label(muted(limestone, lake)))
	y := s.set("P", margin, 44, wide, d.message("claim"), s.label(ember))
	st := s.fit(d.siteTitle(), s.headline(86, limestone), wide, 2)
	y = s.set("H1", margin, y+7, wide, d.siteTitle(), st)
	s.set("P", margin, y+9, 112, d.message("kit.lead"), s.prose(11.5, limestone))
	d.figureRow(s, margin, s.height-44, wide, 24, limestone, night)
	s.rule(margin, s.height-22, wide, mix(night, limestone, 0.35), 0.15)
	s.set("P", margin, s.height-16.5, wide, ltr(withoutScheme(d.renderer.site)), s.label(limestone))
	s.link(s.left(margin, 80), s.height-19, 80, 8, d.renderer.site)
}

// biographies sets the three lengths, each with its number of words, on as many
// pages as they need.
func (d *document) biographies() {
	s := d.lightPage()
	f := &flow{document: d, sheet: s, y: d.pageTitle(s, d.message("kit.bios.label"), d.message("kit.bios.title")) + 9}
	f.text(d.message("kit.bios.lead"), 0, f.sheet.prose(9.6, muted(ink, ground)), 9)
	for _, size := range []string{"short", "medium", "long"} {
		bio := d.text("press.bio_" + size)
		if bio == "" {
			continue
		}
		f.rule()
		count := len(strings.Fields(bio))
		f.aside(d.message("kit.bios."+size), d.message("kit.bios.count", "count", fmt.Sprint(count)))
		st := f.sheet.prose(map[string]float64{"short": 13, "medium": 10.4, "long": 9.6}[size], ink)
		for paragraph := range strings.SplitSeq(bio, "\n\n") {
			f.text(paragraph, 44, st, 3.6)
		}
		f.y += 3
	}
}

// flow is a column that continues on the next page.
type flow struct {
	*document
	sheet *sheet
	y     float64
}

// text sets a paragraph, and continues on a new page if this one is full.
func (f *flow) text(text string, indent float64, st style, after float64) {
	wide := f.sheet.width - 2*margin - indent
	lines := f.sheet.lines(text, st, wide)
	for {
		room := int((f.sheet.height-20-f.y-f.sheet.capHeight(st))/f.sheet.lineHeight(st)) + 1
		fit := min(max(room, 0), len(lines))
		if fit > 0 {
			f.y = f.sheet.setLines(alignStart, "P", margin+indent, f.y, wide, lines[:fit], st)
		}
		if lines = lines[fit:]; len(lines) == 0 {
			break
		}
		f.sheet, f.y = f.lightPage(), 27
	}
	f.y += after + f.sheet.capHeight(st)*0.6
}

func (f *flow) rule() {
	f.sheet.rule(margin, f.y, f.sheet.width-2*margin, mix(ground, ink, 0.3), 0.15)
	f.y += 7
}

// aside sets a label beside the text that follows.
func (f *flow) aside(label, note string) {
	s := f.sheet
	if f.y > s.height-60 {
		s = f.lightPage()
		f.sheet, f.y = s, 27
	}
	y := s.set("H2", margin, f.y+0.6, 38, label, s.strong(10, clay))
	s.set("P", margin, y+3, 38, note, s.label(muted(ink, ground)))
}

// facts draws the mountains to one scale, and lists them in a table.
func (d *document) facts() {
	s := d.lightPage()
	y := d.pageTitle(s, d.message("kit.facts.label"), d.message("kit.facts.title"))
	y = s.set("P", margin, y+6, 150, d.message("kit.facts.lead"), s.prose(9, muted(ink, ground)))
	d.mountainChart(s, margin, y+9, s.width-2*margin, 52, ink, ground)
	d.table(s, y+9+52+17)
}

// mountainChart draws the mountains side by side over lines of height, to one
// scale.
func (d *document) mountainChart(s *sheet, start, top, width, tall float64, text, behind color.RGBA) {
	foot, axis := top+tall, 16.0
	quiet := mix(behind, text, 0.22)
	tiny := s.small(muted(text, behind))
	tiny.size = max(tiny.size, width/36)
	for metres := 0; metres <= 8000; metres += 2000 {
		y := foot - tall*float64(metres)/8848
		s.rule(start+axis-4, y, width-axis+4, quiet, 0.12)
		s.setAt(alignEnd, "P", start, y-1, axis-6, grouped(d.language, metres), tiny)
	}
	accent := clay
	if text == limestone {
		accent = ember
	}
	column := (width - axis) / float64(max(len(d.expeditions), 1))
	for i, e := range d.expeditions {
		m, drawn := d.renderer.mountains[e.Slug]
		if !drawn {
			continue
		}
		m = m.withOutcome(e)
		line := text
		if e.Slug == "everest" {
			line = accent
		}
		at := start + axis + float64(i)*column
		s.tagged("Figure", e.name(d.content)+", "+d.metres(e.HeightM), func() {
			s.silhouette(m, at+column*0.04, foot, column*0.92, tall, line, behind, 0.22)
		})
		s.setAt(alignCentre, "P", at, foot+3, column, fmt.Sprint(e.Year), tiny)
	}
}

// small is for figures in drawings.
func (s *typesetter) small(c color.RGBA) style {
	return style{role: mono, size: 5.6, leading: 1.4, colour: c}
}

// table lists the mountains; the outcome is text and never colour alone.
func (d *document) table(s *sheet, top float64) {
	columns := []float64{margin, margin + 10, margin + 66, margin + 91, margin + 107, margin + 143}
	quiet := s.label(muted(ink, ground))
	for i, key := range []string{"", "name", "height", "year", "country", "outcome"} {
		if key != "" {
			s.set("P", columns[i], top, 40, d.message("kit.facts."+key), quiet)
		}
	}
	row := min(8.6, (s.height-24-top-5)/float64(max(len(d.expeditions), 1)))
	for i, e := range d.expeditions {
		y := top + 5 + float64(i)*row
		s.rule(margin, y, s.width-2*margin, mix(ground, ink, 0.25), 0.12)
		y += row/2 - 1.2
		outcome, colour := d.message("kit.facts.summit"), ink
		if e.Attempt {
			outcome, colour = d.message("kit.facts.attempt"), clay
		}
		s.set("P", columns[0], y+0.3, 9, fmt.Sprintf("%02d", i+1), s.small(muted(ink, ground)))
		s.set("P", columns[1], y, 55, e.name(d.content), s.strong(9.4, ink))
		s.set("P", columns[2], y, 24, d.metres(e.HeightM), s.prose(9, ink))
		s.set("P", columns[3], y, 15, fmt.Sprint(e.Year), s.prose(9, ink))
		s.set("P", columns[4], y, 36, e.country(d.content), s.prose(9, ink))
		s.set("P", columns[5], y, s.width-margin-columns[5], outcome, s.prose(9, colour))
	}
}

// marks is the page on wordmark, colours, fonts and their use.
func (d *document) marks() {
	s := d.lightPage()
	y := d.pageTitle(s, d.message("kit.marks.label"), d.message("kit.marks.title")) + 10
	half := (s.width - 2*margin - 6) / 2
	for i, colours := range [][2]color.RGBA{{limestone, night}, {ink, sand}} {
		at := margin + float64(i)*(half+6)
		s.artifact(func() { s.box(at, y, half, 44, colours[1]) })
		st := s.fit(d.wordmark(), s.headline(27, colours[0]), half-12, 2)
		s.setAt(alignCentre, "P", at+6, y+22-s.textHeight(d.wordmark(), st, half-12)/2, half-12, d.wordmark(), st)
	}
	y = d.swatches(s, y+44+7) + 11
	y = d.rulesOfUse(s, d.specimens(s, y)+12)
	s.rule(margin, y+4, s.width-2*margin, mix(ground, ink, 0.3), 0.15)
	s.set("H2", margin, y+11, 58, d.message("kit.contact.title"), s.headline(20, ink))
	s.set("P", margin, y+21, 54, d.message("kit.contact.text"), s.prose(9, muted(ink, ground)))
	d.contactList(s, margin+64, y+11, s.width-2*margin-64, "/contact", ink, clay)
}

// swatches shows the palette with the values of its colours.
func (d *document) swatches(s *sheet, top float64) float64 {
	all := []color.RGBA{night, lake, limestone, ground, clay, ember}
	wide := (s.width - 2*margin - 5*3) / 6
	y := top
	for i, c := range all {
		at := margin + float64(i)*(wide+3)
		s.artifact(func() {
			s.box(at, top, wide, 13, c)
			x := s.left(at, wide)
			s.stroke([]point{{x, top}, {x + wide, top}, {x + wide, top + 13}, {x, top + 13}, {x, top}}, mix(ground, ink, 0.2), 0.12)
		})
		y = s.set("P", at, top+16, wide, ltr(fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)), s.small(ink))
	}
	return y
}

// rulesOfUse sets the rules in two columns.
func (d *document) rulesOfUse(s *sheet, top float64) float64 {
	half := (s.width - 2*margin - 10) / 2
	y, low := top, top
	for i, key := range []string{"claim", "attempts", "wordmark", "photos"} {
		at := margin + float64(i%2)*(half+10)
		if i%2 == 0 {
			y = low
		}
		end := s.set("H3", at, y, half, d.message("kit.marks."+key+".title"), s.strong(9.6, clay))
		end = s.set("P", at, end+3.4, half, d.message("kit.marks."+key+".text"), s.prose(9, ink))
		low = max(low, end+9)
	}
	return low
}

// specimens shows the fonts.
func (d *document) specimens(s *sheet, top float64) float64 {
	half := (s.width - 2*margin - 10) / 2
	y := top
	for i, face := range []struct{ name, shown string }{
		{"Big Shoulders Display 800 · Reem Kufi 700", "Altitude ارتفاع 8848"},
		{"Readex Pro 400, 700 · Martian Mono", "Summit, sommet, قمة"},
	} {
		at := margin + float64(i)*(half+10)
		st := style{role: display, size: 25, leading: 1, colour: ink}
		if i == 1 {
			st.role, st.size = body, 20
		}
		s.rule(at, top-1, half, mix(ground, ink, 0.3), 0.15)
		y = s.set("P", at, top+8, half, face.shown, s.fit(face.shown, st, half, 1))
		y = s.set("P", at, max(y, top+16)+5, half, ltr(face.name), s.small(muted(ink, ground)))
	}
	return y
}
