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

// orderParser reads the terms of order=.
type orderParser struct{ filterParser }

func (o orderParser) orderTerms() ([]OrderTerm, bool) {
	var terms []OrderTerm
	for {
		o.blanks()
		term, ok := o.orderTerm()
		if !ok || !o.term() {
			return nil, false
		}
		terms = append(terms, term)
		o.blanks()
		if !o.skip(",") {
			return terms, true
		}
	}
}

func (o orderParser) orderTerm() (term OrderTerm, ok bool) {
	if o.try(func() bool { term, ok = o.relatedTerm(); return ok }) {
		return term, true
	}
	field, ok := o.field()
	if !ok {
		return OrderTerm{}, false
	}
	return o.direction(OrderTerm{Field: field})
}

// relatedTerm reads rel(field).
func (o orderParser) relatedTerm() (OrderTerm, bool) {
	relation, ok := o.fieldName()
	if !ok || !o.skip("(") {
		return OrderTerm{}, false
	}
	field, ok := o.field()
	if !ok || !o.skip(")") {
		return OrderTerm{}, false
	}
	return o.direction(OrderTerm{Relation: relation, Field: field})
}

func (o orderParser) direction(term OrderTerm) (OrderTerm, bool) {
	var ok bool
	if term.Rank, ok = o.rank(); !ok {
		return term, false
	}
	switch {
	case o.suffix("asc"):
		term.Directed = true
	case o.suffix("desc"):
		term.Directed, term.Descending = true, true
	}
	switch {
	case o.suffix("nullsfirst"):
		term.Nulls = "first"
	case o.suffix("nullslast"):
		term.Nulls = "last"
	}
	return term, o.ahead(",") || o.atEnd()
}

func (o orderParser) suffix(word string) bool {
	return o.try(func() bool { return o.delimiter() && o.skip(word) })
}

// rank reads the text search behind a field, if there is one.
func (o orderParser) rank() (search *Test, ok bool) {
	if !o.ranks() {
		return nil, true
	}
	o.consume(1)
	search = &Test{}
	if !o.textSearch(search) {
		return nil, false
	}
	if o.startsQuoted() {
		search.Value, ok = o.quoted()
		return search, ok
	}
	search.Value = o.while(func(r rune) bool { return r != ',' && r != '.' })
	return search, true
}

func (o orderParser) ranks() bool {
	for _, op := range textSearches {
		after, ok := strings.CutPrefix(o.rest(), "."+op)
		if ok && after != "" && (after[0] == '.' || after[0] == '(') {
			return true
		}
	}
	return false
}
