package documents

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Order is what a receipt says.
type Order struct {
	Number, Buyer, Address, City, PostalCode, Phone string
	// Edition is "fr" or "ar".
	Edition  string
	Quantity int
	// Total is in Currency: "279".
	Total, Currency string
	// OnDelivery tells that cash is paid at the door.
	OnDelivery, Paid bool
	OrderedAt        time.Time
}

// Receipt prints the slip of an order: what a courier carries, with a stub below
// the perforation that the buyer keeps.
func (p *Press) Receipt(ctx context.Context, language string, o Order) ([]byte, error) {
	c, err := p.read(ctx, language)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.newDocument(c, "receipt", shortA5, longA5)
	d.slip(o)
	return d.pdf.Bytes()
}

// Say gives a text of print.json, its marks filled from pairs of name and value.
func (p *Press) Say(language, key string, pairs ...string) string {
	return p.words[Language(language)].say(key, pairs...)
}

// Wordmark is the name of the site as it is set now; "" where it cannot be read.
func (p *Press) Wordmark(ctx context.Context) string {
	c, err := p.read(ctx, languages[0])
	if err != nil {
		return ""
	}
	return c.wordmark()
}

// Site is the public address.
func (p *Press) Site() string { return p.site }

const slipEdge = 12.0 // mm

func (d *document) slip(o Order) {
	s := d.newPage()
	d.pages++
	wide := s.width - 2*slipEdge
	s.artifact(func() { s.box(0, 0, s.width, s.height, ground) })
	d.slipHead(s, o)
	d.slipBody(s, o)
	d.perforation(s, 158)
	y := s.set("P", slipEdge, 166, wide, d.say("receipt.keep"), s.prose(8.4, ink))
	y = s.set("P", slipEdge, y+6, 50, d.say("receipt.number"), s.label(clay))
	s.set("P", slipEdge, y+3, 70, ltr(o.Number), style{voice: mono, size: 10, leading: 1.3, colour: ink})
	half := wide/2 + 4
	d.reach(s, slipEdge+half, y-1.5, wide-half, "/contact", ink, clay)
	s.artifact(func() { s.peak(s.width-slipEdge-5, s.height-slipEdge, 5, clay) })
}

// slipBody sets who and what between the band and the perforation, the address
// smaller where it is long, and gives where it ends.
func (d *document) slipBody(s *sheet, o Order) (low float64) {
	measured := &sheet{surface: nowhere{}, setter: s.setter, width: s.width, height: s.height}
	for scale := 1.0; ; scale -= 0.06 {
		set := func(on *sheet) float64 {
			return d.slipLines(on, o, max(d.slipBuyer(on, o, 64, scale)+8, 64+40*scale))
		}
		if set(measured) < 157 || scale < 0.5 {
			return set(s)
		}
	}
}

// slipHead is the band of altitude with the word and the number.
func (d *document) slipHead(s *sheet, o Order) {
	const tall = 54.0
	if m, ok := d.press.massifs["everest"]; ok {
		s.artifact(func() {
			s.paintMassif(m.thin(), 0, 0, s.width, tall, camera{horizon: 0.6, rise: 0.44, centre: 0.78, spread: 1.64}, atNight, 0.16)
		})
	}
	s.set("P", slipEdge, 12, 70, d.wordmark(), s.headline(12, limestone))
	y := s.set("H1", slipEdge, 24, 80, d.say("receipt.title"), s.headline(30, limestone))
	number := style{voice: mono, size: 10, leading: 1.3, colour: ember}
	s.set("P", slipEdge, y+4.5, 90, ltr(o.Number), number)
}

func (d *document) slipBuyer(s *sheet, o Order, top, scale float64) float64 {
	wide := s.width - 2*slipEdge
	y := s.set("H2", slipEdge, top, 92, d.say("receipt.to"), s.label(clay))
	y = s.set("P", slipEdge, y+3.4, 92, o.Buyer, s.fitting(o.Buyer, asWritten(s.strong(11*scale, ink)), 92, 2))
	place := strings.TrimSpace(o.PostalCode + " " + o.City)
	for _, row := range []string{o.Address, place, ltr(o.Phone)} {
		y = s.set("P", slipEdge, y+3*scale, 92, row, s.fitting(row, asWritten(s.prose(9.2*scale, ink)), 92, 4)) // an address may have 500 letters
	}
	at := slipEdge + 98.0
	low := s.set("H2", at, top, wide-98, d.say("receipt.date"), s.label(clay))
	low = s.set("P", at, low+3.4, wide-98, ltr(o.OrderedAt.Format("02/01/2006")), s.prose(9.6, ink))
	return max(y, low)
}

// asWritten keeps the direction of what the buyer wrote.
func asWritten(st style) style {
	st.natural = true
	return st
}

// slipLines says what was ordered and what is to be paid.
func (d *document) slipLines(s *sheet, o Order, top float64) float64 {
	edition := d.say("receipt.edition.fr")
	if o.Edition == "ar" {
		edition = d.say("receipt.edition.ar")
	}
	method := d.say("receipt.other")
	if o.OnDelivery {
		method = d.say("receipt.cash")
	}
	y := top
	for _, row := range [][2]string{
		{d.say("receipt.book"), edition},
		{d.say("receipt.quantity"), fmt.Sprint(o.Quantity)},
		{d.say("receipt.delivery"), d.say("receipt.free")},
		{d.say("receipt.method"), method},
	} {
		y = d.slipRow(s, y, row[0], row[1], s.prose(9.2, ink))
	}
	due := d.say("receipt.total")
	switch {
	case o.Paid:
		due = d.say("receipt.paid")
	case o.OnDelivery:
		due = d.say("receipt.pay")
	}
	currency := o.Currency
	if currency == "MAD" {
		currency = d.say("receipt.currency")
	}
	return d.slipRow(s, y+1, due, o.Total+"\u00a0"+currency, s.strong(13, clay))
}

func (d *document) slipRow(s *sheet, top float64, label, value string, st style) float64 {
	wide := s.width - 2*slipEdge
	s.rule(slipEdge, top, wide, mix(ground, ink, 0.25), 0.15)
	y := s.set("P", slipEdge, top+3.6, wide*0.58, label, s.prose(9.2, muted(ink, ground)))
	low := s.setAt(atEnd, "P", slipEdge+wide*0.58, top+3.6, wide*0.42, value, st)
	return max(y, low) + 3.6
}

// perforation is where the slip is torn.
func (d *document) perforation(s *sheet, top float64) {
	s.artifact(func() {
		s.stroke([]point{{0, top}, {s.width, top}}, mix(ground, ink, 0.5), 0.3, 1.1, 1.4)
		for _, x := range []float64{0, s.width} {
			s.fill(disc(point{x, top}, 3), mix(ground, ink, 0.16))
		}
	})
}
