package documents

import (
	"fmt"
	"image/color"

	"github.com/toubkal/toubkal/client/site/documents/pdf"
)

// document is a PDF that is being laid out.
type document struct {
	*content
	*typesetter
	renderer      *Renderer
	pdf           *pdf.Document
	width, height float64 // mm
	title         string
	pages         int
}

// Paper formats, in millimetres.
const (
	longA4, shortA4 = 297.0, 210.0
	longA5, shortA5 = 210.0, 148.0
	margin          = 18.0
)

func (p *Renderer) newDocument(c *content, key string, width, height float64) *document {
	rtl := c.language == "ar"
	title := c.message(key+".title", "name", c.siteTitle())
	return &document{
		content: c, typesetter: &typesetter{fonts: p.fonts, rtl: rtl}, renderer: p, width: width, height: height, title: title,
		pdf: pdf.New(pdf.Info{
			Title: title + " · " + c.wordmark(), Author: c.wordmark(), Subject: c.message("claim"), Language: c.language, RightToLeft: rtl,
		}),
	}
}

// lightPage adds a page with a light background, a running head and its number.
func (d *document) lightPage() *sheet {
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, ground) })
	d.runningHead(s, ink, ground)
	return s
}

// darkPage adds a page with a dark background and nothing else.
func (d *document) darkPage() *sheet {
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, night) })
	return s
}

func (d *document) runningHead(s *sheet, text, behind color.RGBA) {
	quiet := s.label(muted(text, behind))
	s.artifactText(func() {
		s.set("Span", margin, 11, 80, d.wordmark(), s.label(text))
		s.setAt(alignEnd, "Span", margin+80, 11, s.width-2*margin-80, d.title, quiet)
		s.setAt(alignEnd, "Span", margin, s.height-13, s.width-2*margin, fmt.Sprint(d.pages), quiet)
		s.set("Span", margin, s.height-13, 120, ltr(withoutScheme(d.renderer.site)), quiet)
	})
	s.rule(margin, 16, s.width-2*margin, mix(behind, text, 0.25), 0.15)
}

// artifactText draws text that repeats on each page, which screen readers skip.
func (s *sheet) artifactText(draw func()) {
	inner := s.surface
	s.surface = untagged{inner}
	inner.artifact(draw)
	s.surface = inner
}

// untagged is a surface that ignores tags: they must not be nested.
type untagged struct{ surface }

func (s untagged) tagged(_, _ string, draw func()) { draw() }
func (s untagged) artifact(draw func())            { draw() }

// pageTitle sets a label and a title at the top of a page, and returns the last
// baseline.
func (d *document) pageTitle(s *sheet, label, title string) float64 {
	y := s.set("P", margin, 27, s.width-2*margin, label, s.label(clay))
	st := s.headline(40, ink)
	return s.set("H1", margin, y+6, s.width-2*margin, title, s.fit(title, st, s.width-2*margin, 1))
}

// mountain paints a mountain over a whole page.
func (d *document) mountain(s *sheet, slug string, view camera, light palette) {
	m, ok := d.renderer.mountains[slug]
	if !ok {
		return
	}
	s.artifact(func() { s.paintMountain(m, 0, 0, s.width, s.height, view, light, 0.16) })
}

// figureRow sets the four figures side by side.
func (d *document) figureRow(s *sheet, start, top, width float64, size float64, text, behind color.RGBA) {
	all := d.figures()
	for i, f := range all {
		at := start + float64(i)*width/float64(len(all))
		y := s.set("P", at, top, width/float64(len(all))-3, f[0], style{role: display, size: size, leading: 1, colour: text})
		s.set("P", at, y+3.4, width/float64(len(all))-3, f[1], s.label(muted(text, behind)))
	}
}

// contactList sets the contacts, each linked, and returns where they end.
func (d *document) contactList(s *sheet, start, top, width float64, page string, text, accent color.RGBA) float64 {
	y := top
	for _, c := range d.contacts(d.renderer.site, page) {
		y = d.contact(s, c, start, y, width, text, accent) + 6.5
	}
	return y
}

// contact sets a contact with its label, linked, and returns the last baseline.
func (d *document) contact(s *sheet, c contact, start, top, width float64, text, accent color.RGBA) float64 {
	y := s.set("P", start, top, width, c.label, s.label(accent))
	y = s.set("P", start, y+2.6, width, c.shown, s.fit(c.shown, s.strong(12, text), width, 1))
	s.link(s.left(start, width), top, width, y-top+1.5, c.address)
	return y
}
