package mail_test

import (
	"strings"
	"testing"
)

// change is the SQL of a change of the order of place, as the table writes one that an admin has made.
func change(from, to, message string) string {
	return `update public.book_orders set order_status = '` + to + `';
		insert into public.book_order_changes (order_id, from_status, to_status, reason, mail, message)
		values ('00000000-0000-4000-8000-00000000d001', '` + from + `', '` + to + `', 'for the team', true, '` + message + `')`
}

func TestBuyersAreToldOfChanges(t *testing.T) {
	t.Parallel()
	const number = "BO1763720000000123"
	for _, test := range []struct {
		language                                string
		cancelled, refused, returned, corrected string // subjects
		refund                                  string
	}{
		{"en", "Order " + number + " was cancelled", "Order " + number + " came back to us", "Order " + number + ": your return has arrived", "Order " + number + " was changed", "about the refund"},
		{"fr", "Commande " + number + " annulée", "Commande " + number + " revenue", "Commande " + number + " : votre retour est arrivé", "Commande " + number + " modifiée", "au sujet du remboursement"},
		{"ar", "أُلغي الطلب " + number, "عاد إلينا الطلب " + number, "الطلب " + number + ": وصل المرتجع", "تم تعديل الطلب " + number, "بشأن استرداد المبلغ"},
	} {
		t.Run(test.language, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.run(place("Lina", "lina@reader.test", test.language))
			f.run(`update public.book_orders set edition = 'ar', shipping_postal_code = '10000'`)
			f.run(change("new", "new", "Nouvelle rue"))
			f.work()
			f.run(change("new", "cancelled", "Rupture & excuses"))
			f.work()
			f.run(`update public.book_orders set order_status = 'new'; update public.book_orders set fulfilled = true, paid = true; delete from public.mail_notices where kind = 'order_shipped'`)
			f.run(change("fulfilled", "refused", "Absent"))
			f.work()
			f.run(`update public.book_orders set order_status = 'fulfilled'`)
			f.run(change("fulfilled", "returned", "Merci"))
			f.work()
			sent := f.outbox()
			if len(sent) != 4 {
				t.Fatalf("%d e-mails, want 4: %+v", len(sent), sent)
			}
			for i, want := range []struct{ subject, words string }{
				{test.corrected, "Nouvelle rue"}, {test.cancelled, "Rupture & excuses"}, {test.refused, "Absent"}, {test.returned, "Merci"},
			} {
				m := sent[i]
				if m.to != "<lina@reader.test>" || m.subject != want.subject || m.language != test.language || !strings.Contains(m.text, want.words) {
					t.Errorf("to %s in %s: %q, want %q with %q\n%s", m.to, m.language, m.subject, want.subject, want.words, m.text)
				}
				if strings.Contains(m.text+m.html, "for the team") {
					t.Errorf("the reason of the team is in\n%s", m.text)
				}
				if got, want := strings.Contains(m.text, test.refund), i > 1; got != want {
					t.Errorf("%s: about a refund is %t, want %t\n%s", m.subject, got, want, m.text)
				}
			}
			if !strings.Contains(sent[0].text, "1 rue Atlas, 10000 Rabat") {
				t.Errorf("no address in\n%s", sent[0].text)
			}
		})
	}
}

// An e-mail that is late says nothing that is no longer so.
func TestNothingIsToldThatIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, sql string }{
		{"cancelled and reopened", change("new", "cancelled", "x") + `; update public.book_orders set order_status = 'new'`},
		{"confirmed and cancelled", `update public.book_orders set confirmed = true; update public.book_orders set order_status = 'cancelled'`},
		{"shipped and refused", `update public.book_orders set fulfilled = true; update public.book_orders set order_status = 'refused'`},
		{"refunded and withdrawn", paidAndReturned + ";" + refundOrder("558", "cash", true) + `; update public.book_order_refunds set withdrawn_at = now()`},
		{"refunded, and the language taken away", paidAndReturned + ";" + refundOrder("558", "cash", true) + `; update public.book_orders set language = null`},
		{"cancelled, and the language taken away", change("new", "cancelled", "x") + `; update public.book_orders set language = null`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.run(place("Lina", "lina@reader.test", "en"))
			f.run(test.sql)
			f.work()
			if sent := f.outbox(); len(sent) != 0 {
				t.Errorf("sent %+v", sent)
			}
		})
	}
}

// refundOrder is the SQL of a refund of the order of place, as an admin enters it.
func refundOrder(amount, method string, tellReason bool) string {
	tell := "false"
	if tellReason {
		tell = "true"
	}
	return `insert into public.book_order_refunds (id, order_id, amount, refunded_on, method, reason, mail, tell_reason, message) values
		('00000000-0000-4000-8000-00000000e001', '00000000-0000-4000-8000-00000000d001', ` + amount + `, (now() at time zone 'Africa/Casablanca')::date,
		'` + method + `', 'Torn & wet', true, ` + tell + `, 'Avec nos excuses')`
}

// paidAndReturned makes the order of place, of 558 dirhams, one that can be refunded.
const paidAndReturned = `update public.book_orders set fulfilled = true, paid = true, total_amount = 558; update public.book_orders set order_status = 'returned'; delete from public.mail_notices`

func TestBuyersAreToldOfRefunds(t *testing.T) {
	t.Parallel()
	const number = "BO1763720000000123"
	for _, test := range []struct {
		language, amount, method string
		tellReason               bool
		subject                  string
		words                    []string
	}{
		{"en", "558", "bank_transfer", true, "Refund for order " + number, []string{"full amount", "558 MAD", "by bank transfer", "Reason: Torn & wet"}},
		{"en", "58.5", "cash", false, "Refund for order " + number, []string{"part of what you paid", "58.50 MAD", "in cash", "Total of the order: 558 MAD"}},
		{"fr", "58.5", "card", true, "Remboursement de la commande " + number, []string{"une partie", "58,50 MAD", "sur votre carte", "Motif : Torn & wet"}},
		{"ar", "558", "cheque", true, "استرداد مبلغ الطلب " + number, []string{"كامل مبلغ طلبك", "558 MAD", "بشيك", "السبب: Torn & wet"}},
	} {
		t.Run(test.language+" "+test.method, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.run(place("Lina", "lina@reader.test", test.language))
			f.run(paidAndReturned)
			f.run(refundOrder(test.amount, test.method, test.tellReason))
			f.work()
			f.work()
			sent := f.outbox()
			if len(sent) != 1 {
				t.Fatalf("%d e-mails, want 1: %+v", len(sent), sent)
			}
			m := sent[0]
			if m.to != "<lina@reader.test>" || m.subject != test.subject || m.language != test.language {
				t.Errorf("to %s in %s: %q, want %q", m.to, m.language, m.subject, test.subject)
			}
			for _, words := range append(test.words, number, "Avec nos excuses") {
				if !strings.Contains(m.text, words) {
					t.Errorf("no %q in\n%s", words, m.text)
				}
			}
			if told := strings.Contains(m.text+m.html, "Torn"); told != test.tellReason {
				t.Errorf("the reason is told: %t, want %t\n%s", told, test.tellReason, m.text)
			}
		})
	}
}
