package plan

import (
	"slices"

	"github.com/toubkal/toubkal/server/fault"
)

// at finds the node that a path of embed names leads to.
func (t *treePlanner) at(node *Node, path []string) (*Node, error) {
	for _, name := range path {
		embed := node.embedNamed(name)
		if embed == nil {
			var err error
			if embed, err = t.byTarget(node, name); err != nil {
				return nil, err
			}
		}
		node = &embed.Node
	}
	return node, nil
}

// embedNamed finds an embed by its key in the answer.
func (n *Node) embedNamed(name string) *Embed {
	for _, embed := range n.Embeds {
		if embed.Name == name {
			return embed
		}
	}
	return nil
}

// byTarget finds an aliased embed by the name of its table, as older clients
// call it. Two embeds of one table make that ambiguous, so that it will end: a
// warning says so, or a refusal (url-use-legacy-target-names).
func (t *treePlanner) byTarget(node *Node, name string) (*Embed, error) {
	i := slices.IndexFunc(node.Embeds, func(e *Embed) bool { return e.relation == name })
	if i < 0 {
		return nil, notEmbedded(name)
	}
	embed := node.Embeds[i]
	if t.options.StrictTargets {
		return nil, notEmbedded(name).
			WithDetails("Target names are not allowed in filters if they have an alias").
			WithHint("Change '" + name + "' to '" + embed.Name + "' in filters, orders or limits.")
	}
	if renamed := "`" + name + "` to `" + embed.Name + "`"; !slices.Contains(t.renamed, renamed) {
		t.renamed = append(t.renamed, renamed)
	}
	return embed, nil
}

func notEmbedded(name string) *fault.Fault {
	return fault.New(fault.RestNotEmbedded, "'"+name+"' is not an embedded resource in this request").
		WithHint("Verify that '" + name + "' is included in the 'select' query parameter.")
}
