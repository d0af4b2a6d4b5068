package parse

import "strings"

// Filter is one condition on a field.
type Filter struct {
	Path  []string // the embeds that it goes through; none: the root
	Field Field
	Test  Test
	Key   string // as the URL had it: an RPC may take it for an argument
	Raw   string
}

// Test is the operator of a filter with its operand.
type Test struct {
	Not      bool
	Op       string   // eq, gt, fts … as in the URL; is, in, isdistinct
	Any, All bool     // the value is an array literal
	Value    string   // of "is": null, not_null, true, false, unknown
	Values   []string // of "in"
	Language string   // of a text search; "" is the server's default
}

// Logic is a tree of and, or and not over filters.
type Logic struct {
	Path   []string // only at the root of a tree
	Filter *Filter  // a leaf, or:
	Not    bool
	Or     bool
	Of     []Logic
}

var (
	textSearches = []string{"fts", "plfts", "phfts", "wfts"}
	comparisons  = []string{"neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj"}
	quantifiable = []string{"eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"}
	isValues     = []string{"null", "not_null", "true", "false", "unknown"}
)

// test reads an operator and its value; value reads up to where it ends.
func (s *scanner) test(value func() string) (t Test, ok bool) {
	t.Not = s.try(func() bool { return s.skip("not") && s.delimiter() })
	ok = s.labelled("operator (eq, gt, ...)", func() bool { return s.operation(&t, value) })
	return t, ok
}

func (s *scanner) operation(t *Test, value func() string) (ok bool) {
	switch {
	case s.word(t, "in"):
		t.Values, ok = s.list()
		return ok
	case s.word(t, "is"):
		return s.is(t)
	case s.word(t, "isdistinct"):
	case s.try(func() bool { return s.textSearch(t) }):
	case s.anyWord(t, comparisons):
	case s.try(func() bool { return s.quantified(t) }):
	default:
		return false
	}
	t.Value = value()
	return true
}

// word reads an operator and the dot behind it.
func (s *scanner) word(t *Test, op string) bool {
	if !s.try(func() bool { return s.skip(op) && s.delimiter() }) {
		return false
	}
	t.Op = op
	return true
}

func (s *scanner) anyWord(t *Test, ops []string) bool {
	for _, op := range ops {
		if s.word(t, op) {
			return true
		}
	}
	return false
}

func (s *scanner) is(t *Test) bool {
	return s.labelled("isVal: (null, not_null, true, false, unknown)", func() bool {
		furthest := 0
		for _, value := range isValues {
			alike := commonFold(s.rest(), value)
			if alike == len(value) {
				t.Value = value
				s.consume(len(value))
				return true
			}
			furthest = max(furthest, alike)
		}
		return s.failAt(s.pos+furthest, s.charAt(s.pos+furthest), false, want{})
	})
}

// commonFold counts the bytes that text begins with as word does, in any case;
// word is in lower case.
func commonFold(text, word string) int {
	n := 0
	for n < min(len(word), len(text)) && strings.EqualFold(word[n:n+1], text[n:n+1]) {
		n++
	}
	return n
}

func (s *scanner) textSearch(t *Test) bool {
	for _, op := range textSearches {
		if !s.skip(op) {
			continue
		}
		t.Op = op
		s.try(func() (ok bool) {
			if !s.skip("(") {
				return false
			}
			language, ok := s.identifier()
			if ok = ok && s.skip(")"); ok {
				t.Language = language
			}
			return ok
		})
		return s.delimiter()
	}
	return false
}

func (s *scanner) quantified(t *Test) bool {
	for _, op := range quantifiable {
		if !s.skip(op) {
			continue
		}
		t.Op = op
		s.try(func() bool {
			if !s.skip("(") {
				return false
			}
			anyOf := s.skip("any")
			if !anyOf && !s.skip("all") || !s.skip(")") {
				return false
			}
			t.Any, t.All = anyOf, !anyOf
			return true
		})
		return s.delimiter()
	}
	return false
}

// list reads (a,"b c",d). () is empty, and ("") has the empty text.
func (s *scanner) list() ([]string, bool) {
	if !s.lexeme("(") {
		return nil, false
	}
	if s.ahead(")") {
		return nil, s.lexeme(")")
	}
	list := []string{s.listItem()}
	for s.skip(",") {
		list = append(list, s.listItem())
	}
	return list, s.lexeme(")")
}

func (s *scanner) listItem() string {
	if value, ok := s.wholeQuoted(); ok {
		return value
	}
	return s.while(insideList)
}

func insideList(r rune) bool { return r != ',' && r != ')' }

// wholeQuoted reads a quoted value that is all of an item.
func (s *scanner) wholeQuoted() (value string, ok bool) {
	ok = s.try(func() (ok bool) {
		value, ok = s.quoted()
		return ok && s.notNext(insideList)
	})
	return value, ok
}

// inLogic is the value of a filter inside and= or or=.
func (s *scanner) inLogic() string {
	if value, ok := s.wholeQuoted(); ok {
		return value
	}
	start := s.pos
	if s.try(func() bool {
		if !s.skip("{") {
			return false
		}
		s.while(func(r rune) bool { return r != '{' && r != '}' })
		return s.skip("}")
	}) {
		return s.text[start:s.pos]
	}
	return s.while(insideList)
}

// logic reads and(...), or(...), not.and(...) or one filter.
func (s *scanner) logic() (tree Logic, ok bool) {
	defer s.unnest()
	if !s.nest() {
		return Logic{}, false
	}
	var leaf Filter
	if s.try(func() bool { leaf, ok = s.leaf(); return ok }) {
		return Logic{Filter: &leaf}, true
	}
	s.labelled("negation operator (not)", func() bool {
		tree.Not = s.try(func() bool { return s.skip("not") && s.delimiter() })
		return tree.Not
	})
	start := s.pos
	if !s.labelled("logic operator (and, or)", func() bool {
		tree.Or = !s.skip("and") && s.skip("or")
		return tree.Or || s.pos > start
	}) {
		return tree, false
	}
	tree.Of, ok = s.logicList()
	return tree, ok
}

func (s *scanner) logicList() ([]Logic, bool) {
	if !s.lexeme("(") {
		return nil, false
	}
	var list []Logic
	for {
		tree, ok := s.logic()
		if !ok || !s.term() {
			return nil, false
		}
		list = append(list, tree)
		if !s.lexeme(",") {
			return list, s.lexeme(")")
		}
	}
}

func (s *scanner) leaf() (Filter, bool) {
	field, ok := s.field()
	if !ok || !s.delimiter() {
		return Filter{}, false
	}
	test, ok := s.test(s.inLogic)
	return Filter{Field: field, Test: test}, ok
}
