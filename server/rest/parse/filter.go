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

// filterParser reads conditions, and trees of them.
type filterParser struct{ nameParser }

func newFilterParser(s *scanner) filterParser { return filterParser{nameParser{s}} }

// test reads an operator and its value; value reads up to where it ends.
func (f filterParser) test(value func() string) (t Test, ok bool) {
	t.Not = f.try(func() bool { return f.skip("not") && f.delimiter() })
	ok = f.labelled("operator (eq, gt, ...)", func() bool { return f.operation(&t, value) })
	return t, ok
}

func (f filterParser) operation(t *Test, value func() string) (ok bool) {
	switch {
	case f.word(t, "in"):
		t.Values, ok = f.list()
		return ok
	case f.word(t, "is"):
		return f.is(t)
	case f.word(t, "isdistinct"):
	case f.try(func() bool { return f.textSearch(t) }):
	case f.anyWord(t, comparisons):
	case f.try(func() bool { return f.quantified(t) }):
	default:
		return false
	}
	t.Value = value()
	return true
}

// word reads an operator and the dot behind it.
func (f filterParser) word(t *Test, op string) bool {
	if !f.try(func() bool { return f.skip(op) && f.delimiter() }) {
		return false
	}
	t.Op = op
	return true
}

func (f filterParser) anyWord(t *Test, ops []string) bool {
	for _, op := range ops {
		if f.word(t, op) {
			return true
		}
	}
	return false
}

func (f filterParser) is(t *Test) bool {
	return f.labelled("isVal: (null, not_null, true, false, unknown)", func() bool {
		furthest := 0
		for _, value := range isValues {
			alike := commonFold(f.rest(), value)
			if alike == len(value) {
				t.Value = value
				f.consume(len(value))
				return true
			}
			furthest = max(furthest, alike)
		}
		return f.failAt(f.pos+furthest, f.charAt(f.pos+furthest), false, want{})
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

func (f filterParser) textSearch(t *Test) bool {
	for _, op := range textSearches {
		if !f.skip(op) {
			continue
		}
		t.Op = op
		f.try(func() (ok bool) {
			if !f.skip("(") {
				return false
			}
			language, ok := f.identifier()
			if ok = ok && f.skip(")"); ok {
				t.Language = language
			}
			return ok
		})
		return f.delimiter()
	}
	return false
}

func (f filterParser) quantified(t *Test) bool {
	for _, op := range quantifiable {
		if !f.skip(op) {
			continue
		}
		t.Op = op
		f.try(func() bool {
			if !f.skip("(") {
				return false
			}
			anyOf := f.skip("any")
			if !anyOf && !f.skip("all") || !f.skip(")") {
				return false
			}
			t.Any, t.All = anyOf, !anyOf
			return true
		})
		return f.delimiter()
	}
	return false
}

// list reads (a,"b c",d). () is empty, and ("") has the empty text.
func (f filterParser) list() ([]string, bool) {
	if !f.lexeme("(") {
		return nil, false
	}
	if f.ahead(")") {
		return nil, f.lexeme(")")
	}
	list := []string{f.listItem()}
	for f.skip(",") {
		list = append(list, f.listItem())
	}
	return list, f.lexeme(")")
}

func (f filterParser) listItem() string {
	if value, ok := f.wholeQuoted(); ok {
		return value
	}
	return f.while(insideList)
}

func insideList(r rune) bool { return r != ',' && r != ')' }

// wholeQuoted reads a quoted value that is all of an item.
func (f filterParser) wholeQuoted() (value string, ok bool) {
	ok = f.try(func() (ok bool) {
		value, ok = f.quoted()
		return ok && f.notNext(insideList)
	})
	return value, ok
}

// inLogic is the value of a filter inside and= or or=.
func (f filterParser) inLogic() string {
	if value, ok := f.wholeQuoted(); ok {
		return value
	}
	start := f.pos
	if f.try(func() bool {
		if !f.skip("{") {
			return false
		}
		f.while(func(r rune) bool { return r != '{' && r != '}' })
		return f.skip("}")
	}) {
		return f.text[start:f.pos]
	}
	return f.while(insideList)
}

// logic reads and(...), or(...), not.and(...) or one filter.
func (f filterParser) logic() (tree Logic, ok bool) {
	defer f.unnest()
	if !f.nest() {
		return Logic{}, false
	}
	var leaf Filter
	if f.try(func() bool { leaf, ok = f.leaf(); return ok }) {
		return Logic{Filter: &leaf}, true
	}
	f.labelled("negation operator (not)", func() bool {
		tree.Not = f.try(func() bool { return f.skip("not") && f.delimiter() })
		return tree.Not
	})
	start := f.pos
	if !f.labelled("logic operator (and, or)", func() bool {
		tree.Or = !f.skip("and") && f.skip("or")
		return tree.Or || f.pos > start
	}) {
		return tree, false
	}
	tree.Of, ok = f.logicList()
	return tree, ok
}

func (f filterParser) logicList() ([]Logic, bool) {
	if !f.lexeme("(") {
		return nil, false
	}
	var list []Logic
	for {
		tree, ok := f.logic()
		if !ok || !f.term() {
			return nil, false
		}
		list = append(list, tree)
		if !f.lexeme(",") {
			return list, f.lexeme(")")
		}
	}
}

func (f filterParser) leaf() (Filter, bool) {
	field, ok := f.field()
	if !ok || !f.delimiter() {
		return Filter{}, false
	}
	test, ok := f.test(f.inLogic)
	return Filter{Field: field, Test: test}, ok
}
