package explain

import "strings"

// because are the conditions that kept an expression from being true, in words.
func because(n Node, noUser bool) []string {
	switch {
	case n.Op == "AND":
		var all []string
		for _, of := range n.Nodes {
			if of.Value != "true" {
				all = append(all, because(of, noUser)...)
			}
		}
		return all
	case n.Op == "OR":
		var all []string
		for _, of := range n.Nodes {
			all = append(all, because(of, noUser)...)
		}
		return all
	case n.Op == "NOT" && len(n.Nodes) == 1 && n.Nodes[0].Op == "":
		return []string{words(n.Nodes[0], noUser)}
	}
	return []string{words(n, noUser)}
}

// words says the value of a condition, and of what it depends on.
func words(n Node, noUser bool) string {
	text := n.Text + " is " + n.Value
	if n.Error != "" {
		return n.Text + " cannot be evaluated: " + n.Error
	}
	var terms []string
	for _, term := range n.Terms {
		if term.Text == n.Text {
			continue
		}
		value := term.Text + " = " + term.Value
		if term.Text == "auth.uid()" && term.Value == "null" && noUser {
			value += " (no user: no token of one was sent)"
		}
		terms = append(terms, value)
	}
	if len(terms) > 0 {
		text += ": " + strings.Join(terms, ", ")
	}
	return text
}
