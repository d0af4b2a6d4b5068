package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// maxName is the length, in bytes, at which PostgreSQL cuts a name.
const maxName = 63

func (t *treePlanner) embed(node *Node, item parse.Item) error {
	rel, err := t.relationship(node.origin.name, item)
	if err != nil {
		return err
	}
	embed := t.newEmbed(node, item, rel)
	if err := t.fill(&embed.Node, item.Items); err != nil {
		return err
	}
	embed.Hidden = embed.nothing()
	if embed.Spread {
		if err := t.spread(embed); err != nil {
			return err
		}
	}
	node.Embeds = append(node.Embeds, embed)
	return nil
}

// nothing reports whether a node selects no column, its embeds neither.
func (n *Node) nothing() bool {
	if len(n.Columns) > 0 {
		return false
	}
	for _, embed := range n.Embeds {
		if !embed.Hidden {
			return false
		}
	}
	return true
}

func (t *treePlanner) newEmbed(node *Node, item parse.Item, rel *catalog.Relationship) *Embed {
	child := Node{Table: rel.To, depth: node.depth + 1, parents: append(slices.Clone(node.parents), node.Alias)}
	child.Alias = child.alias(rel.To.Name + "_" + strconv.Itoa(child.depth))
	child.origin = root{name: rel.To}
	if table := t.catalog.Table(rel.To.Schema, rel.To.Name); table != nil {
		child.origin.columns = table.Columns
	}
	embed := &Embed{
		Node: child, Name: item.Alias, relation: item.Relation,
		ToOne: rel.ToOne(), Inner: item.Join == parse.Inner, Spread: item.Kind == parse.Spread,
		On: rel.Columns, Function: rel.Function, Of: rel.From,
	}
	if embed.Name == "" {
		embed.Name = item.Relation
	}
	embed.As = embed.alias(strings.Join([]string{rel.From.Name, embed.Name, strconv.Itoa(child.depth)}, "_"))
	for node.joins(embed) {
		embed.As += "_"
	}
	embed.Junction = embed.junction(rel.Junction)
	return embed
}

// joins reports whether another embed of a node has the name in SQL that a new one
// would have. Two of one key in the answer are left to PostgreSQL to refuse; a
// spread has no such key.
func (n *Node) joins(fresh *Embed) bool {
	return slices.ContainsFunc(n.Embeds, func(e *Embed) bool { return e.As == fresh.As && (e.Spread || fresh.Spread) })
}

// alias makes a name for SQL that no node around this one has, even where
// PostgreSQL would cut it.
func (n *Node) alias(name string) string {
	if len(name) > maxName-8 {
		name = "embed_" + strconv.Itoa(n.depth)
	}
	for slices.Contains(n.parents, name) {
		name += "_"
	}
	return name
}

func (e *Embed) junction(j *catalog.Junction) *Junction {
	if j == nil {
		return nil
	}
	return &Junction{
		Table: j.Table, Alias: e.alias(j.Table.Name + "_j" + strconv.Itoa(e.depth)),
		ToParent: j.FromColumns, ToChild: j.ToColumns,
	}
}

// relationship finds the one that an embed means. The target may be a table, a
// foreign key or its column; a hint narrows it down.
func (t *treePlanner) relationship(from Name, item parse.Item) (*catalog.Relationship, error) {
	var found []*catalog.Relationship
	for _, rel := range t.catalog.From(from.Schema, from.Name) {
		schema := rel.To.Schema
		if rel.Computed() {
			schema = rel.Function.Schema
		}
		if schema == t.plan.Schema && means(rel, item.Relation, item.Hint) {
			found = append(found, rel)
		}
	}
	if slices.ContainsFunc(found, (*catalog.Relationship).Computed) { // it overrides detected ones of its name
		found = slices.DeleteFunc(found, func(r *catalog.Relationship) bool { return !r.Computed() })
	}
	if len(found) > 1 {
		found = t.nearest(found)
	}
	switch len(found) {
	case 0:
		return nil, t.noRelationship(from.Name, item)
	case 1:
		return found[0], nil
	}
	return nil, ambiguous(from.Name, item.Relation, found)
}

// nearest leaves of several relationships those that the request can choose from: a hint names
// a junction without its schema. One of another schema counts where there is none in the
// request's, a table before the views over it; several are not to be named, and are none.
func (t *treePlanner) nearest(found []*catalog.Relationship) []*catalog.Relationship {
	var near, tables, views []*catalog.Relationship
	for _, rel := range found {
		switch j := rel.Junction; {
		case j == nil || j.Table.Schema == t.plan.Schema:
			near = append(near, rel)
		case t.catalog.Tables[j.Table] != nil && t.catalog.Tables[j.Table].Kind == catalog.View:
			views = append(views, rel)
		default:
			tables = append(tables, rel)
		}
	}
	switch {
	case len(near) > 0:
		return near
	case len(tables) == 1:
		return tables
	case len(tables) == 0 && len(views) == 1:
		return views
	}
	return nil
}

func means(rel *catalog.Relationship, target, hint string) bool {
	switch {
	case rel.Computed():
		return target == rel.Function.Name
	case rel.Self():
		return meansSelf(rel, target, hint)
	case hint == "":
		return target == rel.To.Name ||
			!rel.ToView && (target == rel.Constraint && rel.Constraint != "" || target == single(rel).From)
	}
	return target == rel.To.Name && (hint == rel.Constraint && rel.Constraint != "" ||
		hint == single(rel).From || hint == single(rel).To ||
		rel.Junction != nil && hint == rel.Junction.Table.Name)
}

// meansSelf distinguishes the two directions of a foreign key to its own table:
// the table's name means the rows that refer, the column's name the one that is
// referred to.
func meansSelf(rel *catalog.Relationship, target, hint string) bool {
	referring := target == rel.To.Name && rel.Kind == catalog.OneToMany
	if hint == "" {
		return referring || target == single(rel).From && rel.Kind == catalog.ManyToOne
	}
	return referring && hint == single(rel).To
}

// single is the pair of columns of a relationship that has only one.
func single(rel *catalog.Relationship) Pair {
	if len(rel.Columns) != 1 {
		return Pair{From: "\x00", To: "\x00"} // no name has a NUL
	}
	return rel.Columns[0]
}

func (t *treePlanner) noRelationship(from string, item parse.Item) error {
	between := "'" + from + "' and '" + item.Relation
	searched := "Searched for a foreign key relationship between " + between
	if item.Hint != "" {
		searched += "' using the hint '" + item.Hint
	}
	missing := fault.New(fault.RestNoRelationship, "Could not find a relationship between "+between+"' in the schema cache").
		WithDetails(searched + "' in the schema '" + t.plan.Schema + "', but no matches were found.")
	if hint, ok := t.relationshipHint(from, item.Relation); ok {
		missing.WithHint(hint)
	}
	return missing
}

// relationshipHint suggests a name for the one that is misspelt. Where both are
// tables neither is: they have no relationship, or the embed's hint is wrong.
func (t *treePlanner) relationshipHint(from, target string) (string, bool) {
	if t.catalog.Table(t.plan.Schema, from) != nil && t.catalog.Table(t.plan.Schema, target) != nil {
		return "", false
	}
	var related []string
	for _, rel := range t.catalog.From(t.plan.Schema, from) {
		if rel.To.Schema == t.plan.Schema {
			related = append(related, rel.To.Name)
		}
	}
	among, wrong := related, target
	if len(related) == 0 {
		among, wrong = t.relatedTables(), from
	}
	if slices.Contains(among, wrong) {
		return "", false
	}
	name, ok := catalog.Suggest(wrong, among, 0.33)
	return "Perhaps you meant '" + name + "' instead of '" + wrong + "'.", ok
}

func (t *treePlanner) relatedTables() []string {
	var names []string
	for name := range t.catalog.Relationships {
		if name.Schema == t.plan.Schema {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return names
}

func ambiguous(from, target string, found []*catalog.Relationship) error {
	details := make([]map[string]string, len(found))
	hints := make([]string, len(found))
	for i, rel := range found {
		details[i] = describe(rel)
		hint := rel.Constraint
		if rel.Junction != nil {
			hint = rel.Junction.Table.Name
		}
		hints[i] = "'" + rel.To.Name + "!" + hint + "'"
	}
	return fault.New(
		fault.RestAmbiguousEmbed,
		"Could not embed because more than one relationship was found for '"+from+"' and '"+target+"'",
	).WithDetails(details).WithHint(
		"Try changing '" + target + "' to one of the following: " + strings.Join(hints, ", ") +
			". Find the desired relationship in the 'details' key.",
	)
}

var cardinality = map[catalog.RelationshipKind]string{
	catalog.OneToMany: "one-to-many", catalog.ManyToOne: "many-to-one",
	catalog.OneToOne: "one-to-one", catalog.ManyToMany: "many-to-many",
}

func describe(rel *catalog.Relationship) map[string]string {
	relationship := rel.Constraint + " using " + rel.From.Name + columns(rel.Columns, false) +
		" and " + rel.To.Name + columns(rel.Columns, true)
	if j := rel.Junction; j != nil {
		relationship = j.Table.Name + " using " + j.FromConstraint + columns(j.FromColumns, true) +
			" and " + j.ToConstraint + columns(j.ToColumns, true)
	}
	return map[string]string{
		"cardinality":  cardinality[rel.Kind],
		"embedding":    rel.From.Name + " with " + rel.To.Name,
		"relationship": relationship,
	}
}

func columns(pairs []Pair, far bool) string {
	names := make([]string, len(pairs))
	for i, pair := range pairs {
		names[i] = pair.From
		if far {
			names[i] = pair.To
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}
