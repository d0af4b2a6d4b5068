package documents

import (
	"strings"
	"testing"
	"time"
)

func anOrder() Order {
	return Order{
		Number: "BO1763720000000123", Buyer: "Amal Idrissi", Address: "12 rue Atlas", City: "Rabat", PostalCode: "10000", Phone: "+212 6 12 34 56 78",
		Edition: "ar", Quantity: 2, Total: "558", Currency: "MAD", OnDelivery: true, OrderedAt: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC),
	}
}

// textOfPDF renders a PDF and returns its text, from left to right.
func textOfPDF(t *testing.T, rows tables, render func(*Renderer) ([]byte, error)) string {
	t.Helper()
	p, text := testRenderer(t, rows), &strings.Builder{}
	p.wrapSurface = func(on surface, width, height float64) surface { return recordingSurface{on, t, text, width, height} }
	made, err := render(p)
	if err != nil || !strings.HasPrefix(string(made), "%PDF-") {
		t.Fatalf("%v %.20s", err, made)
	}
	return strings.ReplaceAll(text.String(), "\u00a0", " ")
}

func TestReceipt(t *testing.T) {
	t.Parallel()
	paid, other := anOrder(), anOrder()
	paid.Paid = true
	other.OnDelivery, other.Edition = false, "fr"
	tests := []struct {
		name, language string
		order          Order
		has, lacks     []string
	}{
		{"to be paid at the door", "en", anOrder(), []string{"RECEIPT", "BO1763720000000123", "Amal Idrissi", "12 rue Atlas", "10000 Rabat", "21/11/2026", "Arabic edition", "To pay in cash on delivery", "558 MAD", "press@site.test", "+212600000000", "site.test/contact"}, []string{"Paid", "receipt."}},
		{"paid", "en", paid, []string{"Paid, with thanks"}, []string{"To pay"}},
		{"by another way", "en", other, []string{"French edition", "As agreed", "Total"}, []string{"cash", "Cash"}},
		{"in French", "fr", anOrder(), []string{"REÇU", "Édition arabe", "À régler en espèces à la livraison"}, nil},
		{"a French street in Arabic", "ar", anOrder(), []string{"12 rue Atlas\n", "10000 Rabat\n", "+212 6 12 34 56 78"}, []string{"receipt."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := textOfPDF(t, reachable(), func(p *Renderer) ([]byte, error) { return p.Receipt(t.Context(), tt.language, tt.order) })
			for _, want := range tt.has {
				if !strings.Contains(text, want) {
					t.Errorf("it lacks %q in\n%s", want, text)
				}
			}
			for _, not := range tt.lacks {
				if strings.Contains(text, not) {
					t.Errorf("%q is in\n%s", not, text)
				}
			}
		})
	}
}

func TestDemonstration(t *testing.T) {
	t.Parallel()
	rows := reachable()
	rows["site_settings"] = strings.Replace(rows["site_settings"], "[", `[{"key":"book.price_mad","value":250},`, 1)
	for language, has := range map[string][]string{
		"en": {"DEMONSTRATION", "DEMO-7KX2P9", "No payment was made, no order was placed", "250 MAD", "0 MAD"},
		"fr": {"DÉMONSTRATION", "DEMO-7KX2P9", "Aucun paiement n’a été effectué", "250 MAD", "0 MAD"},
		"ar": {"يبيرجت ضرع", "DEMO-7KX2P9", "ءيش عفدُي مل"}, // as drawn
	} {
		text := textOfPDF(t, rows, func(p *Renderer) ([]byte, error) { return p.Demonstration(t.Context(), language, "DEMO-7KX2P9") })
		text = strings.ReplaceAll(text, "\n", " ")
		for _, want := range has {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it lacks %q in\n%s", language, want, text)
			}
		}
		for _, not := range []string{"RECEIPT", "REÇU", "receipt.", "demonstration."} {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q is in\n%s", language, not, text)
			}
		}
	}
}

// The longest values that the table accepts stay above the perforation.
func TestALongAddressFitsTheReceipt(t *testing.T) {
	t.Parallel()
	long := anOrder()
	long.Buyer, long.Address, long.City = strings.Repeat("Amal Zahra ", 18), strings.Repeat("rue des Alpinistes ", 26), strings.Repeat("Rabat Agdal ", 16)
	for _, language := range languages {
		p := testRenderer(t, seeded())
		c, err := p.load(t.Context(), language)
		if err != nil {
			t.Fatal(err)
		}
		d := p.newDocument(c, "receipt", shortA5, longA5)
		s := &sheet{surface: measureOnly{}, typesetter: d.typesetter, width: d.width, height: d.height}
		low := d.receiptBody(s, long)
		if low > 158 {
			t.Errorf("%s: the lines end at %.1f mm, below the perforation", language, low)
		}
	}
}
