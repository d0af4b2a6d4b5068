package documents

import (
	"image/color"

	"github.com/toubkal/toubkal/client/site/documents/pdf"
)

// pdfPage is a surface on a page of a PDF.
type pdfPage struct {
	doc    *pdf.Document
	page   *pdf.Page
	height float64 // mm
}

func (d *document) newPage() *sheet {
	const perMM = 1 / mmPerPoint
	page := d.pdf.Page(d.width*perMM, d.height*perMM)
	var on surface = &pdfPage{d.pdf, page, d.height}
	if d.renderer.wrapSurface != nil {
		on = d.renderer.wrapSurface(on, d.width, d.height)
	}
	return &sheet{surface: on, typesetter: d.typesetter, width: d.width, height: d.height}
}

// at converts millimetres from the top to points from the bottom.
func (p *pdfPage) at(x, y float64) pdf.Point {
	return pdf.Point{X: x / mmPerPoint, Y: (p.height - y) / mmPerPoint}
}

func (p *pdfPage) all(points []point) []pdf.Point {
	turned := make([]pdf.Point, len(points))
	for i, at := range points {
		turned[i] = p.at(at.x, at.y)
	}
	return turned
}

func (p *pdfPage) tagged(kind, alt string, draw func()) { p.page.Tagged(kind, alt, draw) }
func (p *pdfPage) artifact(draw func())                 { p.page.Artifact(draw) }

func (p *pdfPage) clipped(x, y, width, height float64, draw func()) {
	low := p.at(x, y+height)
	p.page.Clipped(low.X, low.Y, width/mmPerPoint, height/mmPerPoint, draw)
}

func (p *pdfPage) fill(outline []point, c color.RGBA) { p.page.Fill(p.all(outline), c) }

func (p *pdfPage) stroke(line []point, c color.RGBA, width float64, dashes ...float64) {
	scaled := make([]float64, len(dashes))
	for i, dash := range dashes {
		scaled[i] = dash / mmPerPoint
	}
	p.page.Stroke(p.all(line), c, width/mmPerPoint, scaled...)
}

func (p *pdfPage) gradient(x, y, width, height float64, above, below color.RGBA) {
	low := p.at(x, y+height)
	p.page.Gradient(low.X, low.Y, width/mmPerPoint, height/mmPerPoint, above, below)
}

// glyphs draws each run of glyphs that have the same font.
func (p *pdfPage) glyphs(at point, l line, size float64, c color.RGBA) {
	for from := 0; from < len(l.glyphs); {
		to := from
		var same []pdf.Glyph
		for ; to < len(l.glyphs) && l.glyphs[to].face == l.glyphs[from].face; to++ {
			g := l.glyphs[to]
			same = append(same, pdf.Glyph{ID: g.id, At: p.at(at.x+g.x, at.y-g.y), Text: g.text})
		}
		p.page.Glyphs(p.doc.Font(l.glyphs[from].face.embedded), size, c, same)
		from = to
	}
}

func (p *pdfPage) link(x, y, width, height float64, address string) {
	low := p.at(x, y+height)
	p.page.Link(low.X, low.Y, width/mmPerPoint, height/mmPerPoint, address)
}
