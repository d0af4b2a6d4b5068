package documents

import (
	"fmt"
	"image/color"

	"github.com/toubkal/toubkal/client/site/documents/pdf"
)

// document is a PDF in the making.
type document struct {
	*content
	*setter
	press         *Press
	pdf           *pdf.Document
	width, height float64 // mm
	title         string
	pages         int
}

// The formats, in millimetres.
const (
	longA4, shortA4 = 297.0, 210.0
	longA5, shortA5 = 210.0, 148.0
	margin          = 18.0
)

func (p *Press) newDocument(c *content, key string, width, height float64) *document {
	rtl := c.language == "ar"
	title := c.say(key+".title", "name", c.name())
	return &document{
		content: c, setter: &setter{fonts: p.fonts, rtl: rtl}, press: p, width: width, height: height, title: title,
		pdf: pdf.New(pdf.Info{
			Title: title + " · " + c.wordmark(), Author: c.wordmark(), Subject: c.say("claim"), Language: c.language, RightToLeft: rtl,
		}),
	}
}

// plain is a page of the valley: paper, a running head, and its number.
func (d *document) plain() *sheet {
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, ground) })
	d.runningHead(s, ink, ground)
	return s
}

// dark is a page of altitude, without anything on it yet.
func (d *document) dark() *sheet {
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, night) })
	return s
}

func (d *document) runningHead(s *sheet, text, behind color.RGBA) {
	quiet := s.label(muted(text, behind))
	s.artifactText(func() {
		s.set("Span", margin, 11, 80, d.wordmark(), s.label(text))
		s.setAt(atEnd, "Span", margin+80, 11, s.width-2*margin-80, d.title, quiet)
		s.setAt(atEnd, "Span", margin, s.height-13, s.width-2*margin, fmt.Sprint(d.pages), quiet)
		s.set("Span", margin, s.height-13, 120, ltr(bare(d.press.site)), quiet)
	})
	s.rule(margin, 16, s.width-2*margin, mix(behind, text, 0.25), 0.15)
}

// artifactText draws texts that repeat on each page and are not read aloud.
func (s *sheet) artifactText(draw func()) {
	inner := s.surface
	s.surface = silent{inner}
	inner.artifact(draw)
	s.surface = inner
}

// silent is a surface on which nothing is tagged again.
type silent struct{ surface }

func (s silent) tagged(_, _ string, draw func()) { draw() }
func (s silent) artifact(draw func())            { draw() }

// headlined puts a label and a title at the top of a page, and gives where they
// end.
func (d *document) headlined(s *sheet, label, title string) float64 {
	y := s.set("P", margin, 27, s.width-2*margin, label, s.label(clay))
	st := s.headline(40, ink)
	return s.set("H1", margin, y+6, s.width-2*margin, title, s.fitting(title, st, s.width-2*margin, 1))
}

// night shows a mountain over a whole page.
func (d *document) mountain(s *sheet, slug string, eye camera, light palette) {
	m, ok := d.press.massifs[slug]
	if !ok {
		return
	}
	s.artifact(func() { s.paintMassif(m, 0, 0, s.width, s.height, eye, light, 0.16) })
}

// figureRow sets the four figures side by side.
func (d *document) figureRow(s *sheet, start, top, width float64, size float64, text, behind color.RGBA) {
	all := d.figures()
	for i, f := range all {
		at := start + float64(i)*width/float64(len(all))
		y := s.set("P", at, top, width/float64(len(all))-3, f[0], s.figure(size, text))
		s.set("P", at, y+3.4, width/float64(len(all))-3, f[1], s.label(muted(text, behind)))
	}
}

// reach lists the ways to reach her.
func (d *document) reach(s *sheet, start, top, width float64, page string, text, accent color.RGBA) float64 {
	y := top
	for _, c := range d.channels(d.press.site, page) {
		from := y
		y = s.set("P", start, y, width, c.label, s.label(accent))
		y = s.set("P", start, y+2.6, width, c.shown, s.fitting(c.shown, s.strong(12, text), width, 1))
		s.link(s.left(start, width), from, width, y-from+1.5, c.address)
		y += 6.5
	}
	return y
}
