package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/policy/expression"
)

// Step is a policy whose sub-select reads a table.
type Step struct{ Policy, Of, Reads string }

// String says it in words.
func (s Step) String() string {
	return fmt.Sprintf("policy %s of %s reads %s", s.Policy, s.Of, s.Reads)
}

// Steps are several, in words.
func Steps(path []Step) string {
	words := make([]string, len(path))
	for i, s := range path {
		words[i] = s.String()
	}
	return strings.Join(words, ", ")
}

// Cycle finds policies by which a table's policies read the table itself, which PostgreSQL refuses (42P17): of
// the role that the tables were read for. Nil is none.
func Cycle(all []Table, t Table) []Step {
	seen := map[string]bool{} // whose policies lead to no cycle
	return follow(all, t, nil, seen)
}

func follow(all []Table, t Table, path []Step, seen map[string]bool) []Step {
	if i := slices.IndexFunc(path, func(s Step) bool { return s.Of == t.Full() }); i >= 0 {
		return path[i:]
	}
	if t.Unfiltered != "" || seen[t.Full()] {
		return nil
	}
	for _, p := range t.Policies {
		if !p.Applies || len(path) > 0 && !p.Covers("select") {
			continue
		}
		for _, name := range expression.Tables(p.Using + " " + p.Check) {
			next := Find(all, name[0], name[1])
			if next == nil {
				continue
			}
			if found := follow(all, *next, append(slices.Clone(path), Step{p.Name, t.Full(), next.Full()}), seen); found != nil {
				return found
			}
		}
	}
	if len(path) > 0 {
		seen[t.Full()] = true
	}
	return nil
}

// Find finds a table by its name; nil for none.
func Find(all []Table, schema, name string) *Table {
	for i := range all {
		if all[i].Schema == schema && all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}
