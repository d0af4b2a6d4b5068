package mailbox

import (
	"slices"
	"strconv"
	"strings"
)

// matching are the messages that a query in Mailpit's syntax finds: every term must match.
// A term is a word or a "phrase" of the text, or key:value; "-" or "!" before it negates.
// Case does not matter, and an unknown key is a word.
func matching(all []*message, query string) []*message {
	terms := split(query)
	return slices.DeleteFunc(slices.Clone(all), func(m *message) bool {
		for _, term := range terms {
			negated := len(term) > 1 && (term[0] == '-' || term[0] == '!')
			if negated {
				term = term[1:]
			}
			if m.matches(strings.ToLower(term)) == negated {
				return true
			}
		}
		return false
	})
}

// split cuts a query at spaces outside quotes, and drops the quotes.
func split(query string) (terms []string) {
	var term strings.Builder
	quoted := false
	flush := func() {
		if term.Len() > 0 {
			terms = append(terms, term.String())
			term.Reset()
		}
	}
	for _, r := range query {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			flush()
		default:
			term.WriteRune(r)
		}
	}
	flush()
	return terms
}

// matches reports whether one term matches.
func (m *message) matches(term string) bool {
	key, value, _ := strings.Cut(term, ":")
	within := func(lists ...[]address) bool {
		return slices.ContainsFunc(people(nil, lists...), func(one string) bool { return strings.Contains(one, value) })
	}
	switch key {
	case "to":
		return within(m.To)
	case "from":
		return slices.ContainsFunc(people(m.From), func(one string) bool { return strings.Contains(one, value) })
	case "cc":
		return within(m.Cc)
	case "bcc":
		return within(m.Bcc)
	case "reply-to":
		return within(m.ReplyTo)
	case "addressed":
		return slices.ContainsFunc(people(m.From, m.To, m.Cc, m.Bcc, m.ReplyTo), func(one string) bool { return strings.Contains(one, value) })
	case "subject":
		return strings.Contains(strings.ToLower(m.Subject), value)
	case "message-id":
		return strings.Contains(strings.ToLower(m.MessageID), value)
	case "tag":
		return false
	case "is":
		return value == "read" && m.Read || value == "unread" && !m.Read
	case "has":
		return (value == "attachment" || value == "attachments") && m.Attachments > 0
	case "larger":
		return m.Size > sizeOf(value)
	case "smaller":
		return m.Size < sizeOf(value)
	case "before":
		t, ok := day(value)
		return ok && m.Created.Before(t)
	case "after":
		t, ok := day(value)
		return ok && m.Created.After(t)
	}
	return strings.Contains(m.search, term)
}

// sizeOf reads a size written as 10, 10k or 1m.
func sizeOf(value string) int {
	unit := 1
	switch {
	case strings.HasSuffix(value, "k"):
		unit = 1 << 10
	case strings.HasSuffix(value, "m"):
		unit = 1 << 20
	}
	n, _ := strconv.ParseFloat(strings.TrimRight(value, "km"), 64)
	return int(n * float64(unit))
}
