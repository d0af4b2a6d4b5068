package functions_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

const (
	number = "BO1763720000000123"
	phoned = "+212 6 12-34-56-78"
)

// ordered is a fixture with one order in it.
func ordered(t *testing.T) *fixture {
	t.Helper()
	f := setup(t)
	f.exec(`insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity, total_amount, edition, confirmed)
		values ($1, 'Amal', 'Amal@buyer.test', $2, '12 rue Atlas', 'Rabat', 2, 558, 'ar', true)`, number, phoned)
	return f
}

func TestTrackOrder(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	const unknown = "No order of this number was made with these details. Check both, then try again."
	tests := []struct {
		name, number, phone string
		status              int
		failure             string
	}{
		{"as it was written", number, phoned, 200, ""},
		{"at home", number, "0612345678", 200, ""},
		{"with two zeros", strings.ToLower(number), "00212 612 345 678", 200, ""},
		{"with a zero too many", number, "+212 (0) 612345678", 200, ""},
		{"in other digits", number, "٠٦١٢٣٤٥٦٧٨", 200, ""},
		{"another phone", number, "0612345679", 404, unknown},
		{"the end of the phone", number, "12345678", 404, unknown},
		{"another order", "BO1763720000000124", phoned, 404, unknown},
		{"nothing that binds", number, "%", 404, unknown},
		{"a byte that no text has", `\u0000`, phoned, 404, unknown},
		{"half a character", `BO\ud800`, phoned, 404, unknown},
		{"no phone", number, " ", 400, "Please give the order number and the e-mail or phone of the order."},
		{"no number", "", phoned, 400, "Please give the order number and the e-mail or phone of the order."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, text, failure := f.call("track-order", "", `{"order_number":"`+tt.number+`","phone":"`+tt.phone+`"}`)
			if status != tt.status || failure != tt.failure {
				t.Errorf("got %d %s, want %d %q", status, text, tt.status, tt.failure)
			}
			if status == 200 && (!strings.Contains(text, `"confirmed":true,"paid":false,"fulfilled":false,"quantity":2,"status":"confirmed"}`) || !strings.HasPrefix(text, `{"ordered_at":"20`)) {
				t.Errorf("it says %s", text)
			}
			if strings.Contains(text, "Amal") || strings.Contains(text, "Rabat") {
				t.Errorf("it tells who ordered: %s", text)
			}
		})
	}
}

// An order without a phone that could be one is found by no phone.
func TestAnOrderWithAShortPhoneIsNotFoundByIt(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	f.exec(`update public.book_orders set buyer_phone = 'call me'`)
	for _, phone := range []string{"call me", "-", "1"} {
		if status, text, _ := f.call("track-order", "", `{"order_number":"`+number+`","phone":"`+phone+`"}`); status != 404 {
			t.Errorf("%q: %d %s", phone, status, text)
		}
	}
}

func TestOrdersAreNotFoundByTrying(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	last := 0
	for range 11 {
		last, _, _ = f.call("track-order", "", `{"order_number":"`+number+`","phone":"0600000000"}`)
	}
	if status, text, _ := f.call("track-order", "", `{"order_number":"`+number+`","phone":"0612345678","language":"fr"}`); last != 429 || status != 429 || !strings.Contains(text, "Trop de demandes") {
		t.Errorf("after ten tries: %d, and then %d %s", last, status, text)
	}
	f.now = f.now.Add(time.Hour)
	if status, text, _ := f.call("track-order", "", `{"order_number":"`+number+`","phone":"0612345678"}`); status != 200 {
		t.Errorf("an hour later: %d %s", status, text)
	}
	for i := range 30 { // other orders, the same address
		last, _, _ = f.call("track-order", "", `{"order_number":"BO176372000000`+strings.Repeat("1", i%3)+string(rune('a'+i))+`","phone":"0600000000"}`)
	}
	if last != 429 {
		t.Errorf("an address that tries thirty orders gets %d", last)
	}
}

// TestStrangersCannotLockABuyerOut: ten wrong tries from anywhere kept the buyer out for an hour.
func TestStrangersCannotLockABuyerOut(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	for _, function := range []string{"track-order", "order-receipt", "send-receipt"} {
		const wrong = `{"order_number":"` + number + `","phone":"0600000000","email":"x@y.test","contact":"x@y.test"}`
		for i := range 60 { // 15 from each of four addresses
			f.from(fmt.Sprintf("198.51.100.%d:80", 1+i%4), function, wrong)
		}
		w := f.from("203.0.113.7:80", function, `{"order_number":"`+number+`","phone":"0612345678","email":"amal@buyer.test","contact":"amal@buyer.test"}`)
		if w.Code != 200 {
			t.Errorf("%s: the buyer gets %d %.200s", function, w.Code, w.Body)
		}
	}
}

// TestReceiptsOfOneOrderAreBounded: whoever knows an order and its e-mail address could fill a mailbox.
func TestReceiptsOfOneOrderAreBounded(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	for i := range 8 {
		w := f.from(fmt.Sprintf("198.51.100.%d:80", i), "send-receipt", `{"order_number":"`+number+`","email":"amal@buyer.test"}`)
		if w.Code != 200 || w.Body.String() != `{"accepted":true}` {
			t.Errorf("request %d: %d %s, want the same answer as ever", i, w.Code, w.Body)
		}
	}
	f.handler.Close(t.Context())
	if emails := f.outbox(); len(emails) != 5 {
		t.Errorf("%d e-mails, want 5", len(emails))
	}
}

// TestAWrongNumberAndAWrongPhoneReadAlike: nobody learns which orders there are.
func TestAWrongNumberAndAWrongPhoneReadAlike(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	for _, function := range []string{"track-order", "order-receipt", "send-receipt"} {
		var answers []string
		for _, order := range []string{number, "BO1763720000000999"} {
			for range 11 { // the last is refused, for both
				w := f.ask(function, `{"order_number":"`+order+`","phone":"0600000000","email":"x@y.test","contact":"x@y.test"}`)
				answers = append(answers, fmt.Sprint(w.Code, w.Header(), w.Body))
			}
		}
		if half := len(answers) / 2; !slices.Equal(answers[:half], answers[half:]) {
			t.Errorf("%s: %q", function, answers)
		}
		f.now = f.now.Add(time.Hour)
	}
}

func TestOrderReceipt(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	for _, contact := range []string{"amal@BUYER.test ", "0612345678"} {
		w := f.ask("order-receipt", `{"order_number":"`+number+`","contact":"`+contact+`","language":"ar"}`)
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/pdf" || w.Header().Get("Cache-Control") != "no-store" || !strings.HasPrefix(w.Body.String(), "%PDF-") {
			t.Errorf("%s: %d %v %.80s", contact, w.Code, w.Header(), w.Body)
		}
	}
	for _, contact := range []string{"other@buyer.test", "0600000000", "Amal"} {
		if w := f.ask("order-receipt", `{"order_number":"`+number+`","contact":"`+contact+`","language":"ar"}`); w.Code != 404 || !strings.Contains(w.Body.String(), "لا يوجد طلب") {
			t.Errorf("%s: %d %s", contact, w.Code, w.Body)
		}
	}
}

// A demonstration has a slip, and is no order: nothing is tracked or mailed.
func TestTheSlipOfADemonstration(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	w := f.ask("order-receipt", `{"order_number":"demo-7KX2P9","language":"fr"}`)
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/pdf" || !strings.HasPrefix(w.Body.String(), "%PDF-") ||
		w.Header().Get("Content-Disposition") != `attachment; filename="DEMO-7KX2P9.pdf"` {
		t.Errorf("%d %v %.80s", w.Code, w.Header(), w.Body)
	}
	for _, code := range []string{"DEMO-1", "DEMO-7KX2P9X", "DEMO-7kx2p\u0661", number} {
		if w := f.ask("order-receipt", `{"order_number":"`+code+`"}`); w.Code != 400 {
			t.Errorf("%s: %d %.80s", code, w.Code, w.Body)
		}
	}
	if status, text, _ := f.call("track-order", "", `{"order_number":"DEMO-7KX2P9","phone":"0612345678"}`); status != 404 {
		t.Errorf("it is tracked: %d %s", status, text)
	}
	if status, text, _ := f.call("send-receipt", "", `{"order_number":"DEMO-7KX2P9","email":"amal@buyer.test"}`); status != 200 || text != `{"accepted":true}` {
		t.Errorf("by e-mail: %d %s", status, text)
	}
	f.handler.Close(t.Context())
	if emails := f.outbox(); len(emails) != 0 {
		t.Errorf("%d e-mails, want none", len(emails))
	}
}

func (f *fixture) ask(name, body string) *httptest.ResponseRecorder {
	return f.from("192.0.2.1:1234", name, body)
}

func (f *fixture) from(address, name, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(token.WithBearer(f.t.Context(), ""), "POST", "/"+name, strings.NewReader(body))
	r.RemoteAddr = address
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

func TestSendReceipt(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	// who asks cannot tell these apart
	for _, email := range []string{"other@buyer.test", "amal@buyer.test"} {
		for _, order := range []string{"BO1763720000000999", number} {
			status, text, _ := f.call("send-receipt", "", `{"order_number":"`+order+`","email":"`+email+`","language":"fr"}`)
			if status != 200 || text != `{"accepted":true}` {
				t.Errorf("%s %s: %d %s", order, email, status, text)
			}
		}
	}
	f.handler.Close(t.Context())
	emails := f.outbox()
	if len(emails) != 1 {
		t.Fatalf("%d e-mails, want one", len(emails))
	}
	for _, want := range []string{"To: <Amal@buyer.test>", "Content-Language: fr", "receipt-" + number + ".pdf", "Bonjour Amal,", number} {
		if !strings.Contains(string(emails[0]), want) {
			t.Errorf("the email lacks %q:\n%.2000s", want, emails[0])
		}
	}
}

// What a buyer wrote is text in the email, never markup.
func TestALetterEscapesWhatBuyersWrite(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	f.exec(`update public.book_orders set buyer_name = '<img src=x>'`)
	f.call("send-receipt", "", `{"order_number":"`+number+`","email":"amal@buyer.test"}`)
	f.handler.Close(t.Context())
	emails := f.outbox()
	if len(emails) != 1 {
		t.Fatalf("%d emails", len(emails))
	}
	_, html, _ := strings.Cut(string(emails[0]), "text/html")
	if strings.Contains(html, "<img") || !strings.Contains(html, "&lt;img") {
		t.Errorf("the email has %.1500s", html)
	}
}

// What the buyer is told in each state, and that there is no receipt for an order that has ended.
func TestAnOrderThatHasEnded(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	for _, c := range []struct{ status, told string }{
		{"cancelled", "cancelled"}, {"refused", "refused"}, {"returned", "returned"}, {"spam", "cancelled"},
	} {
		f.exec(fmt.Sprintf(`begin; set local session_replication_role = replica;
			update public.book_orders set order_status = '%s', confirmed = '%[1]s' <> 'spam', fulfilled = '%[1]s' in ('refused', 'returned'); commit`, c.status))
		if status, text, _ := f.call("track-order", "", `{"order_number":"`+number+`","phone":"0612345678"}`); status != 200 || !strings.HasSuffix(text, `"status":"`+c.told+`"}`) {
			t.Errorf("%s: %d %s", c.status, status, text)
		}
		if w := f.ask("order-receipt", `{"order_number":"`+number+`","contact":"0612345678"}`); w.Code != 409 || !strings.Contains(w.Body.String(), "there is no receipt") {
			t.Errorf("%s: the receipt: %d %.200s", c.status, w.Code, w.Body)
		}
		f.now = f.now.Add(time.Hour)
		if status, text, _ := f.call("send-receipt", "", `{"order_number":"`+number+`","email":"amal@buyer.test"}`); status != 200 || text != `{"accepted":true}` {
			t.Errorf("%s: the receipt by e-mail: %d %s", c.status, status, text)
		}
	}
	f.handler.Close(t.Context())
	if emails := f.outbox(); len(emails) != 0 {
		t.Errorf("%d e-mails, want none", len(emails))
	}
}

// A preview shows what the buyer would read, and changes nothing.
func TestPreviewOrderMail(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	f.exec(`update public.book_orders set id = '00000000-0000-4000-8000-00000000d001', language = 'fr'`)
	const asked = `{"order_id":"00000000-0000-4000-8000-00000000d001","kind":`
	admin, stranger := f.person("2", "admin", true), f.person("1", "", true)
	for _, c := range []struct {
		name, token, body string
		status            int
		want              string
	}{
		{"cancelled", admin, asked + `"order_cancelled","message":"<b>Rupture</b>"}`, 200, `\u0026lt;b\u0026gt;Rupture`},
		{"refused", admin, asked + `"order_refused"}`, 200, "Commande " + number + " revenue"},
		{"returned", admin, asked + `"order_returned"}`, 200, "votre retour est arrivé"},
		{"changed", admin, asked + `"order_changed","changes":{"shipping_address":"9 rue Neuve","quantity":1,"edition":"fr"}}`, 200, "9 rue Neuve"},
		{"a change that the table refuses", admin, asked + `"order_changed","changes":{"quantity":0}}`, 400, ""},
		{"a column that is not edited", admin, asked + `"order_changed","changes":{"paid":true}}`, 400, ""},
		{"a refund without its amount", admin, asked + `"order_refunded"}`, 400, ""},
		{"another e-mail", admin, asked + `"owner_order"}`, 400, ""},
		{"an order that is not there", admin, `{"order_id":"00000000-0000-4000-8000-00000000d009","kind":"order_cancelled"}`, 404, ""},
		{"no id", admin, `{"order_id":"x","kind":"order_cancelled"}`, 404, ""},
		{"a stranger", stranger, asked + `"order_cancelled"}`, 404, ""},
		{"anonymous", "", asked + `"order_cancelled"}`, 401, ""},
	} {
		status, text, _ := f.call("preview-order-mail", c.token, c.body)
		if status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: %d %s, want %d with %q", c.name, status, text, c.status, c.want)
		}
		if c.status != 200 && strings.Contains(text, "Amal") {
			t.Errorf("%s: it tells who ordered: %s", c.name, text)
		}
	}
	f.exec(`update public.book_orders set language = null`)
	if status, text, _ := f.call("preview-order-mail", admin, asked+`"order_cancelled"}`); status != 409 {
		t.Errorf("without a language: %d %s", status, text)
	}
	if f.count(`select count(*) from public.book_orders where shipping_address = '12 rue Atlas' and quantity = 2
		and not exists (select from public.book_order_changes) and not exists (select from toubkal_mail.messages)`) != 1 {
		t.Error("a preview has changed the order, or sent something")
	}
}

// The preview of a refund enters it as the caller would, and takes it back.
func TestPreviewRefundMail(t *testing.T) {
	t.Parallel()
	f := ordered(t)
	f.exec(`update public.book_orders set id = '00000000-0000-4000-8000-00000000d001', language = 'fr', paid = true, created_at = '2026-11-01'`)
	f.exec(`update public.book_orders set order_status = 'cancelled'`)
	ask := func(order, amount, reason string, tell bool) string {
		return fmt.Sprintf(`{"order_id":"00000000-0000-4000-8000-00000000%s","kind":"order_refunded","message":"Avec nos excuses",
			"refund":{"amount":%s,"refunded_on":"2026-11-02","method":"card","reason":%q,"tell_reason":%t}}`, order, amount, reason, tell)
	}
	admin, stranger := f.person("2", "admin", true), f.person("1", "", true)
	for _, c := range []struct {
		name, token, body string
		status            int
		want, wantNot     string
	}{
		{"a part, with the reason", admin, ask("d001", "58.5", "Torn", true), 200, "Torn", "totalité"},
		{"all, with the reason for the team", admin, ask("d001", "558", "Torn", false), 200, "totalité", "Torn"},
		{"without a reason", admin, ask("d001", "58.5", " ", true), 400, "", ""},
		{"more than was paid", admin, ask("d001", "9999", "Torn", false), 400, "", ""},
		{"an order that is not there", admin, ask("d009", "58.5", "Torn", false), 404, "", ""},
		{"a stranger", stranger, ask("d001", "58.5", "Torn", true), 403, "", "Amal"},
	} {
		status, text, _ := f.call("preview-order-mail", c.token, c.body)
		if status != c.status || !strings.Contains(text, c.want) || c.wantNot != "" && strings.Contains(text, c.wantNot) {
			t.Errorf("%s: %d %s, want %d with %q, without %q", c.name, status, text, c.status, c.want, c.wantNot)
		}
	}
	if f.count(`select count(*) from public.book_orders where refunded_amount = 0
		and not exists (select from public.book_order_refunds) and not exists (select from public.mail_notices)`) != 1 {
		t.Error("a preview has entered a refund, or asked for an e-mail")
	}
}
