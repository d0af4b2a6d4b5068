package ddl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Policy is a policy of a form.
type Policy struct {
	Table Name     `json:"table"`
	Name  string   `json:"name"`
	Verb  string   `json:"verb"` // select, insert, update or delete
	Roles []string `json:"roles"`
	// Using says which rows the verb is for, Check which it may leave.
	Using string `json:"using"`
	Check string `json:"check"`
	// Columns are those that insert and update may set; nil is all.
	Columns []string `json:"columns"`
	// Restrictive narrows what other policies let through.
	Restrictive bool   `json:"restrictive"`
	Comment     string `json:"comment"`
}

var verbs = []string{"select", "insert", "update", "delete"}

// SQL is the policy with the grant that it needs, as it stands in a policy file.
func (p *Policy) SQL() (string, error) {
	switch {
	case p.Table.Name == "" || p.Table.Schema == "" || p.Name == "":
		return "", errNoName
	case !slices.Contains(verbs, p.Verb):
		return "", fmt.Errorf("a policy is for one of %s", strings.Join(verbs, ", "))
	case len(p.Roles) == 0 || slices.Contains(p.Roles, ""):
		return "", errors.New("say to which role the policy applies")
	case p.Verb != "insert" && strings.TrimSpace(p.Using) == "":
		return "", errors.New("say which rows: using")
	case (p.Verb == "insert" || p.Verb == "update") && strings.TrimSpace(p.Check) == "":
		return "", errors.New("say which rows may result: with check")
	}
	to := idents(p.Roles)
	verb := p.Verb
	if (verb == "insert" || verb == "update") && len(p.Columns) > 0 {
		verb += " (" + idents(p.Columns) + ")"
	}
	text := ""
	if !p.Restrictive {
		text = fmt.Sprintf("grant %s on %s to %s;\n", verb, p.Table.SQL(), to)
	}
	text += "create policy " + Ident(p.Name) + " on " + p.Table.SQL()
	if p.Restrictive {
		text += " as restrictive"
	}
	text += " for " + p.Verb + " to " + to
	if p.Verb != "insert" {
		text += "\n  using (" + strings.TrimSpace(p.Using) + ")"
	}
	if p.Verb == "insert" || p.Verb == "update" {
		text += "\n  with check (" + strings.TrimSpace(p.Check) + ")"
	}
	text += ";\n"
	if p.Comment != "" {
		text += comment("policy", Ident(p.Name)+" on "+p.Table.SQL(), p.Comment)
	}
	return text, nil
}

// PolicyFile is the policy file of a table that has none: who may do what stands in prose, and
// follows as SQL.
func PolicyFile(table Name, prose string) string {
	text := ""
	for line := range strings.Lines(strings.TrimSpace(prose)) {
		text += "-- " + strings.TrimSpace(line) + "\n"
	}
	if text != "" {
		text += "\n"
	}
	name := table.SQL()
	return text + "alter table " + name + " enable row level security;\nalter table " + name + " force row level security;\n\n" +
		"grant all on " + name + " to service_role;\n"
}
