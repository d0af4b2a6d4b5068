package parse

// Kind is the kind of an item of a select.
type Kind int

// The kinds of Item.
const (
	Column Kind = iota
	Embed       // another table's rows, under a name of their own
	Spread      // another table's columns, among those of its parent
)

// Join says whether a row without a match in the embed stays.
type Join string

// Both joins; "" is a left join too.
const (
	Left  Join = "left"
	Inner Join = "inner"
)

// Item is one item of select=.
type Item struct {
	Kind  Kind
	Alias string

	// Of a column.
	Field         Field  // Name "*" for all columns
	Cast          string // a type's name: letters, digits, _, $, spaces
	Aggregate     string // sum, avg, count, min, max; "" for none
	AggregateCast string
	// Distinct, without an aggregate, gives one row for each value of the field;
	// with one, it counts each value once. PostgREST has neither: a select= that
	// asks for them is one that it refuses.
	Distinct bool

	// Of an embed or a spread.
	Relation string
	Hint     string
	Join     Join
	Items    []Item
}

// items reads a list of select items; it may be empty.
func (s *scanner) items() ([]Item, bool) {
	defer s.unnest()
	if !s.nest() {
		return nil, false
	}
	var list []Item
	for {
		start := s.pos
		if !s.term() {
			return nil, false
		}
		item, ok := s.item()
		if !ok {
			return list, len(list) == 0 && s.pos == start
		}
		list = append(list, item)
		if !s.lexeme(",") {
			return list, true
		}
	}
}

func (s *scanner) item() (item Item, ok bool) {
	if s.try(func() bool { item, ok = s.spread(); return ok }) ||
		s.try(func() bool { item, ok = s.embed(); return ok }) {
		item.Items, ok = s.children()
		return item, ok
	}
	return s.column()
}

func (s *scanner) children() ([]Item, bool) {
	if !s.skip("(") {
		return nil, false
	}
	items, ok := s.items()
	return items, ok && s.skip(")")
}

func (s *scanner) spread() (Item, bool) {
	s.blanks()
	if !s.skip("...") {
		return Item{}, false
	}
	return s.relation(Item{Kind: Spread})
}

func (s *scanner) embed() (Item, bool) {
	s.blanks()
	return s.relation(Item{Kind: Embed, Alias: s.alias()})
}

func (s *scanner) relation(item Item) (Item, bool) {
	name, ok := s.fieldName()
	if !ok || item.Kind == Embed && name == "count" {
		return item, false
	}
	item.Relation = name
	for range 2 { // a hint and a join, in any order
		if !s.embedParam(&item) {
			return item, false
		}
	}
	if !s.ahead("(") {
		return item, false
	}
	s.blanks()
	return item, true
}

// embedParam reads !left, !inner or !hint.
func (s *scanner) embedParam(item *Item) bool {
	if !s.skip("!") {
		return true
	}
	switch {
	case s.skip(string(Left)):
		item.setJoin(Left)
	case s.skip(string(Inner)):
		item.setJoin(Inner)
	default:
		hint, ok := s.fieldName()
		if item.Hint == "" {
			item.Hint = hint
		}
		return ok
	}
	return true
}

func (i *Item) setJoin(join Join) {
	if i.Join == "" {
		i.Join = join
	}
}

// alias reads "name:" where it is one.
func (s *scanner) alias() (alias string) {
	s.try(func() (ok bool) {
		alias, ok = s.fieldName()
		ok = ok && s.skip(":") && s.notNext(func(r rune) bool { return r == ':' })
		if !ok {
			alias = ""
		}
		return ok
	})
	return alias
}

func (s *scanner) column() (item Item, ok bool) {
	s.blanks()
	ok = s.try(func() bool { item, ok = s.star(); return ok }) ||
		s.try(func() bool { item, ok = s.countAll(); return ok })
	if !ok {
		item, ok = s.plain()
	}
	if ok {
		s.blanks()
	}
	return item, ok
}

func (s *scanner) star() (Item, bool) {
	item := Item{Field: Field{Name: "*"}}
	ok := s.skip("*")
	item.Distinct = s.extension(".distinct()")
	return item, ok && s.endOfItem()
}

// countAll reads count() without a column.
func (s *scanner) countAll() (Item, bool) {
	item := Item{Alias: s.alias(), Field: Field{Name: "*"}, Aggregate: "count"}
	if !s.skip("count()") {
		return item, false
	}
	var ok bool
	item.AggregateCast, ok = s.cast()
	return item, ok && s.endOfItem()
}

func (s *scanner) plain() (item Item, ok bool) {
	item.Alias = s.alias()
	if item.Field, ok = s.field(); !ok {
		return item, false
	}
	if item.Cast, ok = s.cast(); !ok {
		return item, false
	}
	if item.Distinct = s.extension(".distinct()"); item.Distinct {
		return item, s.endOfItem()
	}
	s.try(func() bool { return s.aggregate(&item) })
	if item.AggregateCast, ok = s.cast(); !ok {
		return item, false
	}
	return item, s.endOfItem()
}

func (s *scanner) cast() (string, bool) {
	if !s.skip("::") {
		return "", true
	}
	return s.identifier()
}

func (s *scanner) aggregate(item *Item) bool {
	if s.extension(".count(distinct)") {
		item.Aggregate, item.Distinct = "count", true
		return true
	}
	if !s.skip(".") {
		return false
	}
	for _, name := range []string{"sum", "avg", "count", "max", "min"} {
		if s.skip(name) {
			if !s.skip("()") {
				return false
			}
			item.Aggregate = name
			return true
		}
	}
	return false
}

func (s *scanner) endOfItem() bool { return s.ahead(")") || s.ahead(",") || s.atEnd() }
