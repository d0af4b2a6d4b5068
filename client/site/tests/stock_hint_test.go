package tests

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// stockHints are what the book page says of a number of copies left, in three languages.
var stockHints = map[int]map[string]string{
	0:    {"en": "Ships with the next printing", "fr": "Expédié avec le prochain tirage", "ar": "يُشحن مع الطبعة القادمة"},
	1:    {"en": "1 copy left of this printing", "fr": "Il reste 1 exemplaire de ce tirage", "ar": "بقيت نسخة واحدة من هذه الطبعة"},
	2:    {"en": "2 copies left of this printing", "fr": "Il reste 2 exemplaires de ce tirage", "ar": "بقيت نسختان من هذه الطبعة"},
	3:    {"en": "3 copies left of this printing", "fr": "Il reste 3 exemplaires de ce tirage", "ar": "بقيت 3 نسخ من هذه الطبعة"},
	1000: {"en": "1,000 copies left of this printing", "fr": "Il reste 1 000 exemplaires de ce tirage", "ar": "بقيت 1,000 نسخة من هذه الطبعة"},
}

var statusElement = regexp.MustCompile(`<p role="status"[^>]*>([^<]*)</p>`)

// statusTexts are the texts of a page that are announced, as the hint is.
func statusTexts(page string) (texts []string) {
	for _, found := range statusElement.FindAllStringSubmatch(page, -1) {
		texts = append(texts, strings.NewReplacer("\u202f", " ", "\u00a0", " ").Replace(found[1]))
	}
	return texts
}

// TestTheStockHintIsTrue: what the book page tells visitors of the stock is what the tables have, whatever
// has changed it: the owner, an order, one that is cancelled, and a reservation that has ended.
func TestTheStockHintIsTrue(t *testing.T) {
	t.Parallel()
	s := boot(t)
	setTo := func(copies int) func() {
		return func() {
			execute(t, s, fmt.Sprintf("update public.site_settings set value = '%d' where key = 'book.stock'", copies))
		}
	}
	place := func(number, name string) func() {
		return func() {
			answer := s.Send(t, "POST", "/rest/v1/book_orders", order(number, name, ""), s.Headers("")...)
			if answer.Status != http.StatusCreated {
				t.Fatalf("an order: %d %s", answer.Status, answer.Body)
			}
		}
	}
	for _, step := range []struct {
		name string
		does func()
		left int
	}{
		{"many", setTo(1000), 1000},
		{"three", setTo(3), 3},
		{"an order of two", place("BO1760000000000123", "Yasmine"), 1},
		{"an order of two, of which one is there", place("BO1760000000000124", "Idir"), 0},
		{"an order with the next printing", place("BO1760000000000125", "Lina"), 0},
		{"the first is cancelled", func() {
			execute(t, s, "update public.book_orders set order_status = 'cancelled' where buyer_name = 'Yasmine'")
		}, 2},
		{"the second was not confirmed in time", func() {
			execute(t, s, "update private.book_stock_holds set placed_at = placed_at - interval '1 year'")
			// The next change counts.
			execute(t, s, "update public.book_orders set order_status = 'spam' where buyer_name = 'Lina'")
		}, 3},
		{"none", setTo(0), 0},
	} {
		step.does()
		if got, want := stockOf(t, s), fmt.Sprintf(`[{"value":%d}]`, step.left); got != want {
			t.Errorf("%s: the tables have %s, want %s", step.name, got, want)
		}
		for _, code := range codes {
			want := stockHints[step.left][code]
			says := func(page string) bool { return slices.Contains(statusTexts(page), want) }
			page := s.visibleWhen(t, "/book?lang="+code, says)
			if !says(page) {
				t.Errorf("%s: the page in %s does not say %q, but %q", step.name, code, want, statusTexts(page))
			}
			for copies, others := range stockHints {
				if copies != step.left && slices.Contains(statusTexts(page), others[code]) {
					t.Errorf("%s: the page in %s says %q of %d copies", step.name, code, others[code], step.left)
				}
			}
		}
	}
}
