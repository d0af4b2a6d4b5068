package cron

import (
	"slices"
	"time"
)

// schedule is the content of a job's schedule, as the function cron._parse reads it. The zero
// value never runs.
type schedule struct {
	seconds                               int // of an interval; 0 for none
	minutes, hours, days, months, weekday []int
	lastDay                               bool // of the month
	anyDay                                bool // a day must be in both days and weekday; else in one of them
	atStart                               bool // of PostgreSQL
}

// horizon is the time within which a schedule runs, or never does: two 29th of February may be 8 years apart.
const horizon = 8

// next is the first time after a time at which a schedule by minutes runs; zero for never. A time that
// daylight saving leaves out is left out, and one that it repeats is repeated, as with pg_cron.
func (s schedule) next(after time.Time) time.Time {
	if len(s.minutes) == 0 {
		return time.Time{}
	}
	t := after.Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(horizon, 0, 1); t.Before(end); {
		var later time.Time
		switch year, month, day := t.Date(); {
		case !slices.Contains(s.months, int(month)):
			later = time.Date(year, month+1, 1, 0, 0, 0, 0, t.Location())
		case !s.onDay(t):
			later = time.Date(year, month, day+1, 0, 0, 0, 0, t.Location())
		case !slices.Contains(s.hours, t.Hour()):
			later = t.Add(time.Duration(60-t.Minute()) * time.Minute)
		case !slices.Contains(s.minutes, t.Minute()):
			later = t.Add(time.Minute)
		default:
			return t
		}
		if !later.After(t) { // daylight saving leaves out this midnight
			later = t.Add(time.Hour)
		}
		t = later
	}
	return time.Time{}
}

func (s schedule) onDay(t time.Time) bool {
	isDay := slices.Contains(s.days, t.Day()) || s.lastDay && t.AddDate(0, 0, 1).Day() == 1
	isWeekday := slices.Contains(s.weekday, int(t.Weekday()))
	if s.anyDay {
		return isDay && isWeekday
	}
	return isDay || isWeekday
}

// job is an active job, and when it runs next.
type job struct {
	id                          int64
	text                        string // of the schedule
	schedule                    schedule
	command, database, username string
	due                         time.Time // zero for never
	waiting                     bool      // a run is due that cannot begin yet
}

// plan sets the time of the next run after a time.
func (j *job) plan(after time.Time) {
	if j.schedule.seconds > 0 {
		j.due = after.Add(time.Duration(j.schedule.seconds) * time.Second)
		return
	}
	j.due = j.schedule.next(after)
}

// maxLate is the time by which a run may be late: one that is missed for longer, since the machine
// slept or no program was there, is not made up.
const maxLate = time.Minute

// advance plans the next run where one is due, and reports whether that one shall begin.
func (j *job) advance(now time.Time) bool {
	if j.due.IsZero() || j.due.After(now) {
		return false
	}
	isLate := now.Sub(j.due) > maxLate
	j.plan(now)
	return !isLate || j.schedule.seconds > 0
}
