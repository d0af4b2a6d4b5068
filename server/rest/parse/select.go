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

// selectParser reads the items of select=.
type selectParser struct{ nameParser }

// items reads a list of select items; it may be empty.
func (p selectParser) items() ([]Item, bool) {
	defer p.unnest()
	if !p.nest() {
		return nil, false
	}
	var list []Item
	for {
		start := p.pos
		if !p.term() {
			return nil, false
		}
		item, ok := p.item()
		if !ok {
			return list, len(list) == 0 && p.pos == start
		}
		list = append(list, item)
		if !p.lexeme(",") {
			return list, true
		}
	}
}

func (p selectParser) item() (item Item, ok bool) {
	if p.try(func() bool { item, ok = p.spread(); return ok }) ||
		p.try(func() bool { item, ok = p.embed(); return ok }) {
		item.Items, ok = p.children()
		return item, ok
	}
	return p.column()
}

func (p selectParser) children() ([]Item, bool) {
	if !p.skip("(") {
		return nil, false
	}
	items, ok := p.items()
	return items, ok && p.skip(")")
}

func (p selectParser) spread() (Item, bool) {
	p.blanks()
	if !p.skip("...") {
		return Item{}, false
	}
	return p.relation(Item{Kind: Spread})
}

func (p selectParser) embed() (Item, bool) {
	p.blanks()
	return p.relation(Item{Kind: Embed, Alias: p.alias()})
}

func (p selectParser) relation(item Item) (Item, bool) {
	name, ok := p.fieldName()
	if !ok || item.Kind == Embed && name == "count" {
		return item, false
	}
	item.Relation = name
	for range 2 { // a hint and a join, in any order
		if !p.embedParam(&item) {
			return item, false
		}
	}
	if !p.ahead("(") {
		return item, false
	}
	p.blanks()
	return item, true
}

// embedParam reads !left, !inner or !hint.
func (p selectParser) embedParam(item *Item) bool {
	if !p.skip("!") {
		return true
	}
	switch {
	case p.skip(string(Left)):
		item.setJoin(Left)
	case p.skip(string(Inner)):
		item.setJoin(Inner)
	default:
		hint, ok := p.fieldName()
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
func (p selectParser) alias() (alias string) {
	p.try(func() (ok bool) {
		alias, ok = p.fieldName()
		ok = ok && p.skip(":") && p.notNext(func(r rune) bool { return r == ':' })
		if !ok {
			alias = ""
		}
		return ok
	})
	return alias
}

func (p selectParser) column() (item Item, ok bool) {
	p.blanks()
	ok = p.try(func() bool { item, ok = p.star(); return ok }) ||
		p.try(func() bool { item, ok = p.countAll(); return ok })
	if !ok {
		item, ok = p.plain()
	}
	if ok {
		p.blanks()
	}
	return item, ok
}

func (p selectParser) star() (Item, bool) {
	item := Item{Field: Field{Name: "*"}}
	ok := p.skip("*")
	item.Distinct = p.extension(".distinct()")
	return item, ok && p.endOfItem()
}

// countAll reads count() without a column.
func (p selectParser) countAll() (Item, bool) {
	item := Item{Alias: p.alias(), Field: Field{Name: "*"}, Aggregate: "count"}
	if !p.skip("count()") {
		return item, false
	}
	var ok bool
	item.AggregateCast, ok = p.cast()
	return item, ok && p.endOfItem()
}

func (p selectParser) plain() (item Item, ok bool) {
	item.Alias = p.alias()
	if item.Field, ok = p.field(); !ok {
		return item, false
	}
	if item.Cast, ok = p.cast(); !ok {
		return item, false
	}
	if item.Distinct = p.extension(".distinct()"); item.Distinct {
		return item, p.endOfItem()
	}
	p.try(func() bool { return p.aggregate(&item) })
	if item.AggregateCast, ok = p.cast(); !ok {
		return item, false
	}
	return item, p.endOfItem()
}

func (p selectParser) cast() (string, bool) {
	if !p.skip("::") {
		return "", true
	}
	return p.identifier()
}

func (p selectParser) aggregate(item *Item) bool {
	if p.extension(".count(distinct)") {
		item.Aggregate, item.Distinct = "count", true
		return true
	}
	if !p.skip(".") {
		return false
	}
	for _, name := range []string{"sum", "avg", "count", "max", "min"} {
		if p.skip(name) {
			if !p.skip("()") {
				return false
			}
			item.Aggregate = name
			return true
		}
	}
	return false
}

func (p selectParser) endOfItem() bool { return p.ahead(")") || p.ahead(",") || p.atEnd() }
