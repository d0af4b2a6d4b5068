package documents

import (
	"fmt"
	"strings"
)

// The tiers of the sponsorship form.
var budgets = []string{"5k", "10k", "25k", "50k", "custom"}

// sponsorDeck is seven landscape pages, for meetings or for reading.
func (p *Renderer) sponsorDeck(c *content) *document {
	d := p.newDocument(c, "deck", longA4, shortA4)
	d.deckCover()
	d.deckWho()
	d.deckClimb()
	d.deckBenefits()
	d.deckHonest()
	d.deckBudgets()
	d.deckNext()
	return d
}

func (d *document) deckCover() {
	s := d.darkPage()
	d.mountain(s, "everest", camera{foot: 0.7, centre: 0.7, spread: 1.35}, nightPalette)
	s.set("P", margin, margin, 120, d.wordmark(), s.headline(15, limestone))
	y := s.set("P", margin, 52, 150, d.message("deck.label"), s.label(ember))
	st := s.fit(d.message("deck.cover.title"), s.headline(64, limestone), 150, 3)
	y = s.set("H1", margin, y+7, 150, d.message("deck.cover.title"), st)
	s.set("P", margin, y+10, 108, d.message("deck.cover.lead"), s.prose(12, limestone))
	s.set("P", margin, s.height-19, 200, ltr(withoutScheme(d.renderer.site)), s.label(limestone))
}

func (d *document) deckWho() {
	s := d.lightPage()
	end := d.pageTitle(s, d.message("deck.who.label"), d.siteTitle())
	s.set("P", margin, end+10, 118, d.text("brand.portrait"), s.prose(13.6, ink))
	at := 158.0
	s.artifact(func() {
		x := s.left(at-10, 0)
		s.stroke([]point{{x, 27}, {x, s.height - 24}}, mix(ground, ink, 0.25), 0.15)
	})
	for i, key := range []string{"preparation", "perseverance", "purpose"} {
		y := 33 + float64(i)*52
		if i > 0 {
			s.rule(at, y-12, s.width-margin-at, mix(ground, ink, 0.25), 0.15)
		}
		y = s.set("H2", at, y, s.width-margin-at, d.message("deck.who."+key+".title"), s.headline(36, clay))
		s.set("P", at, y+5, s.width-margin-at, d.message("deck.who."+key+".text"), s.prose(13, ink))
	}
	d.figureRow(s, margin, s.height-42, 124, 23, ink, ground)
}

func (d *document) deckClimb() {
	s := d.darkPage()
	d.runningHead(s, limestone, night)
	y := s.set("P", margin, 27, 200, d.message("deck.climb.label"), s.label(ember))
	st := s.fit(d.message("deck.climb.title"), s.headline(38, limestone), s.width-2*margin, 1)
	y = s.set("H1", margin, y+6, s.width-2*margin, d.message("deck.climb.title"), st)
	d.mountainChart(s, margin, y+12, s.width-2*margin, 88, limestone, night)
	d.climbNames(s, y+12+88+8.5)
	s.set("P", margin, s.height-27, s.width-2*margin, d.message("deck.climb.note"), s.prose(8.6, muted(limestone, night)))
}

// climbNames sets the height and the name of each mountain below it, all names in
// the size that fits the longest.
func (d *document) climbNames(s *sheet, y float64) {
	column := (s.width - 2*margin - 16) / float64(max(len(d.expeditions), 1))
	st := style{role: bold, size: 8.2, leading: 1.25, colour: limestone}
	for _, e := range d.expeditions {
		st = s.fit(whole(e.name(d.content)), st, column-1.2, 2)
	}
	for i, e := range d.expeditions {
		at := margin + 16 + float64(i)*column
		low := s.setAt(alignCentre, "P", at, y, column, grouped(d.language, e.HeightM), style{role: mono, size: 7.2, leading: 1.3, colour: ember})
		s.setAt(alignCentre, "P", at, low+2.4, column, whole(e.name(d.content)), st)
	}
}

// whole puts a no-break space before a number at the end of a name.
func whole(name string) string {
	if i := strings.LastIndexByte(name, ' '); i >= 0 && len(name)-i <= 3 {
		return name[:i] + "\u00a0" + name[i+1:]
	}
	return name
}

// deckBenefits sets the five benefits as steps, each higher than the one before.
func (d *document) deckBenefits() {
	s := d.lightPage()
	d.pageTitle(s, d.message("deck.benefits.label"), d.message("deck.benefits.title"))
	wide := (s.width - 2*margin) / 5
	for i, key := range []string{"visibility", "speaking", "social", "logo", "media"} {
		at, step := margin+float64(i)*wide, s.height-42-float64(i)*14.5
		s.artifact(func() { s.camp(at, step, wide, s.height-step-18, i) })
		title, text := d.message("deck.benefits."+key+".title"), d.message("deck.benefits."+key+".text")
		big := s.fit(title, s.headline(25, ink), wide-7, 1)
		small := s.prose(10.2, ink)
		y := step - 7 - s.textHeight(text, small, wide-7) - 6 - s.textHeight(title, big, wide-7)
		y = s.set("H2", at, y, wide-7, title, big)
		s.set("P", at, y+6, wide-7, text, small)
	}
}

// camp is a step; the last one has the accent colour.
func (s *sheet) camp(start, top, wide, tall float64, n int) {
	c := mix(mix(ground, sand, 0.7), lake, float64(n)/5)
	if n == 4 {
		c = clay
	}
	s.box(start, top, wide, tall, c)
	s.peak(start, top, 3.4, c)
}

// deckHonest lists the summits that were not reached.
func (d *document) deckHonest() {
	s := d.lightPage()
	end := d.pageTitle(s, d.message("deck.honest.label"), d.message("deck.honest.title"))
	s.set("P", margin, end+10, 92, d.message("deck.honest.text"), s.prose(12.2, ink))
	at, y := 126.0, 47.0
	var open []expedition
	for _, e := range d.expeditions {
		if e.Attempt {
			open = append(open, e)
		}
	}
	wide := (s.width - margin - at) / float64(max(len(open), 1))
	for i, e := range open {
		x := at + float64(i)*wide
		if m, ok := d.renderer.mountains[e.Slug]; ok {
			s.tagged("Figure", e.name(d.content), func() {
				s.paintMountain(m.withOutcome(e).downsampled(), s.left(x, wide-4), y, wide-4, 102, camera{foot: 0.74, centre: 0.5, spread: 3.2}, dayPalette, 0.2)
			})
		}
		low := s.set("H2", x+2, y+109, wide-6, e.name(d.content), s.headline(20, ink))
		low = s.set("P", x+2, low+3.6, wide-6, d.metres(e.HeightM)+" · "+fmt.Sprint(e.Year), s.strong(9.6, clay))
		s.set("P", x+2, low+3.6, wide-6, d.message("kit.facts.attempt"), s.prose(9, muted(ink, ground)))
	}
}

func (d *document) deckBudgets() {
	s := d.lightPage()
	end := d.pageTitle(s, d.message("deck.budgets.label"), d.message("deck.budgets.title"))
	s.set("P", margin, end+10, 78, d.message("deck.budgets.text"), s.prose(12.2, ink))
	at := 116.0
	wide := s.width - margin - at
	const top = 52.0
	row := (s.height - 24 - top) / float64(len(budgets))
	for i, key := range budgets {
		y := top + float64(i)*row
		s.rule(at, y, wide, mix(ground, ink, 0.3), 0.15)
		spread := d.message("deck.budgets." + key + ".range")
		s.set("H2", at, y+row/2-4, 74, spread, s.fit(spread, s.headline(28, ink), 74, 1))
		s.set("P", at+80, y+row/2-4.4, wide-80, d.message("deck.budgets."+key+".text"), s.prose(11, ink))
	}
	s.rule(at, top+float64(len(budgets))*row, wide, mix(ground, ink, 0.3), 0.15)
}

func (d *document) deckNext() {
	s := d.darkPage()
	d.mountain(s, "lhotse", camera{foot: 0.76, centre: 0.7, spread: 1.35}, nightPalette)
	d.runningHead(s, limestone, lake)
	y := s.set("P", margin, 34, 150, d.message("deck.next.label"), s.label(ember))
	st := s.fit(d.message("deck.next.title"), s.headline(52, limestone), 150, 2)
	y = s.set("H1", margin, y+6, 150, d.message("deck.next.title"), st)
	y = s.set("P", margin, y+9, 110, d.message("deck.next.text"), s.prose(12.6, limestone))
	d.contactList(s, margin, y+13, 110, "/sponsor", limestone, ember)
}
