package cron

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// parse reads a schedule as the scheduler does.
func parse(t *testing.T, d *pgtest.DB, text string) (s schedule) {
	t.Helper()
	err := d.Admin.QueryRow(t.Context(), `select coalesce(seconds, 0), minutes, hours, days, months, weekdays,
		coalesce(last_day, false), coalesce(any_day, false), coalesce(at_start, false) from cron._parse($1)`, text).Scan(
		&s.seconds, &s.minutes, &s.hours, &s.days, &s.months, &s.weekday, &s.lastDay, &s.anyDay, &s.atStart)
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return s
}

func TestNextTimes(t *testing.T) {
	t.Parallel()
	d := install(t)
	for _, test := range []struct {
		name, schedule, zone, after string
		want                        []string // the next ones; "" for never
	}{
		{"each minute", "* * * * *", "", "2026-11-28 05:22:41", []string{"2026-11-28 05:23", "2026-11-28 05:24"}},
		{"on the minute is not again", "* * * * *", "", "2026-11-28 05:22:00", []string{"2026-11-28 05:23"}},
		{"steps", "*/20 * * * *", "", "2026-11-28 05:22:41", []string{"2026-11-28 05:40", "2026-11-28 06:00"}},
		{"lists and ranges", "5,10-20/5 9,17 * * *", "", "2026-11-28 09:12:00", []string{"2026-11-28 09:15", "2026-11-28 09:20", "2026-11-28 17:05"}},
		{"a month that has passed", "0 0 1 jan *", "", "2026-11-28 05:22:41", []string{"2027-01-01 00:00", "2028-01-01 00:00"}},
		{"names", "30 3 * Feb-APR sat", "", "2026-11-28 05:22:41", []string{"2027-02-06 03:30"}},
		{"Sunday is 0", "0 12 * * 0", "", "2026-11-28 05:22:41", []string{"2026-11-29 12:00", "2026-12-06 12:00"}},
		{"Sunday is 7", "0 12 * * 7", "", "2026-11-28 05:22:41", []string{"2026-11-29 12:00"}},
		{"Friday to Sunday", "0 0 * * fri-7", "", "2026-11-28 05:22:41", []string{"2026-11-29 00:00", "2026-12-04 00:00"}},
		{"one of the two kinds of days", "0 0 15 * mon", "", "2026-12-08 00:00:00", []string{"2026-12-14 00:00", "2026-12-15 00:00"}},
		{"a star with a step needs both", "0 0 */2 * mon", "", "2026-12-01 00:00:00", []string{"2026-12-07 00:00", "2026-12-21 00:00"}},
		{"the last day of the month", "0 11 $ * *", "", "2027-01-31 11:00:00", []string{"2027-02-28 11:00", "2027-03-31 11:00"}},
		{"the last day of a leap year's February", "0 11 $ 2 *", "", "2027-03-01 00:00:00", []string{"2028-02-29 11:00"}},
		{"the 29th of February", "0 0 29 2 *", "", "2096-03-01 00:00:00", []string{"2104-02-29 00:00"}},
		{"a day that does not exist", "0 0 31 2 *", "", "2026-11-28 05:22:41", []string{""}},
		{"@hourly", "@hourly", "", "2026-11-28 05:22:41", []string{"2026-11-28 06:00", "2026-11-28 07:00"}},
		{"@daily", "@daily", "", "2026-11-28 05:22:41", []string{"2026-11-29 00:00"}},
		{"@weekly", "@weekly", "", "2026-11-28 05:22:41", []string{"2026-11-29 00:00", "2026-12-06 00:00"}},
		{"@monthly", "@monthly", "", "2026-11-28 05:22:41", []string{"2026-12-01 00:00"}},
		{"@yearly", "@yearly", "", "2026-11-28 05:22:41", []string{"2027-01-01 00:00"}},
		{"@reboot is no time", "@reboot", "", "2026-11-28 05:22:41", []string{""}},
		{"spaces and a sixth field", "  0\t12  * * *  *", "", "2026-11-28 05:22:41", []string{"2026-11-28 12:00"}},
		{"another zone", "30 8 * * *", "Africa/Casablanca", "2026-11-28 08:00:00", []string{"2026-11-28 08:30", "2026-11-29 08:30"}},
		{"an hour that is left out", "30 2 * * *", "Europe/Paris", "2027-03-27 12:00:00", []string{"2027-03-29 02:30"}},
		{"an hour that comes twice", "30 2 * * *", "Europe/Paris", "2027-10-30 12:00:00", []string{"2027-10-31 02:30", "2027-10-31 02:30", "2027-11-01 02:30"}},
		{"a midnight that is left out", "0 1 * * *", "Africa/Cairo", "2027-04-29 12:00:00", []string{"2027-04-30 01:00", "2027-05-01 01:00"}},
		{"an hour before a half-hour zone's", "0 9 * * *", "Asia/Kolkata", "2026-11-28 08:40:00", []string{"2026-11-28 09:00"}},
	} {
		zone, err := time.LoadLocation(test.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, err := time.ParseInLocation(time.DateTime, test.after, zone)
		if err != nil {
			t.Fatal(err)
		}
		s := parse(t, d, test.schedule)
		var got []string
		for range test.want {
			at = s.next(at)
			text := ""
			if !at.IsZero() {
				text = at.Format("2006-01-02 15:04")
			}
			got = append(got, text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q after %s: got %q, want %q", test.name, test.schedule, test.after, got, test.want)
		}
	}
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	d := install(t)
	for text, want := range map[string]int{"1 second": 1, " 30 sEcOnDs ": 30, "59 seconds": 59, "17  seconds ": 17, "5seconds": 5} {
		if s := parse(t, d, text); s.seconds != want || s.minutes != nil {
			t.Errorf("%q: %+v, want %d seconds", text, s, want)
		}
	}
}

// What pg_cron's own tests have it refuse, is refused in its words.
func TestInvalidSchedules(t *testing.T) {
	t.Parallel()
	d := install(t)
	for _, text := range []string{
		"", "* * * *", "5 secondc", "50 seconds c", "*/0 10 * * *", "-1 * * * *", "*/-1 10 * * *", "*/60 10 * * *", "* * * 13 *", "* * * 0 *",
		"*/5000000000 10 * * *", "-1 seconds", "0 seconds", "60 seconds", "10000000000 seconds", "@restar", "0 11 $foo * *", "1/20 * * * *",
		"60 * * * *", "* 24 * * *", "* * 32 * *", "* * * * 8", "5-1 * * * *", "1,,2 * * * *", "x * * * *", "* * * * monday", "every minute",
	} {
		_, err := d.Admin.Exec(t.Context(), "select cron.schedule($1, 'select 1')", text)
		if refused, ok := err.(*pgconn.PgError); !ok || refused.Message != "invalid schedule: "+text || refused.Code != "22023" ||
			refused.Hint != "Use cron format (e.g. 5 4 * * *), or interval format '[1-59] seconds'" {
			t.Errorf("%q: got %v, want a refusal", text, err)
		}
	}
}

func TestLateRuns(t *testing.T) {
	t.Parallel()
	d := install(t)
	start := time.Date(2026, 11, 28, 5, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name, schedule string
		after          time.Duration
		begins         bool
		next           time.Duration
	}{
		{"before it", "* * * * *", 59 * time.Second, false, time.Minute},
		{"on time", "* * * * *", time.Minute, true, 2 * time.Minute},
		{"a little late", "* * * * *", 90 * time.Second, true, 2 * time.Minute},
		{"missed", "* * * * *", 10*time.Minute + time.Second, false, 11 * time.Minute},
		{"an interval is never missed", "30 seconds", 10 * time.Minute, true, 10*time.Minute + 30*time.Second},
	} {
		j := job{schedule: parse(t, d, test.schedule)}
		j.plan(start)
		if begins := j.advance(start.Add(test.after)); begins != test.begins || !j.due.Equal(start.Add(test.next)) {
			t.Errorf("%s: begins %v, and then at %v, want %v, %v", test.name, begins, j.due, test.begins, start.Add(test.next))
		}
	}
}
