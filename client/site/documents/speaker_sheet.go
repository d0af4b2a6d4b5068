package documents

import (
	"fmt"
	"image/color"
)

// speakerSheet is one page for organisers of events: portrait, talks, audiences,
// logistics and contacts.
func (p *Renderer) speakerSheet(c *content) *document {
	d := p.newDocument(c, "sheet", shortA4, longA4)
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, ground) })
	d.sheetHead(s)
	// as large as the page allows: longer texts must stay on one page
	scale := 1.06
	for d.sheetBody(&sheet{surface: measureOnly{}, typesetter: s.typesetter, width: s.width, height: s.height}, scale) > s.height-15 && scale > 0.6 {
		scale -= 0.02
	}
	d.sheetBody(s, scale)
	return d
}

// sheetBody sets everything below the header, and returns the last baseline.
func (d *document) sheetBody(s *sheet, scale float64) float64 {
	wide := s.width - 2*margin
	y := s.set("P", margin, 104, wide, d.text("brand.portrait"), s.prose(10.6*scale, ink))
	y = d.talks(s, y+12*scale, scale)
	s.rule(margin, y-2, wide, mix(ground, ink, 0.3), 0.15)
	third, low := (wide-16)/3, y
	for i, key := range []string{"audiences", "logistics"} {
		at := margin + float64(i)*(third+8)
		end := s.set("H2", at, y+5, third, d.message("sheet."+key+".title"), s.label(clay))
		for n := 1; n <= 3; n++ {
			end = s.set("P", at, end+4*scale, third, d.message(fmt.Sprintf("sheet.%s.%d", key, n)), s.prose(9.2*scale, ink))
		}
		low = max(low, end)
	}
	at := margin + 2*(third+8)
	end := s.set("H2", at, y+5, third, d.message("sheet.booking.title"), s.label(clay))
	end = s.set("P", at, end+4*scale, third, d.message("sheet.booking.text"), s.prose(9.2*scale, ink))
	return max(low, d.contactList(s, at, end+5, third, "/speaking", ink, clay)-6.5)
}

// sheetHead is the dark header with a mountain.
func (d *document) sheetHead(s *sheet) {
	const tall = 92.0
	if m, ok := d.renderer.mountains["everest"]; ok {
		s.artifact(func() {
			s.paintMountain(m, 0, 0, s.width, tall, camera{foot: 0.74, centre: 0.74, spread: 1}, nightPalette, 0.16)
		})
	}
	s.set("P", margin, 15, 90, d.wordmark(), s.label(limestone))
	s.setAt(alignEnd, "P", margin+90, 15, s.width-2*margin-90, d.message("sheet.label"), s.label(muted(limestone, lake)))
	y := s.set("P", margin, 31, 120, d.message("claim"), s.label(ember))
	st := s.fit(d.siteTitle(), s.headline(56, limestone), 120, 2)
	y = s.set("H1", margin, y+5, 120, d.siteTitle(), st)
	s.set("P", margin, y+7, 92, d.message("sheet.lead"), s.strong(10.4, limestone))
}

// talks sets the topics in two columns, each with its outcomes.
func (d *document) talks(s *sheet, top, scale float64) float64 {
	half := (s.width - 2*margin - 10) / 2
	y, low := top, top
	shown := d.topics[:min(len(d.topics), 6)]
	title := s.headline(19*scale, ink)
	for _, t := range shown { // one size for all
		title.size = s.fit(t.title(d.content), title, half-9, 1).size
	}
	for i, t := range shown {
		at := margin + float64(i%2)*(half+10)
		if i%2 == 0 {
			y = low
		}
		end := d.talk(s, t, i+1, at, y, half, scale, title)
		low = max(low, end+10.5*scale)
	}
	return low
}

func (d *document) talk(s *sheet, t topic, n int, at, top, wide, scale float64, title style) float64 {
	s.rule(at, top-3.5, wide, clay, 0.5)
	s.set("P", at, top+0.6, 9, fmt.Sprintf("%02d", n), s.small(clay))
	end := s.set("H2", at+9, top, wide-9, t.title(d.content), title)
	for _, outcome := range t.outcomes(d.content) {
		row := end + 4.4*scale
		s.artifact(func() { s.peak(at+9, row+1.9, 2.2, clay) })
		end = s.set("P", at+13, row, wide-13, outcome, s.prose(9.2*scale, ink))
	}
	return end
}

// peak is a small triangle, which the site uses as a bullet.
func (s *sheet) peak(start, foot, wide float64, c color.RGBA) {
	x := s.left(start, wide)
	s.fill([]point{{x, foot}, {x + wide/2, foot - wide*0.9}, {x + wide, foot}}, c)
}
