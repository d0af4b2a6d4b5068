package mail_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/robfig/cron/v3"
)

// Morocco is at UTC+1, and at UTC in Ramadan: the summary is sent at the same local time
// each day of a year.
func TestTheSummaryIsSentInTheMorningOfMorocco(t *testing.T) {
	t.Parallel()
	morocco, err := time.LoadLocation("Africa/Casablanca")
	if err != nil {
		t.Fatal(err)
	}
	when, err := cron.ParseStandard(setup(t).plan.Schedules[0].Cron)
	if err != nil {
		t.Fatal(err)
	}
	first := time.Date(2027, 1, 1, 0, 0, 0, 0, morocco)
	next, offsets := first.UTC(), map[int]bool{}
	for day := range 365 {
		next = when.Next(next)
		local := next.In(morocco)
		if want := first.AddDate(0, 0, day).Add(8 * time.Hour); local.Format(time.DateOnly) != want.Format(time.DateOnly) || local.Hour() != 8 || local.Minute() != 0 {
			t.Fatalf("day %d: at %s", day, local)
		}
		_, offset := local.Zone()
		offsets[offset] = true
	}
	if len(offsets) != 2 {
		t.Errorf("offsets %v, want those of Ramadan and of the other months", offsets)
	}
}

// What comes in on both sides of a midnight, in Morocco or in UTC, is in the next summary:
// each order once.
func TestASummaryHasAllSinceTheLastOne(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.run(`update public.site_settings set value = '"daily"' where key = 'mail.owner_orders'`)
	order := func(n int, at string) {
		t.Helper()
		number := "BO17637200000001" + strconv.Itoa(n)
		f.visitor(`insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, quantity, language)
			values ('` + number + `', 'Lina', 'lina` + strconv.Itoa(n) + `@reader.test', '0600000000', '1 rue Atlas', 'Rabat', 1, 'en')`)
		f.run(`update public.book_orders set created_at = '` + at + `' where order_number = '` + number + `'`)
		f.run(`update public.mail_notices n set created_at = o.created_at from public.book_orders o where o.id = n.row_id and o.order_number = '` + number + `'`)
	}
	summary := func(now time.Time) string {
		t.Helper()
		f.work()
		f.run(`delete from toubkal_mail.messages`)
		f.now = now
		if err := f.plan.Schedules[0].Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		sent := f.outbox()
		if len(sent) != 1 || sent[0].to != "<owner@site.test>" {
			t.Fatalf("sent %+v, want one summary", sent)
		}
		lines := strings.Split(sent[0].text, "\r\n")
		return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "BO") }), "|")
	}
	order(11, "2026-11-20 23:59 Africa/Casablanca")
	order(12, "2026-11-21 00:01 Africa/Casablanca")
	order(13, "2026-11-21 00:01 UTC")
	if got, want := summary(f.now), "BO1763720000000111, Lina, × 1|BO1763720000000112, Lina, × 1|BO1763720000000113, Lina, × 1"; got != want {
		t.Errorf("the first summary has %s, want %s", got, want)
	}
	order(14, "2026-11-21 08:01 Africa/Casablanca")
	if got, want := summary(f.now.AddDate(0, 0, 1)), "BO1763720000000114, Lina, × 1"; got != want {
		t.Errorf("the second summary has %s, want %s", got, want)
	}
}
