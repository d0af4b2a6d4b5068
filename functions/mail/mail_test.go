package mail_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	outbox "github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }

// fixture runs the project's jobs by hand, on a database of its own.
type fixture struct {
	*testing.T
	db   *pgtest.DB
	plan jobs.Plan
	now  time.Time
	// killAt ends a transaction at its statement of that number, as the death of the
	// program does; 0 is never.
	killAt int
}

var errKilled = errors.New("killed")

// dying is a transaction in which the program dies.
type dying struct {
	db.Tx
	left int
}

func (d *dying) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if d.left--; d.left == 0 {
		return pgconn.CommandTag{}, errKilled
	}
	return d.Tx.Exec(ctx, sql, args...)
}

const settings = `
insert into public.site_settings (key, value) values ('brand.wordmark', '"Altitude"'),
	('brand.name', '{"en": "Amal the climber", "fr": "Amal l’alpiniste", "ar": "أمل"}'), ('contact.email', '"owner@site.test"'),
	('mail.owner_orders', '"each"'), ('mail.owner_inquiries', '"each"'), ('mail.owner_language', '"fr"');`

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{T: t, db: pgtest.New(t), now: time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)}
	pool, err := db.Open(t.Context(), f.db.LoginURL("authenticator"), db.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	set, err := templates.Load(templates.Options{Files: mail.Templates()})
	if err != nil {
		t.Fatal(err)
	}
	f.plan, err = mail.Plan(&project.Host{
		Address: "http://site.test", MailTemplates: set, Mail: outbox.NewOutbox(outbox.OutboxOptions{}),
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return f.now },
		AsServiceRole: func(ctx context.Context, fn func(db.Tx) error) error {
			return pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), func(tx db.Tx) error {
				if f.killAt > 0 {
					tx = &dying{tx, f.killAt}
				}
				return fn(tx)
			})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.run(settings)
	return f
}

// run executes SQL as the owner of the database.
func (f *fixture) run(sql string) {
	f.Helper()
	if _, err := f.db.Admin.Exec(f.Context(), sql); err != nil {
		f.Fatalf("%s: %v", sql, err)
	}
}

// visitor executes SQL as anon.
func (f *fixture) visitor(sql string) { f.Helper(); f.run("set role anon; " + sql + "; reset role") }

// work does every job that was added, whenever it is due, and twice: a job may run again.
func (f *fixture) work() {
	f.Helper()
	var all []string
	if err := f.db.Admin.QueryRow(f.Context(), `select coalesce(array_agg(args::text order by id), '{}') from toubkal_jobs.river_job where kind = $1`, mail.Kind).Scan(&all); err != nil {
		f.Fatal(err)
	}
	for _, args := range append(all, all...) {
		if err := f.plan.Work[mail.Kind].Handle(f.Context(), jobs.Job{Kind: mail.Kind, Args: json.RawMessage(args)}); err != nil {
			f.Fatalf("%s: %v", args, err)
		}
	}
}

// email is a message of the outbox.
type email struct {
	to, subject, language, text, html string
	header                            netmail.Header
}

func (f *fixture) outbox() (all []email) {
	f.Helper()
	var raws [][]byte
	if err := f.db.Admin.QueryRow(f.Context(), `select coalesce(array_agg(raw order by created_at, kind), '{}') from toubkal_mail.messages`).Scan(&raws); err != nil {
		f.Fatal(err)
	}
	for _, raw := range raws {
		message, err := read(raw)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, message)
	}
	return all
}

// read reads a message as a mail program does.
func read(raw []byte) (email, error) {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return email{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return email{}, err
	}
	e := email{header: m.Header, to: m.Header.Get("To"), subject: subject, language: m.Header.Get("Content-Language")}
	_, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return email{}, err
	}
	parts := multipart.NewReader(m.Body, parameters["boundary"])
	for _, into := range []*string{&e.text, &e.html} {
		part, err := parts.NextPart()
		if err != nil {
			return email{}, err
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return email{}, err
		}
		*into = string(content)
	}
	return e, nil
}

func TestBuyersGetMail(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		language, direction, total, received, confirmed, shipped, name string
	}{
		{"en", "ltr", "3,348 MAD", "Order BO1763720000000123 received", "Order BO1763720000000123 confirmed", "Order BO1763720000000123 is on its way", "Amal the climber"},
		{"fr", "ltr", "3 348,50 MAD", "Commande BO1763720000000123 reçue", "Commande BO1763720000000123 confirmée", "Commande BO1763720000000123 en route", "Amal l’alpiniste"},
		{"ar", "rtl", "3,348 MAD", "استلمنا الطلب BO1763720000000123", "تم تأكيد الطلب BO1763720000000123", "الطلب BO1763720000000123 في الطريق", "أمل"},
	} {
		t.Run(test.language, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.run(`update public.site_settings set value = '"none"' where key = 'mail.owner_orders'`)
			f.visitor(place("Lina", "lina@reader.test", test.language))
			f.run(`update public.book_orders set total_amount = case language when 'fr' then 3348.5 else 3348 end`)
			f.work()
			f.run(`update public.book_orders set confirmed = true`)
			f.work()
			f.run(`update public.book_orders set fulfilled = true`)
			f.work()
			sent := f.outbox()
			if len(sent) != 3 {
				t.Fatalf("%d e-mails, want 3: %+v", len(sent), sent)
			}
			for i, subject := range []string{test.received, test.confirmed, test.shipped} {
				m := sent[i]
				if m.to != "<lina@reader.test>" || m.subject != subject || m.language != test.language {
					t.Errorf("to %s in %s: %q, want %q", m.to, m.language, m.subject, subject)
				}
				link := "http://site.test/confirmation?order=BO1763720000000123"
				for _, part := range []string{m.text, m.html} {
					for _, want := range []string{"Lina", "BO1763720000000123", test.total, link, test.name} {
						if !strings.Contains(part, want) {
							t.Errorf("%q is not in\n%s", want, part)
						}
					}
				}
				if !strings.Contains(m.html, `dir="`+test.direction+`"`) || !strings.Contains(m.html, "Altitude") {
					t.Errorf("no direction or wordmark in\n%s", m.html)
				}
			}
		})
	}
}

// place is an order of two copies.
func place(name, address, language string) string {
	return `insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity, language)
		values ('00000000-0000-4000-8000-00000000d001', 'BO1763720000000123', '` + name + `', '` + address + `', '0600000000', '1 rue Atlas', 'Rabat', 2, '` + language + `')`
}

// A flag that is taken back before the e-mail is written, and set later.
func TestAFlagThatIsTakenBack(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(place("Lina", "lina@reader.test", "en"))
	f.run(`update public.book_orders set confirmed = true; update public.book_orders set confirmed = false`)
	f.work()
	if sent := f.outbox(); len(sent) != 0 {
		t.Fatalf("sent %+v", sent)
	}
	f.run(`update public.book_orders set confirmed = true`)
	f.work()
	f.run(`update public.book_orders set confirmed = false; update public.book_orders set confirmed = true`)
	f.work()
	if sent := f.outbox(); len(sent) != 1 {
		t.Errorf("%d e-mails, want 1", len(sent))
	}
	f.run(`delete from public.book_orders; delete from toubkal_mail.messages`)
	f.work()
	if sent := f.outbox(); len(sent) != 0 {
		t.Errorf("about an order that is gone: %+v", sent)
	}
}

// The back-office can change the language of an order's e-mails, and take it away.
func TestTheLanguageOfAnOrderIsChanged(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(place("Lina", "lina@reader.test", "en"))
	f.run(`update public.book_orders set confirmed = true; update public.book_orders set language = null`)
	f.work()
	if sent := f.outbox(); len(sent) != 0 {
		t.Fatalf("an order without a language: sent %+v", sent)
	}
	f.run(`update public.book_orders set confirmed = false, language = 'ar'; update public.book_orders set confirmed = true`)
	f.work()
	if sent := f.outbox(); len(sent) != 1 || sent[0].language != "ar" {
		t.Errorf("sent %+v, want one in Arabic", sent)
	}
}

func TestInquiriesAreAcknowledged(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.visitor(`insert into public.contact_submissions (name, email, subject, message, language) values ('Nadia', 'nadia@reader.test', 'general - Club <b>alpin</b>', '<b>Bonjour</b>', 'fr')`)
	f.visitor(`insert into public.sponsorship_inquiries (name, email, organization, budget_range, message, language)
		values ('Amal', 'amal@reader.test', 'Atlas', '5k', 'Hello', 'en')`)
	f.visitor(`insert into public.retreat_inquiries (name, email, phone, language) values ('سارة', 'sara@reader.test', '0600000000', 'ar')`)
	f.work()
	subjects := map[string]string{}
	for _, m := range f.outbox() {
		subjects[m.to] += m.subject + "|"
		if m.to == "<owner@site.test>" && strings.Contains(m.subject, "Nadia") && (!strings.Contains(m.html, "&lt;b&gt;Bonjour") ||
			!strings.Contains(m.html, "general - Club &lt;b&gt;alpin") || !strings.Contains(m.text, "nadia@reader.test")) {
			t.Errorf("the owner reads\n%s\n%s", m.html, m.text)
		}
	}
	want := map[string]string{
		"<nadia@reader.test>": "Nous avons bien reçu votre message|", "<amal@reader.test>": "We have your message|", "<sara@reader.test>": "وصلتنا رسالتك|",
		"<owner@site.test>": subjects["<owner@site.test>"],
	}
	if got := strings.Count(subjects["<owner@site.test>"], "Nouveau message de "); got != 3 {
		t.Errorf("the owner got %q, want three", subjects["<owner@site.test>"])
	}
	for to, subject := range want {
		if subjects[to] != subject {
			t.Errorf("%s got %q, want %q", to, subjects[to], subject)
		}
	}
}

func TestTheOwnerChooses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(`update public.site_settings set value = '"daily"' where key = 'mail.owner_orders';
		update public.site_settings set value = '"none"' where key = 'mail.owner_inquiries';
		update public.site_settings set value = 'null' where key = 'contact.email';
		insert into auth.users (id, email) select gen_random_uuid(), who || '@site.test' from unnest('{super,left,admin}'::text[]) as who;
		insert into public.admin_users (auth_user_id, email, role, active)
			select id, email, case email when 'admin@site.test' then 'admin' else 'super_admin' end, email <> 'left@site.test' from auth.users`)
	f.visitor(place("Lina", "lina@reader.test", "en"))
	f.visitor(`insert into public.contact_submissions (name, email, subject, message) values ('Nadia', 'nadia@reader.test', 'General Inquiry', 'Hello')`)
	f.work()
	for range 2 { // the second has nothing to tell
		if err := f.plan.Schedules[0].Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var owners []email
	for _, m := range f.outbox() {
		if strings.HasSuffix(m.to, "@site.test>") {
			owners = append(owners, m)
		}
	}
	if len(owners) != 1 || owners[0].to != "<super@site.test>" || !strings.Contains(owners[0].text, "BO1763720000000123, Lina, × 2") || strings.Contains(owners[0].text, "Nadia") {
		t.Errorf("the owners got %+v, want one summary with the order", owners)
	}
}

// Strangers can enter any address, and send as often as they like.
func TestWhatStrangersCauseIsBounded(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.visitor(`insert into public.contact_submissions (name, email, subject, message, language)
		select 'Visit http://spam.test', 'victim@reader.test', 'General Inquiry', 'Buy', 'en' from generate_series(1, 3)`)
	f.work()
	f.visitor(`insert into public.contact_submissions (name, email, subject, message, language)
		select 'Buyer', 'Victim@reader.test', 'General Inquiry', 'Buy', 'en' from generate_series(1, 30)`)
	f.work()
	counts := map[string]int{}
	for _, m := range f.outbox() {
		counts[strings.ToLower(m.to)]++
		if m.to == "<victim@reader.test>" && (strings.Contains(m.text, "spam.test") || strings.Contains(m.html, "spam.test")) {
			t.Errorf("an e-mail has a stranger's text:\n%s", m.text)
		}
	}
	if counts["<victim@reader.test>"] != 3 || counts["<owner@site.test>"] != 3 {
		t.Errorf("sent %v, want the first three to each", counts)
	}
	if err := f.plan.Schedules[0].Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if last := f.outbox(); !slices.ContainsFunc(last, func(m email) bool { return strings.HasSuffix(m.subject, "0 commandes, 30 messages") }) {
		t.Error("the summary does not have the other 30")
	}
}

// An address that no e-mail can have keeps nobody from the rest.
func TestAnInvalidAddress(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.visitor(place("Lina", "lina,a@reader.test", "en"))
	f.work()
	if sent := f.outbox(); len(sent) != 1 || sent[0].to != "<owner@site.test>" {
		t.Errorf("sent %+v, want one e-mail, to the owner", sent)
	}
}
