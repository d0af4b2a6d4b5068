package documents

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Order is the content of a receipt.
type Order struct {
	Number, Buyer, Address, City, PostalCode, Phone string
	// Edition is "fr" or "ar".
	Edition  string
	Quantity int
	// Total is in Currency: "279".
	Total, Currency string
	// OnDelivery means that cash is paid on delivery.
	OnDelivery, Paid bool
	OrderedAt        time.Time
}

// Receipt renders the receipt of an order: a part for the courier, and below the
// perforation one that the buyer keeps.
func (p *Renderer) Receipt(ctx context.Context, language string, o Order) ([]byte, error) {
	return p.slip(ctx, language, "receipt", func(d *document) { d.receipt(o) })
}

// Demonstration renders the slip of a card checkout. The checkout is a demonstration, and the slip says that
// nothing was paid or ordered.
func (p *Renderer) Demonstration(ctx context.Context, language, code string) ([]byte, error) {
	return p.slip(ctx, language, "demonstration", func(d *document) { d.demonstration(code) })
}

// slip renders a document of one page of A5; key names its messages.
func (p *Renderer) slip(ctx context.Context, language, key string, draw func(*document)) ([]byte, error) {
	c, err := p.load(ctx, language)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.prepare(); err != nil {
		return nil, err
	}
	d := p.newDocument(c, key, shortA5, longA5)
	draw(d)
	return d.pdf.Bytes()
}

// Message returns a text of print.json with its placeholders replaced, from pairs
// of name and value.
func (p *Renderer) Message(language, key string, pairs ...string) string {
	return p.messages[Language(language)].message(key, pairs...)
}

// Wordmark is the name of the site in the settings; "" if they cannot be read.
func (p *Renderer) Wordmark(ctx context.Context) string {
	c, err := p.load(ctx, languages[0])
	if err != nil {
		return ""
	}
	return c.wordmark()
}

// Site is the public address.
func (p *Renderer) Site() string { return p.site }

const receiptMargin = 12.0 // mm

func (d *document) receipt(o Order) {
	s := d.slipPage(o.Number)
	wide := s.width - 2*receiptMargin
	d.receiptBody(s, o)
	d.perforation(s, 158)
	s.set("P", receiptMargin, 164, wide, d.message("receipt.keep"), s.prose(8.4, ink))
	// Two columns, of which the number is the first entry.
	const top, tall = 171.0, 12.2
	y := s.set("P", receiptMargin, top, 50, d.message("receipt.number"), s.label(clay))
	s.set("P", receiptMargin, y+3, 70, ltr(o.Number), style{role: mono, size: 10, leading: 1.3, colour: ink})
	half := wide/2 + 4
	for i, c := range d.contacts(d.renderer.site, "/contact") {
		row, column := float64((i+1)/2), float64((i+1)%2)
		d.contact(s, c, receiptMargin+column*half, top+row*tall, wide-half, ink, clay)
	}
	s.artifact(func() { s.peak(s.width-receiptMargin-5, s.height-receiptMargin, 5, clay) })
}

func (d *document) demonstration(code string) {
	s := d.slipPage(code)
	y := 8 + s.set("P", receiptMargin, 64, s.width-2*receiptMargin, d.message("demonstration.text"), s.prose(10.5, ink))
	for _, row := range [][2]string{
		{d.message("receipt.book"), d.amount(d.price(), "MAD")},
		{d.message("receipt.quantity"), "1"},
		{d.message("receipt.delivery"), d.message("receipt.free")},
	} {
		y = d.receiptRow(s, y, row[0], row[1], s.prose(9.2, ink))
	}
	y = d.receiptRow(s, y+1, d.message("demonstration.paid"), d.amount("0", "MAD"), s.strong(13, clay))
	d.contactList(s, receiptMargin, y+14, s.width/2, "/book", ink, clay)
}

// slipPage adds a page with the head of a slip.
func (d *document) slipPage(code string) *sheet {
	s := d.newPage()
	d.pages++
	s.artifact(func() { s.box(0, 0, s.width, s.height, ground) })
	d.receiptHead(s, code)
	return s
}

// receiptBody sets buyer and order between header and perforation, smaller if the
// address is long, and returns the last baseline.
func (d *document) receiptBody(s *sheet, o Order) (low float64) {
	measured := &sheet{surface: measureOnly{}, typesetter: s.typesetter, width: s.width, height: s.height}
	for scale := 1.0; ; scale -= 0.06 {
		set := func(on *sheet) float64 {
			return d.receiptLines(on, o, max(d.receiptBuyer(on, o, 64, scale)+8, 64+40*scale))
		}
		if set(measured) < 157 || scale < 0.5 {
			return set(s)
		}
	}
}

// receiptHead is the dark header with title and number.
func (d *document) receiptHead(s *sheet, code string) {
	const tall = 54.0
	if m, ok := d.renderer.mountains["everest"]; ok {
		s.artifact(func() {
			s.paintMountain(m.downsampled(), 0, 0, s.width, tall, camera{foot: 0.74, centre: 0.74, spread: 1}, nightPalette, 0.16)
		})
	}
	s.set("P", receiptMargin, 12, 70, d.wordmark(), s.headline(12, limestone))
	y := s.set("H1", receiptMargin, 24, 80, d.title, s.fit(d.title, s.headline(30, limestone), 80, 1))
	number := style{role: mono, size: 10, leading: 1.3, colour: ember}
	s.set("P", receiptMargin, y+4.5, 90, ltr(code), number)
}

func (d *document) receiptBuyer(s *sheet, o Order, top, scale float64) float64 {
	wide := s.width - 2*receiptMargin
	y := s.set("H2", receiptMargin, top, 92, d.message("receipt.to"), s.label(clay))
	y = s.set("P", receiptMargin, y+3.4, 92, o.Buyer, s.fit(o.Buyer, asWritten(s.strong(11*scale, ink)), 92, 2))
	place := strings.TrimSpace(o.PostalCode + " " + o.City)
	for _, row := range []string{o.Address, place, ltr(o.Phone)} {
		y = s.set("P", receiptMargin, y+3*scale, 92, row, s.fit(row, asWritten(s.prose(9.2*scale, ink)), 92, 4)) // an address may have 500 letters
	}
	at := receiptMargin + 98.0
	low := s.set("H2", at, top, wide-98, d.message("receipt.date"), s.label(clay))
	low = s.set("P", at, low+3.4, wide-98, ltr(o.OrderedAt.Format("02/01/2006")), s.prose(9.6, ink))
	return max(y, low)
}

// asWritten keeps the direction of the text that the buyer wrote.
func asWritten(st style) style {
	st.natural = true
	return st
}

// receiptLines lists the order and the amount.
func (d *document) receiptLines(s *sheet, o Order, top float64) float64 {
	edition := d.message("receipt.edition.fr")
	if o.Edition == "ar" {
		edition = d.message("receipt.edition.ar")
	}
	method := d.message("receipt.other")
	if o.OnDelivery {
		method = d.message("receipt.cash")
	}
	y := top
	for _, row := range [][2]string{
		{d.message("receipt.book"), edition},
		{d.message("receipt.quantity"), fmt.Sprint(o.Quantity)},
		{d.message("receipt.delivery"), d.message("receipt.free")},
		{d.message("receipt.method"), method},
	} {
		y = d.receiptRow(s, y, row[0], row[1], s.prose(9.2, ink))
	}
	due := d.message("receipt.total")
	switch {
	case o.Paid:
		due = d.message("receipt.paid")
	case o.OnDelivery:
		due = d.message("receipt.pay")
	}
	return d.receiptRow(s, y+1, due, d.amount(o.Total, o.Currency), s.strong(13, clay))
}

// amount is "279 MAD", with the dirham in the language of the document.
func (d *document) amount(sum, currency string) string {
	if currency == "MAD" {
		currency = d.message("receipt.currency")
	}
	return sum + "\u00a0" + currency
}

func (d *document) receiptRow(s *sheet, top float64, label, value string, st style) float64 {
	wide := s.width - 2*receiptMargin
	s.rule(receiptMargin, top, wide, mix(ground, ink, 0.25), 0.15)
	y := s.set("P", receiptMargin, top+3.6, wide*0.58, label, s.prose(9.2, muted(ink, ground)))
	low := s.setAt(alignEnd, "P", receiptMargin+wide*0.58, top+3.6, wide*0.42, value, st)
	return max(y, low) + 3.6
}

// perforation is the dashed line at which the receipt is torn.
func (d *document) perforation(s *sheet, top float64) {
	s.artifact(func() {
		s.stroke([]point{{0, top}, {s.width, top}}, mix(ground, ink, 0.5), 0.3, 1.1, 1.4)
		for _, x := range []float64{0, s.width} {
			s.fill(disc(point{x, top}, 3), mix(ground, ink, 0.16))
		}
	})
}
