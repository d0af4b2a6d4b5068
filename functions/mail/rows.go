package mail

import (
	"context"
	"fmt"
	"html/template"
	"math"
	netmail "net/mail"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/toubkal/toubkal/server/db"
)

// row is an order or an inquiry, and what its templates use.
type row struct {
	ID, Name, Email, Language string
	Link                      string
	Styles                    map[string]template.HTMLAttr

	IsOrder                  bool
	Number, City, Phone      string
	Amount                   float64
	Currency                 string
	Total                    string // both, in the language of the e-mail
	Copies                   int
	OnDelivery               bool // cash is paid on delivery
	Confirmed, Paid, Shipped bool
	Status                   string
	Street, PostalCode       string
	Edition                  string // fr, ar, or "" where the order has none
	Message                  string // of an inquiry, or of an admin about a change of an order
	Subject                  string // of a contact message

	Refunded     float64
	Refund       string // it and the currency, in the language of the e-mail
	RefundedOn   string // as the site writes days: 21/11/2026
	RefundMethod string
	Reason       string // of the refund, where the buyer is told it
	Withdrawn    bool   // the refund was entered by mistake
}

// hasEnded tells that nothing more is delivered.
func (r row) hasEnded() bool {
	return r.IsOrder && r.Status != "new" && r.Status != "confirmed" && r.Status != "fulfilled"
}

// toVisitor is the row as the templates of a visitor's e-mails use it. address is that of the site.
func (r row) toVisitor(address string) row {
	r.Name, r.Total, r.Refund = greetingName(r.Name), r.money(r.Amount, r.Language), r.money(r.Refunded, r.Language)
	r.Link = address + "/confirmation?order=" + r.Number + "&lang=" + r.Language
	return r
}

// tables are the tables of inquiries, by the kind of their notice.
var tables = map[string]string{
	"contact_received": "contact_submissions", "sponsorship_received": "sponsorship_inquiries", "retreat_received": "retreat_inquiries",
}

// readRow reads what a notice is about; db.ErrNoRows if it is gone. id is that of an order, of a change of one
// (book_order_changes), of a refund (book_order_refunds), or of an inquiry.
func readRow(ctx context.Context, tx db.Tx, kind, id string) (row, error) {
	r := row{ID: id, Styles: styles}
	if table, isInquiry := tables[kind]; isInquiry {
		err := tx.QueryRow(ctx, `select name, email, coalesce(language, ''), left(coalesce(message, ''), 4000), coalesce(to_jsonb(i) ->> 'subject', '')
			from public.`+table+` as i where id = $1`, id).Scan(&r.Name, &r.Email, &r.Language, &r.Message, &r.Subject)
		return r, err
	}
	r.IsOrder = true
	err := tx.QueryRow(ctx, `select buyer_name, buyer_email, coalesce(language, ''), order_number, total_amount::float8, currency,
			shipping_city, buyer_phone, quantity, payment_method in ('cash', 'cod') and not paid, confirmed, paid, fulfilled,
			order_status, shipping_address, coalesce(shipping_postal_code, ''), coalesce(o.edition, ''), coalesce(c.message, r.message, ''),
			coalesce(r.amount, 0)::float8, coalesce(to_char(r.refunded_on, 'DD/MM/YYYY'), ''), coalesce(r.method, ''),
			coalesce(case when r.tell_reason then r.reason end, ''), r.withdrawn_at is not null
		from public.book_orders o left join public.book_order_changes c on c.id = $1 left join public.book_order_refunds r on r.id = $1
		where o.id = coalesce(c.order_id, r.order_id, $1)`, id).
		Scan(&r.Name, &r.Email, &r.Language, &r.Number, &r.Amount, &r.Currency, &r.City, &r.Phone, &r.Copies, &r.OnDelivery, &r.Confirmed, &r.Paid, &r.Shipped,
			&r.Status, &r.Street, &r.PostalCode, &r.Edition, &r.Message,
			&r.Refunded, &r.RefundedOn, &r.RefundMethod, &r.Reason, &r.Withdrawn)
	return r, err
}

// money is an amount as the site's pages have it: 3,348 MAD in English, 3 348 MAD in
// French, and in Arabic with Western digits, as in Morocco. Whole amounts have no decimals.
func (r row) money(amount float64, of string) string {
	locale := map[string]language.Tag{"en": language.BritishEnglish, "fr": language.French, "ar": language.MustParse("ar-u-nu-latn")}[of]
	digits := 2
	if amount == math.Trunc(amount) {
		digits = 0
	}
	return message.NewPrinter(locale).Sprint(number.Decimal(amount, number.Scale(digits))) + " " + r.Currency
}

// site are the settings.
type site struct {
	Wordmark string
	// Names are her names, by language.
	Names map[string]string
	// Orders and Inquiries are each, daily or none; Language is that of the owner.
	Orders, Inquiries, Language string
	// Contact is the setting contact.email: answers go to it. "" where it is no address.
	Contact string
	// Owners are the addresses of the owner: contact.email, else the super admins.
	Owners []string
}

func readSite(ctx context.Context, tx db.Tx) (site, error) {
	var s site
	err := tx.QueryRow(ctx, `select coalesce(v ->> 'brand.wordmark', ''), coalesce(v -> 'brand.name', '{}'),
			coalesce(v ->> 'mail.owner_orders', 'each'), coalesce(v ->> 'mail.owner_inquiries', 'each'), coalesce(v ->> 'mail.owner_language', 'en'), coalesce(v ->> 'contact.email', ''),
			case when v ->> 'contact.email' <> '' then array[v ->> 'contact.email']
				else (select coalesce(array_agg(email order by email), '{}') from public.admin_users where active and role = 'super_admin') end
		from (select coalesce(jsonb_object_agg(key, value), '{}') as v from public.site_settings
			where key in ('brand.wordmark', 'brand.name', 'contact.email', 'mail.owner_orders', 'mail.owner_inquiries', 'mail.owner_language')) as settings`).
		Scan(&s.Wordmark, &s.Names, &s.Orders, &s.Inquiries, &s.Language, &s.Contact, &s.Owners)
	if address, bad := netmail.ParseAddress(s.Contact); bad != nil || address.Address != s.Contact {
		s.Contact = ""
	}
	if err != nil {
		return s, fmt.Errorf("read the settings of e-mails: %w", err)
	}
	return s, nil
}
