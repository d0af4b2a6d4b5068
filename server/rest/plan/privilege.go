package plan

// Privilege is a right on a table, on columns of one, or on a function, that a plan needs.
type Privilege struct {
	Schema  string   `json:"schema"`
	Table   string   `json:"table"`   // or the function
	Verb    string   `json:"verb"`    // SELECT, INSERT, UPDATE, DELETE or EXECUTE
	Columns []string `json:"columns"` // "*" is all of them
}

// Privileges are the privileges that a plan needs on the tables and the function that it
// names. What views, policies and functions need besides is not known here.
func (p Plan) Privileges() []Privilege {
	var needs privileges
	switch action := p.Action.(type) {
	case Read:
		needs.read(&action.Tree)
	case Call:
		needs.add(action.Function, "EXECUTE", nil)
		needs.embeds(action.Tree.Embeds)
	case Write:
		needs.write(action)
	}
	return needs
}

type privileges []Privilege

func (p *privileges) add(of Name, verb string, columns []string) {
	*p = append(*p, Privilege{Schema: of.Schema, Table: of.Name, Verb: verb, Columns: columns})
}

func (p *privileges) write(w Write) {
	cells := make([]string, len(w.Cells))
	for i, cell := range w.Cells {
		cells[i] = cell.Name
	}
	selected := append(leafColumns(w.Where), w.Returning...)
	switch w.Op {
	case Insert, Put:
		p.add(w.Table, "INSERT", cells)
	case Update:
		p.add(w.Table, "UPDATE", cells)
	case Delete:
		p.add(w.Table, "DELETE", nil)
	}
	if w.Conflict != nil {
		selected = append(selected, w.Conflict.Columns...)
		if w.Conflict.Merge {
			p.add(w.Table, "UPDATE", cells)
		}
	}
	if len(selected) > 0 {
		p.add(w.Table, "SELECT", selected)
	}
	p.embeds(w.Tree.Embeds)
}

func (p *privileges) read(n *Node) {
	columns := leafColumns(n.Where)
	for _, column := range n.Columns {
		if column.Field.Column != "*" || column.Function == "" { // count(*) needs any one of them
			columns = append(columns, column.Field.Column)
		}
	}
	for _, order := range n.Order {
		if order.Embed == nil {
			columns = append(columns, order.Field.Column)
		}
	}
	for _, embed := range n.Embeds {
		if columns = append(columns, embed.parentColumns()...); embed.Function != (Name{}) {
			columns = append(columns, "*") // it gets the row
		}
	}
	p.add(n.Table, "SELECT", columns)
	p.embeds(n.Embeds)
}

func (p *privileges) embeds(embeds []*Embed) {
	for _, embed := range embeds {
		if j := embed.Junction; j != nil {
			var columns []string
			for _, pairs := range [][]Pair{j.ToParent, j.ToChild} {
				for _, pair := range pairs {
					columns = append(columns, pair.To)
				}
			}
			p.add(j.Table, "SELECT", columns)
		}
		p.read(&embed.Node)
	}
}

func leafColumns(conditions []Condition) []string {
	var columns []string
	eachLeaf(conditions, func(c Condition) {
		if c.Embed == nil {
			columns = append(columns, c.Field.Column)
		}
	})
	return columns
}
