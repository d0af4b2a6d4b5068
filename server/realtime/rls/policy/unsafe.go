package policy

// Source is a function or view that somebody has written, as far as it matters
// whether a policy that uses it can be asked for several callers in a row.
type Source struct {
	Name string `json:"name"` // with its schema
	Bare string `json:"bare"` // without, as another function may call it
	// Called tells that a policy uses it by itself.
	Called    bool   `json:"called"`
	Immutable bool   `json:"immutable"`
	Language  string `json:"language"`
	Body      string `json:"body"`
}

// FindUnsafe is a function by which what was computed for one caller may be there for
// the next one; "" where there is none. It is either one that is declared
// immutable, and so computed when a statement is planned, though it may depend on
// the caller; or one that may keep what it has found. Calls are followed by name,
// so that what is found need not be one; but what is one is found.
func FindUnsafe(sources []Source) (name, why string) {
	words := make([]map[string]bool, len(sources))
	for i, s := range sources {
		words[i] = wordsOf(s.Body)
	}
	reached := spread(sources, words, func(i int) bool { return sources[i].Called }, false)
	depends := spread(sources, words, func(i int) bool { return intersects(words[i], callerDependent) }, true)
	for i, s := range sources {
		switch {
		case !reached[i]:
		case s.Language != "sql" && s.Language != "plpgsql":
			return s.Name, "is written in " + s.Language + " and may keep what it finds"
		case intersects(words[i], stateful):
			return s.Name, "may keep what it finds"
		case s.Immutable && depends[i]:
			return s.Name, "is declared immutable and may depend on the caller; declare it stable"
		}
	}
	return "", ""
}

// telling are words without which a function does not depend on the caller, unless
// it calls another one that does; keeps are words of those that remember.
var (
	callerDependent = set("current_setting current_user session_user current_role user from execute perform pg_settings")
	stateful        = set("set_config set temp temporary")
)

// spread finds the functions that are called by those which begin, directly or by
// others; or, upwards, those that call them.
func spread(sources []Source, words []map[string]bool, begins func(int) bool, upwards bool) []bool {
	found := make([]bool, len(sources))
	for i := range sources {
		found[i] = begins(i)
	}
	for more := true; more; {
		more = false
		for i := range sources {
			for j := range sources {
				caller, called := i, j
				if upwards {
					caller, called = j, i
				}
				if found[i] && !found[j] && words[caller][sources[called].Bare] {
					found[j], more = true, true
				}
			}
		}
	}
	return found
}

func intersects(words, some map[string]bool) bool {
	for word := range some {
		if words[word] {
			return true
		}
	}
	return false
}

// wordsOf are the names in a text, in lower case and as they stand: those of
// comments and strings too.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for at := 0; at < len(text); {
		from := at
		for at < len(text) && (letter(text[at]) || digit(text[at]) || text[at] == '$') {
			at++
		}
		if at == from {
			at++
			continue
		}
		words[text[from:at]] = true
		words[lower(token{text: text[from:at]})] = true
	}
	return words
}
