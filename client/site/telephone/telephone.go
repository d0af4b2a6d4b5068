// Package telephone writes phone numbers as E.164, so that links to call and to chat work however a number was
// written. It refuses what has too few or too many digits; the lengths of national numbers are checked where
// visitors type them (client/src/shared/ui/phone.ts, private.phone_number).
package telephone

import (
	"regexp"
	"strings"
)

var (
	moroccan = regexp.MustCompile(`^(?:\+?212)?0?([5-8][0-9]{8})$`)
	foreign  = regexp.MustCompile(`^\+[1-9][0-9]{7,14}$`)
)

// E164 is a phone number with its country code and digits only, as +212612345678, and whether it is one. 06 12…,
// 00212 6 12… and +212 (0)6 12… are the same. A number without a country code is Moroccan.
func E164(written string) (string, bool) {
	dialled := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r == '+':
			return r
		case r >= '٠' && r <= '٩': // Arabic-Indic, as some keyboards write them
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		}
		return -1
	}, strings.Replace(written, "(0)", "", 1))
	if rest, ok := strings.CutPrefix(dialled, "00"); ok {
		dialled = "+" + rest
	}
	if national := moroccan.FindStringSubmatch(dialled); national != nil {
		return "+212" + national[1], true
	}
	if !foreign.MatchString(dialled) {
		return "", false
	}
	return dialled, true
}
