package mail_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/jobs"
)

const answered = `
insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message) values
	('00000000-0000-4000-8000-0000000000c1', 'Amal', 'amal@reader.test', 'Atlas', '5k', 'Hello'),
	('00000000-0000-4000-8000-0000000000c2', 'Idir', 'idir,a@reader.test', 'Atlas', '5k', 'Hello');
insert into public.inquiry_replies (id, form_type, inquiry_id, language, subject, body) values
	('00000000-0000-4000-8000-0000000000e1', 'sponsorship', '00000000-0000-4000-8000-0000000000c1', 'ar', 'شكرًا', E'مرحبًا\n<b>أمل</b>'),
	('00000000-0000-4000-8000-0000000000e2', 'sponsorship', '00000000-0000-4000-8000-0000000000c2', 'en', 'Hello', 'Idir'),
	('00000000-0000-4000-8000-0000000000e3', 'sponsorship', '00000000-0000-4000-8000-0000000000c1', 'en', 'Again', 'More');`

// states are the states of the replies, in the order of their ids.
func (f *fixture) states() (states []string) {
	f.Helper()
	err := f.db.Admin.QueryRow(f.Context(), `select array_agg(state || coalesce(' ' || error, '') order by id) from public.inquiry_replies`).Scan(&states)
	if err != nil {
		f.Fatal(err)
	}
	return states
}

// The visitor's mail program shows a reply below the acknowledgement, and an answer to it
// goes to the owner.
func TestRepliesContinueTheThread(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.visitor(`insert into public.contact_submissions (name, email, subject, message, language) values ('Nadia', 'nadia@reader.test', 'General Inquiry', 'Bonjour', 'fr')`)
	f.visitor(`insert into public.retreat_inquiries (name, email, phone, language) values ('Sara', 'sara@reader.test', '0600000000', 'ar')`)
	f.work()
	acknowledged := map[string]string{}
	for _, m := range f.outbox() {
		acknowledged[m.to] = m.header.Get("Message-Id")
		if m.header.Get("Auto-Submitted") != "auto-generated" {
			t.Errorf("%q has no Auto-Submitted", m.subject)
		}
		if want := "<owner@site.test>"; m.to != want && m.header.Get("Reply-To") != want {
			t.Errorf("%q has Reply-To %q, want %q", m.subject, m.header.Get("Reply-To"), want)
		}
	}
	f.run(`delete from toubkal_mail.messages;
		insert into public.contact_submissions (name, email, subject, message) values ('Old', 'old@reader.test', 'General Inquiry', 'From before there was mail');
		insert into public.speaking_inquiries (name, email, message, contact_submission_id) select name, email, message, id from public.contact_submissions where name = 'Nadia';
		insert into public.inquiry_replies (form_type, inquiry_id, language, subject, body)
			select 'contact', id, 'fr', name, 'Oui' from public.contact_submissions
			union all select 'speaking', id, 'fr', name, 'Oui' from public.speaking_inquiries
			union all select 'retreat', id, 'ar', name, 'نعم' from public.retreat_inquiries`)
	send := func() []email {
		t.Helper()
		var ids []string
		if err := f.db.Admin.QueryRow(t.Context(), `select array_agg(id::text) from public.inquiry_replies`).Scan(&ids); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if err := f.plan.Work["site-reply"].Handle(t.Context(), jobs.Job{Args: json.RawMessage(`{"id":"` + id + `"}`)}); err != nil {
				t.Fatal(err)
			}
		}
		return f.outbox()
	}
	sent := send()
	if len(sent) != 4 {
		t.Fatalf("%d replies, want 4: %+v", len(sent), sent)
	}
	for _, m := range sent {
		for header, want := range map[string]string{
			"Auto-Submitted": "", "Reply-To": "<owner@site.test>", "In-Reply-To": acknowledged[m.to], "References": acknowledged[m.to],
		} {
			if got := m.header.Get(header); got != want {
				t.Errorf("to %s: %s is %q, want %q", m.to, header, got, want)
			}
		}
	}
	if acknowledged["<nadia@reader.test>"] == "" || acknowledged["<sara@reader.test>"] == "" || acknowledged["<old@reader.test>"] != "" {
		t.Errorf("acknowledged %v", acknowledged)
	}
	// A setting that is no address keeps no e-mail from being sent.
	f.run(`delete from toubkal_mail.messages; update public.site_settings set value = '"owner,a@site.test"' where key = 'contact.email'`)
	if sent := send(); len(sent) != 4 || sent[0].header.Get("Reply-To") != "" {
		t.Errorf("without a contact address: %+v", sent)
	}
}

func TestRepliesAreSent(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(answered)
	for range 2 {
		for _, id := range []string{"e1", "e2", "e3"} {
			args := json.RawMessage(`{"id":"00000000-0000-4000-8000-0000000000` + id + `"}`)
			if err := f.plan.Work["site-reply"].Handle(t.Context(), jobs.Job{Args: args}); err != nil {
				t.Fatal(err)
			}
		}
	}
	sent := f.outbox()
	if len(sent) != 2 {
		t.Fatalf("%d e-mails, want 2: %+v", len(sent), sent)
	}
	m := sent[0]
	if m.to != "<amal@reader.test>" || m.subject != "شكرًا" || m.language != "ar" || !strings.Contains(m.text, "مرحبًا\r\n<b>أمل</b>") ||
		!strings.Contains(m.html, "&lt;b&gt;أمل") || !strings.Contains(m.html, `dir="rtl"`) {
		t.Errorf("sent %+v", m)
	}
	if states := f.states(); states[0] != "queued" || !strings.HasPrefix(states[1], "failed invalid e-mail address") || states[2] != "queued" {
		t.Errorf("before the mail server: %q", states)
	}
	f.run(`update toubkal_mail.messages set state = case when key like '%e1' then 'sent' else 'failed' end, last_error = 'mailbox full'`)
	i := slices.IndexFunc(f.plan.Schedules, func(s jobs.Schedule) bool { return s.Name == "site-replies" })
	if err := f.plan.Schedules[i].Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if states := f.states(); states[0] != "sent" || states[2] != "failed mailbox full" {
		t.Errorf("after it: %q", states)
	}
}
