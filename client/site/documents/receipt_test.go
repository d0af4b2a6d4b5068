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

// receiptText renders a receipt and returns its text, from left to right.
func receiptText(t *testing.T, language string, o Order) string {
	t.Helper()
	p, text := testRenderer(t, reachable()), &strings.Builder{}
	p.wrapSurface = func(on surface, width, height float64) surface { return recordingSurface{on, t, text, width, height} }
	made, err := p.Receipt(t.Context(), language, o)
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
			text := receiptText(t, tt.language, tt.order)
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
