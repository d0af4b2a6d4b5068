package filter

import (
	"bytes"
	"math"
)

// PostgreSQL's limits: the last year of a date, and the day after the last timestamp,
// 294277-01-01, in days since 2000. Its microseconds just fit.
const (
	maxYear = 5874897
	maxDay  = 106751983
)

const (
	microsecond = 1
	second      = 1_000_000 * microsecond
	minute      = 60 * second
	hour        = 60 * minute
	day         = 24 * hour
)

// readTime parses ISO dates and times as PostgreSQL formats them, and as JSON does: with a
// T, and Z or an offset. It returns days since 2000-01-01 for a date, else microseconds.
func (t typeFamily) readTime(b []byte) (int64, bool) {
	if t != clock {
		switch string(b) {
		case "infinity":
			return math.MaxInt64, true
		case "-infinity":
			return math.MinInt64, true
		}
	}
	r := timeReader{rest: b, ok: true}
	n := r.read(t)
	return n, r.ok && len(r.rest) == 0
}

type timeReader struct {
	rest []byte
	ok   bool
}

func (t *timeReader) read(f typeFamily) int64 {
	if f == clock {
		return t.clock(true)
	}
	before, isBefore := bytes.CutSuffix(t.rest, []byte(" BC"))
	t.rest = before
	days := t.date(isBefore)
	if f == date {
		return days
	}
	if len(t.rest) == 0 || t.rest[0] != ' ' && t.rest[0] != 'T' {
		t.ok = false
		return 0
	}
	t.rest = t.rest[1:]
	n := t.within(days, math.MinInt32, maxDay)*day + t.clock(false)
	if f == timestamptz {
		n -= t.offset()
	}
	return n
}

// number parses minimum to maximum digits; maximum is at most 9.
func (t *timeReader) number(minimum, maximum int) int64 {
	var n int64
	i := 0
	for ; i < len(t.rest) && i < maximum && '0' <= t.rest[i] && t.rest[i] <= '9'; i++ {
		n = n*10 + int64(t.rest[i]-'0')
	}
	t.ok = t.ok && i >= minimum
	t.rest = t.rest[i:]
	return n
}

func (t *timeReader) take(c byte) bool {
	if len(t.rest) == 0 || t.rest[0] != c {
		return false
	}
	t.rest = t.rest[1:]
	return true
}

func (t *timeReader) expect(c byte) { t.ok = t.take(c) && t.ok }

func (t *timeReader) within(n, minimum, maximum int64) int64 {
	t.ok = t.ok && minimum <= n && n <= maximum
	return n
}

func (t *timeReader) date(beforeChrist bool) int64 {
	year := t.within(t.number(4, 7), 1, maxYear)
	t.expect('-')
	month := t.within(t.number(2, 2), 1, 12)
	t.expect('-')
	if beforeChrist {
		year = 1 - year
	}
	d := t.number(2, 2)
	if !t.ok {
		return 0
	}
	t.within(d, 1, daysIn(year, month))
	return daysSince2000(year, month, d)
}

func (t *timeReader) clock(mayBeMidnight bool) int64 {
	n := t.within(t.number(2, 2), 0, 24) * hour
	t.expect(':')
	n += t.within(t.number(2, 2), 0, 59) * minute
	t.expect(':')
	n += t.within(t.number(2, 2), 0, 59) * second
	if t.take('.') {
		n += t.fraction()
	}
	maximum := int64(day - 1)
	if mayBeMidnight {
		maximum = day
	}
	return t.within(n, 0, maximum)
}

// fraction parses up to six digits of a second; PostgreSQL would round more.
func (t *timeReader) fraction() int64 {
	had := len(t.rest)
	n := t.number(1, 6)
	for read := had - len(t.rest); read < 6; read++ {
		n *= 10
	}
	return n
}

// offset parses Z, +hh or +hh:mm. Without one the time zone is not known here.
func (t *timeReader) offset() int64 {
	if t.take('Z') {
		return 0
	}
	west := t.take('-')
	if !west {
		t.expect('+')
	}
	n := t.within(t.number(2, 2), 0, 15) * hour
	if t.take(':') {
		n += t.within(t.number(2, 2), 0, 59) * minute
	}
	if west {
		return -n
	}
	return n
}

func daysIn(year, month int64) int64 {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// daysSince2000 counts in the proleptic Gregorian calendar, as PostgreSQL does.
// Years begin in March here, so that a leap day is a year's last.
func daysSince2000(year, month, d int64) int64 {
	if month < 3 {
		year--
		month += 12
	}
	era := year / 400
	if year < 0 {
		era = (year - 399) / 400
	}
	inEra := year - era*400
	inYear := (153*(month-3)+2)/5 + d - 1
	const march0To2000 = 730425 // days from 0000-03-01 to 2000-01-01
	return era*146097 + inEra*365 + inEra/4 - inEra/100 + inYear - march0To2000
}
