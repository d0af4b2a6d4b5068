package mail_test

import (
	"encoding/json"
	"errors"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/jobs"
)

const newsletter = "00000000-0000-4000-8000-0000000000d1"

// subscribers: 120 confirmed ones, 40 of each language, in three batches, and two who get
// nothing.
const subscribers = `
insert into public.newsletter_subscribers (email, language, status)
	select 'reader' || n || '@reader.test', (array['en', 'fr', 'ar'])[1 + n % 3], 'confirmed' from generate_series(1, 120) as n;
insert into public.newsletter_subscribers (email, status) values ('pending@reader.test', 'pending'), ('left@reader.test', 'unsubscribed');
insert into public.newsletters (id, subject_en, body_en, subject_ar, body_ar, subject_fr) values ('` + newsletter + `',
	'Base camp', '<h2>Base camp</h2><p>We <a href="/blog/base?a=1&amp;b=2">arrived</a>.</p><ul><li><p>One</p></li><li><p>Two</p></li></ul>
	<figure><img src="/storage/camp.jpg" alt="The camp"></figure><p><img src="https://spy.test/pixel.gif" alt="Elsewhere"></p>',
	'المخيم', '<p>وصلنا</p>', 'Sans texte');`

// steps runs the jobs of newsletters that were added since the last time, in their order;
// each twice, since a job may run again.
func (f *fixture) steps() (ran int) {
	f.Helper()
	var all []string
	if err := f.db.Admin.QueryRow(f.Context(), `with gone as (delete from toubkal_jobs.river_job where kind = 'site-newsletter' returning id, args)
			select coalesce(array_agg(args::text order by id), '{}') from gone`).Scan(&all); err != nil {
		f.Fatal(err)
	}
	for _, args := range all {
		for range 2 {
			if err := f.plan.Work["site-newsletter"].Handle(f.Context(), jobs.Job{Args: json.RawMessage(args)}); err != nil {
				f.Fatalf("%s: %v", args, err)
			}
		}
	}
	return len(all)
}

// schedule runs the periodic work of newsletters.
func (f *fixture) schedule() {
	f.Helper()
	i := slices.IndexFunc(f.plan.Schedules, func(s jobs.Schedule) bool { return s.Name == "site-newsletters" })
	if err := f.plan.Schedules[i].Run(f.Context()); err != nil {
		f.Fatal(err)
	}
}

// progress is the state of the newsletter and its counts.
func (f *fixture) progress() (progress string) {
	f.Helper()
	err := f.db.Admin.QueryRow(f.Context(), `select format('%s of %s: %s sent, %s failed, %s skipped', status, recipients, sent, failed, skipped)
		from public.newsletters where id = $1`, newsletter).Scan(&progress)
	if err != nil {
		f.Fatal(err)
	}
	return progress
}

func (f *fixture) is(want string) {
	f.Helper()
	if got := f.progress(); got != want {
		f.Errorf("got %q, want %q", got, want)
	}
}

// once fails if an address has two e-mails, and gives the number of e-mails.
func (f *fixture) once() (n int) {
	f.Helper()
	var addresses int
	if err := f.db.Admin.QueryRow(f.Context(), `select count(*), count(distinct recipient) from toubkal_mail.messages`).Scan(&n, &addresses); err != nil {
		f.Fatal(err)
	}
	if n != addresses {
		f.Errorf("%d e-mails to %d addresses", n, addresses)
	}
	return n
}

const (
	sendNow = `update public.newsletters set status = 'scheduled' where id = '` + newsletter + `'`
	deliver = `update toubkal_mail.messages set state = 'sent' where state = 'queued'`
)

func TestNewsletterIsSentOnceToEach(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(sendNow)
	for batch := range 3 {
		if ran := f.steps(); ran != 1 {
			t.Fatalf("batch %d has %d jobs", batch, ran)
		}
		if got, want := f.once(), min(50*(batch+1), 120); got != want {
			t.Errorf("after batch %d: %d e-mails, want %d", batch, got, want)
		}
	}
	f.is("sending of 120: 0 sent, 0 failed, 0 skipped")
	f.run(`update toubkal_mail.messages set state = case when recipient ~ '^reader7' then 'failed' else 'sent' end, last_error = '550 no such user' where recipient <> 'reader1@reader.test'`)
	f.steps()
	f.is("sending of 120: 108 sent, 11 failed, 0 skipped")
	f.run(deliver)
	f.steps()
	f.is("sent of 120: 109 sent, 11 failed, 0 skipped")
	if n := f.once(); n != 120 || f.steps() != 0 {
		t.Errorf("%d e-mails in the end, want 120 and no job", n)
	}
	var reasons string
	err := f.db.Admin.QueryRow(t.Context(), `select string_agg(distinct reason, ',') from public.newsletter_recipients where state = 'failed'`).Scan(&reasons)
	if err != nil || reasons != "550 no such user" {
		t.Errorf("failed since %q, %v", reasons, err)
	}
}

func TestNewsletterHasLanguageLinksAndText(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(`delete from public.newsletter_subscribers where email !~ '^reader[123]@'`)
	f.run(sendNow)
	f.steps()
	byAddress := map[string]email{}
	for _, m := range f.outbox() {
		byAddress[m.to] = m
	}
	french, arabic := byAddress["<reader1@reader.test>"], byAddress["<reader2@reader.test>"]
	if french.subject != "Base camp" || french.language != "en" {
		t.Errorf("French has a subject only, so its readers get English: %+v", french)
	}
	for _, want := range []string{
		`<html lang="en" dir="ltr">`, `href="http://site.test/blog/base?a=1&amp;b=2"`, `src="http://site.test/storage/camp.jpg"`, "Elsewhere", "Altitude", "Amal the climber",
	} {
		if !strings.Contains(french.html, want) {
			t.Errorf("%q is not in\n%s", want, french.html)
		}
	}
	if strings.Contains(french.html, "spy.test") {
		t.Errorf("an image of another site in\n%s", french.html)
	}
	text := strings.ReplaceAll(french.text, "\r\n", "\n")
	if want := "Base camp\n\nWe arrived (http://site.test/blog/base?a=1&b=2).\n\n- One\n- Two\n\nThe camp\n\nElsewhere\n\nYou receive"; !strings.HasPrefix(text, want) {
		t.Errorf("the text is\n%s\nwant\n%s", text, want)
	}
	if arabic.subject != "المخيم" || arabic.language != "ar" || !strings.Contains(arabic.html, `dir="rtl"`) || !strings.Contains(arabic.text, "وصلنا") {
		t.Errorf("Arabic: %+v", arabic)
	}
	var raw []byte
	if err := f.db.Admin.QueryRow(t.Context(), `select raw from toubkal_mail.messages where recipient = 'reader1@reader.test'`).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	message, err := netmail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`^<http://site\.test/functions/v1/unsubscribe\?lang=en&token=([A-Z2-7]{26})>$`).FindStringSubmatch(message.Header.Get("List-Unsubscribe"))
	if found == nil || message.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !strings.Contains(text, "token="+found[1]) {
		t.Fatalf("the header is %v", message.Header)
	}
	var stored bool
	err = f.db.Admin.QueryRow(t.Context(), `select r.leave_token_hash = sha256(convert_to($1, 'UTF8')) and message_id = (select id from toubkal_mail.messages where recipient = 'reader1@reader.test')
		from public.newsletter_recipients r join public.newsletter_subscribers s on s.id = subscriber_id where email = 'reader1@reader.test'`, found[1]).Scan(&stored)
	if err != nil || !stored {
		t.Errorf("the hash of the token and the id of the message are stored: %t, %v", stored, err)
	}
}

// A killed program leaves a transaction that was not committed, or a batch that was
// committed and whose job runs again.
func TestNewsletterGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(sendNow)
	f.steps()
	f.killAt = 20
	args := json.RawMessage(`{"id":"` + newsletter + `","batch":1}`)
	if err := f.plan.Work["site-newsletter"].Handle(t.Context(), jobs.Job{Args: args}); !errors.Is(err, errKilled) {
		t.Fatalf("got %v, want the kill", err)
	}
	if n := f.once(); n != 50 {
		t.Errorf("%d e-mails after a batch and a kill, want 50", n)
	}
	f.killAt = 0
	f.steps()
	if n := f.once(); n != 100 {
		t.Errorf("%d e-mails after the second batch, want 100", n)
	}
	// Its next job is lost: the schedule goes on once nothing has happened for a minute.
	f.run(`delete from toubkal_jobs.river_job where kind = 'site-newsletter'`)
	f.schedule()
	if n := f.once(); n != 100 {
		t.Errorf("%d e-mails although the last batch is new, want 100", n)
	}
	f.run(`update public.newsletters set batched_at = now() - interval '2 minutes'`)
	f.schedule()
	f.schedule()
	f.run(deliver)
	f.steps()
	f.is("sent of 120: 120 sent, 0 failed, 0 skipped")
	if n := f.once(); n != 120 {
		t.Errorf("%d e-mails, want 120", n)
	}
}

func TestNewsletterSkipsWhoLeaves(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(sendNow)
	f.steps()
	f.run(deliver)
	const waiting = `(select s.id from public.newsletter_subscribers s join public.newsletter_recipients r on r.subscriber_id = s.id where r.message_id is null order by s.id limit 2)`
	f.run(`update public.newsletter_subscribers set status = 'unsubscribed' where id in ` + waiting)
	f.run(`delete from public.newsletter_subscribers where id = (select max(id::text)::uuid from ` + waiting + ` as w)`)
	for f.steps() > 0 {
		f.run(deliver)
	}
	f.is("sent of 120: 118 sent, 0 failed, 2 skipped")
	var reasons string
	if err := f.db.Admin.QueryRow(t.Context(), `select string_agg(reason, ',' order by reason) from public.newsletter_recipients where state = 'skipped'`).Scan(&reasons); err != nil || reasons != "erased,unsubscribed" {
		t.Errorf("skipped since %q, %v", reasons, err)
	}
}

func TestNewsletterIsCancelledWhileItIsSent(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(sendNow)
	f.steps()
	f.run(`update public.newsletters set status = 'cancelled'`)
	f.is("cancelled of 120: 0 sent, 0 failed, 70 skipped")
	for f.steps() > 0 {
		t.Log("a job of the cancelled newsletter ran")
	}
	if n := f.once(); n != 50 {
		t.Errorf("%d e-mails, want 50", n)
	}
	f.run(deliver)
	f.schedule()
	f.is("cancelled of 120: 50 sent, 0 failed, 70 skipped")
}

func TestNewsletterBeginsAtItsTime(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(`update public.newsletters set status = 'scheduled', scheduled_for = now() + interval '1 hour'`)
	f.schedule()
	f.steps()
	f.is("scheduled of 0: 0 sent, 0 failed, 0 skipped")
	// An hour later.
	f.run(`alter table public.newsletters disable trigger newsletters_20_guard;
		update public.newsletters set scheduled_for = now(); alter table public.newsletters enable trigger newsletters_20_guard`)
	f.schedule()
	f.is("sending of 120: 0 sent, 0 failed, 0 skipped")
	if n := f.once(); n != 50 {
		t.Errorf("%d e-mails, want 50", n)
	}
}

func TestNewsletterToAnImpossibleAddress(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(subscribers)
	f.run(`delete from public.newsletter_subscribers; insert into public.newsletter_subscribers (email, status) values ('a,b@reader.test', 'confirmed')`)
	f.run(sendNow)
	f.steps()
	f.is("sent of 1: 0 sent, 1 failed, 0 skipped")
}
