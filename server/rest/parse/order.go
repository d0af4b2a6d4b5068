package parse

import "strings"

// Order is the order of one level: the root or an embed.
type Order struct {
	Path  []string
	Terms []OrderTerm
}

// OrderTerm is one field to sort by.
type OrderTerm struct {
	Relation   string // "" or the to-one embed that the field is of
	Field      Field
	Descending bool
	Directed   bool   // the request said asc or desc
	Nulls      string // "", "first", "last"
	// Rank orders by how well the field matches a text search, the best first
	// unless the request says asc: `order=words.fts(english).cats`, which
	// supabase-js writes as order('words.fts(english).cats', {ascending: false}).
	// A search with a comma or a dot stands in double quotes.
	Rank *Test
}

func (s *scanner) orderTerms() ([]OrderTerm, bool) {
	var terms []OrderTerm
	for {
		s.blanks()
		term, ok := s.orderTerm()
		if !ok || !s.term() {
			return nil, false
		}
		terms = append(terms, term)
		s.blanks()
		if !s.skip(",") {
			return terms, true
		}
	}
}

func (s *scanner) orderTerm() (term OrderTerm, ok bool) {
	if s.try(func() bool { term, ok = s.relatedTerm(); return ok }) {
		return term, true
	}
	field, ok := s.field()
	if !ok {
		return OrderTerm{}, false
	}
	return s.direction(OrderTerm{Field: field})
}

// relatedTerm reads rel(field).
func (s *scanner) relatedTerm() (OrderTerm, bool) {
	relation, ok := s.fieldName()
	if !ok || !s.skip("(") {
		return OrderTerm{}, false
	}
	field, ok := s.field()
	if !ok || !s.skip(")") {
		return OrderTerm{}, false
	}
	return s.direction(OrderTerm{Relation: relation, Field: field})
}

func (s *scanner) direction(term OrderTerm) (OrderTerm, bool) {
	var ok bool
	if term.Rank, ok = s.rank(); !ok {
		return term, false
	}
	switch {
	case s.suffix("asc"):
		term.Directed = true
	case s.suffix("desc"):
		term.Directed, term.Descending = true, true
	}
	switch {
	case s.suffix("nullsfirst"):
		term.Nulls = "first"
	case s.suffix("nullslast"):
		term.Nulls = "last"
	}
	return term, s.ahead(",") || s.atEnd()
}

func (s *scanner) suffix(word string) bool {
	return s.try(func() bool { return s.delimiter() && s.skip(word) })
}

// rank reads the text search behind a field, if there is one.
func (s *scanner) rank() (search *Test, ok bool) {
	if !s.ranks() {
		return nil, true
	}
	s.consume(1)
	search = &Test{}
	if !s.textSearch(search) {
		return nil, false
	}
	if s.startsQuoted() {
		search.Value, ok = s.quoted()
		return search, ok
	}
	search.Value = s.while(func(r rune) bool { return r != ',' && r != '.' })
	return search, true
}

func (s *scanner) ranks() bool {
	for _, op := range textSearches {
		after, ok := strings.CutPrefix(s.rest(), "."+op)
		if ok && after != "" && (after[0] == '.' || after[0] == '(') {
			return true
		}
	}
	return false
}
