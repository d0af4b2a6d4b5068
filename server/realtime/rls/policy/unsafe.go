package policy

// Source is a function or view of a user.
type Source struct {
	Name string `json:"name"` // with its schema
	Bare string `json:"bare"` // without, as another function may call it
	// Called is true if a policy uses it directly.
	Called    bool   `json:"called"`
	Immutable bool   `json:"immutable"`
	Language  string `json:"language"`
	Body      string `json:"body"`
}

// FindUnsafe returns a function by which a result for one caller could affect the next,
// and why; "" where there is none. Either it is declared immutable, and so evaluated when
// a statement is planned, although it may depend on the caller; or it may store state.
// Calls are followed by name: it finds every such function, and may find others.
func FindUnsafe(sources []Source) (name, why string) {
	words := make([]map[string]bool, len(sources))
	for i, s := range sources {
		words[i] = wordsOf(s.Body)
	}
	reached := reach(sources, words, func(i int) bool { return sources[i].Called }, false)
	depends := reach(sources, words, func(i int) bool { return intersects(words[i], callerDependent) }, true)
	for i, s := range sources {
		switch {
		case !reached[i]:
		case s.Language != "sql" && s.Language != "plpgsql":
			return s.Name, "is written in " + s.Language + " and may store state"
		case intersects(words[i], stateful):
			return s.Name, "may store state"
		case s.Immutable && depends[i]:
			return s.Name, "is declared immutable and may depend on the caller; declare it stable"
		}
	}
	return "", ""
}

// A function without any word of callerDependent does not depend on the caller, unless
// it calls one that does; one without any word of stateful stores nothing.
var (
	callerDependent = set("current_setting current_user session_user current_role user from execute perform pg_settings")
	stateful        = set("set_config set temp temporary")
)

// reach returns the functions that those of begins call, directly or not; or, upwards,
// those that call them.
func reach(sources []Source, words []map[string]bool, begins func(int) bool, upwards bool) []bool {
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

// wordsOf returns the identifiers of a text, as they stand and in lower case: those of comments
// and strings too.
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
