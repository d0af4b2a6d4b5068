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
