package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// facts are what the reasons follow from.
type facts struct {
	Report
	tables  []policy.Table
	made    plan.Plan
	missing string // grants, as statements
}

// Names are the names that a Reason can have.
func Names() []string {
	return []string{
		"bypasses_row_security", "hidden_table", "json_text", "missing_execute", "missing_grant", "no_policy", "no_row", "no_token", "null_claim", "only_restrictive",
		"policy_exists_rls_disabled", "policy_reads_closed_table", "recursion", "refused_by_policy", "returning_needs_select", "rls_disabled_in_public",
		"security_definer_view", "upsert_needs_policies", "write_needs_select",
	}
}

// reasons finds what decided on the answer, the cause before what follows from it.
func reasons(f facts) []Reason {
	all := []Reason{}
	for _, rule := range []func(facts) []Reason{
		recursion, missingGrants, closedFunctions, closedTables, needsSelect, noToken, hiddenTables, withoutPolicies, wrongText, nullClaim,
		otherwiseRefused, ownersViews, unfiltered, noRow,
	} {
		for _, r := range rule(f) {
			if !slices.ContainsFunc(all, func(known Reason) bool {
				return known.Name == r.Name && known.Table == r.Table && known.Policy == r.Policy
			}) {
				all = append(all, r)
			}
		}
	}
	return all
}

// recursion is a policy that reads, by way of other policies, its own table.
func recursion(f facts) []Reason {
	if f.Outcome.Code != "42P17" {
		return nil
	}
	for _, t := range f.tables {
		if path := policy.Cycle(f.tables, t); path != nil {
			return []Reason{{
				Name: "recursion", Table: t.Full(), Policy: path[0].Policy,
				Text: "The policies read each other without end: " + policy.Steps(path) + ".",
				Mend: "Put the sub-select into a function that is security definer, with set search_path = '', and have the policy call that: the policies of its tables do not apply in it.",
			}}
		}
	}
	return nil
}

func missingGrants(f facts) []Reason {
	if f.missing == "" {
		return nil
	}
	return []Reason{{
		Name: "missing_grant", Table: f.made.Table().Schema + "." + f.made.Table().Name,
		Text: "Role " + f.Caller.Role + " lacks a privilege: PostgreSQL asks for it before it looks at any policy.", Mend: f.missing,
	}}
}

func closedFunctions(f facts) (all []Reason) {
	for _, t := range f.Tables {
		for _, c := range t.Checks {
			for _, p := range c.Policies {
				if len(p.Closed) == 0 {
					continue
				}
				var grants []string
				for _, function := range p.Closed {
					grants = append(grants, "GRANT EXECUTE ON FUNCTION "+function+" TO "+f.Caller.Role+";")
				}
				all = append(all, Reason{
					Name: "missing_execute", Table: t.Schema + "." + t.Name, Policy: p.Name,
					Text: fmt.Sprintf("Policy %s calls %s, which role %s may not call: every request that the policy applies to is refused.", p.Name, strings.Join(p.Closed, ", "), f.Caller.Role),
					Mend: strings.Join(grants, " "),
				})
			}
		}
	}
	return all
}

// closedTables are tables that a policy reads and the caller may not.
func closedTables(f facts) (all []Reason) {
	for _, t := range f.tables {
		for _, r := range t.Reached {
			if r.How == "policy" && f.applies(r) && t.Granted("select") == nil {
				all = append(all, Reason{
					Name: "policy_reads_closed_table", Table: t.Full(), Policy: r.Policy,
					Text: fmt.Sprintf("Policy %s of %s.%s reads %s, which role %s may not read.", r.Policy, r.Schema, r.Table, t.Full(), f.Caller.Role),
					Mend: fmt.Sprintf("GRANT SELECT ON %s TO %s; -- or let a function that is security definer read it", t.Full(), f.Caller.Role),
				})
			}
		}
	}
	return all
}

// applies reports whether a policy that leads to a table applies to the caller.
func (f facts) applies(r policy.Reach) bool {
	t := policy.Find(f.tables, r.Schema, r.Table)
	return t != nil && t.Unfiltered == "" && slices.ContainsFunc(t.Policies, func(p policy.Policy) bool { return p.Name == r.Policy && p.Applies })
}

// took reports whether policies kept back rows, or there is no saying.
func (c Check) took() bool { return c.Passed < c.Rows || c.Unknown != "" }

// noToken is a caller who is anon where policies are about users.
func noToken(f facts) (all []Reason) {
	if f.Caller.Subject != "" || f.Caller.Role != "anon" {
		return nil
	}
	for _, shown := range f.Tables {
		t := policy.Find(f.tables, shown.Schema, shown.Name)
		for _, c := range shown.Checks {
			if t == nil || shown.Reached != "" || shown.Unfiltered != "" || !c.took() {
				continue
			}
			aboutUsers := slices.ContainsFunc(t.Policies, func(p policy.Policy) bool {
				return p.Covers(c.Verb) && (!p.Applies && slices.Contains(p.Roles, "authenticated") || strings.Contains(p.Using+p.Check, "auth.uid()"))
			})
			if aboutUsers {
				all = append(all, Reason{
					Name: "no_token", Table: t.Full(),
					Text: "The request was made as anon: no access token of a user was sent, auth.uid() is null, and the policies of " + t.Full() + " for " + c.Verb + " are about users who are signed in.",
					Mend: "Sign in first, and send the user's access token: Authorization: Bearer … (supabase-js does, once the session is there).",
				})
			}
		}
	}
	return all
}

func withoutPolicies(f facts) (all []Reason) {
	for _, shown := range f.Tables {
		t := policy.Find(f.tables, shown.Schema, shown.Name)
		for _, c := range shown.Checks {
			if t == nil || shown.Reached != "" || t.Kind != "table" || t.Unfiltered != "" || slices.ContainsFunc(c.Policies, func(p Policy) bool { return p.Permissive }) {
				continue
			}
			r := Reason{
				Name: "no_policy", Table: t.Full(),
				Text: fmt.Sprintf("Row security is on, and no policy for %s applies to role %s: no row passes.", c.Verb, f.Caller.Role),
				Mend: sketch(c, *t, f.Caller.Role),
			}
			if len(c.Policies) > 0 {
				r.Name, r.Policy = "only_restrictive", c.Policies[0].Name
				r.Text = fmt.Sprintf("All policies for %s that apply to role %s are restrictive: they only take rows away from what a permissive policy admits, and there is none.", c.Verb, f.Caller.Role)
			}
			all = append(all, r)
		}
	}
	return all
}

// sketch is a policy that would be missing.
func sketch(c Check, t policy.Table, role string) string {
	clause := "using (…)"
	if c.New && c.Verb == "insert" {
		clause = "with check (…)"
	} else if c.Verb == "update" {
		clause = "using (…) with check (…)"
	}
	return fmt.Sprintf("create policy %s_%s_… on %s for %s to %s %s;", t.Name, c.Verb, t.Full(), c.Verb, role, clause)
}

// needsSelect is a write whose own policies admit the row, where those for select do not.
func needsSelect(f facts) (all []Reason) {
	write, ok := f.made.Action.(plan.Write)
	if !ok {
		return nil
	}
	for _, t := range f.Tables {
		own, selects := Check{}, Check{}
		for _, c := range t.Checks {
			switch {
			case c.Verb == "select" && selects.Verb == "" && c.Passed < c.Rows:
				selects = c
			case c.Verb != "select" && own.Verb == "":
				own = c
			}
		}
		if t.Reached != "" || selects.Verb == "" || own.Verb == "" {
			continue
		}
		r := Reason{Table: t.Schema + "." + t.Name, Mend: "Add a policy for select that admits the row"}
		switch {
		case own.Verb != "insert" && own.Passed <= selects.Passed:
			continue // its own policies refuse them too
		case own.Verb != "insert":
			r.Name, r.Text = "write_needs_select", "A write with a filter reads the rows: of those that the policies for "+own.Verb+" admit, it finds only the ones that the policies for select show."
		case own.took():
			continue // the insert's own policies refuse it
		case write.Conflict != nil:
			r.Name, r.Text = "upsert_needs_policies", "The policies for insert admit the row, those for select do not: an upsert has to see the row, and needs policies for insert, select and update."
			r.Mend += ", or insert without on_conflict and resolution"
		default:
			r.Name, r.Text = "returning_needs_select", "The policies for insert admit the row, those for select do not, and the request asks for the row in its answer (Prefer: return=representation)."
			r.Mend += ", or send Prefer: return=minimal (in supabase-js, leave .select() out)"
		}
		r.Mend += "."
		all = append(all, r)
	}
	return all
}

// eachCondition calls fn for each condition of a refused row that is not true.
func (f facts) eachCondition(fn func(Table, string, Node)) {
	var visit func(Table, string, Node)
	visit = func(t Table, name string, n Node) {
		if n.Op == "" && n.Value != "true" {
			fn(t, name, n)
		}
		for _, of := range n.Nodes {
			visit(t, name, of)
		}
	}
	for _, t := range f.Tables {
		for _, c := range t.Checks {
			for _, row := range c.Refused {
				for _, d := range row.Policies {
					visit(t, d.Policy, d.Node)
				}
			}
		}
	}
}

// wrongText is a comparison with JSON that was made text: it keeps its quotes.
func wrongText(f facts) (all []Reason) {
	f.eachCondition(func(t Table, name string, n Node) {
		if len(n.Terms) == 2 && (n.Terms[0].Value == `"`+n.Terms[1].Value+`"` || n.Terms[1].Value == `"`+n.Terms[0].Value+`"`) {
			all = append(all, Reason{
				Name: "json_text", Table: t.Schema + "." + t.Name, Policy: name,
				Text: fmt.Sprintf("%s compares %s with %s: a JSON value that is cast to text keeps its quotes.", n.Text, n.Terms[0].Value, n.Terms[1].Value),
				Mend: "Take the claim as text, with ->> in place of ->.",
			})
		}
	})
	return all
}

// nullClaim is a comparison with a claim that the caller, who is not anon, does not have.
func nullClaim(f facts) (all []Reason) {
	f.eachCondition(func(t Table, name string, n Node) {
		for _, term := range n.Terms {
			if n.Value == "null" && term.Value == "null" && (strings.Contains(term.Text, "auth.") || strings.Contains(term.Text, "request.jwt")) && (f.Caller.Role != "anon" || f.Caller.Subject != "") {
				all = append(all, Reason{
					Name: "null_claim", Table: t.Schema + "." + t.Name, Policy: name,
					Text: fmt.Sprintf("%s is null for this caller, so %s is null too, and null admits no row.", term.Text, n.Text),
					Mend: "Look at the claims of the token: its user, or the server, has to put the claim there. A change shows in the next token.",
				})
			}
		}
	})
	return all
}

// hiddenTables are tables of which a policy reads rows that the caller does not see.
func hiddenTables(f facts) (all []Reason) {
	for _, shown := range f.Tables {
		t := policy.Find(f.tables, shown.Schema, shown.Name)
		if t == nil || shown.Reached == "" || shown.Unfiltered != "" {
			continue
		}
		for _, r := range t.Reached {
			for _, c := range shown.Checks {
				if r.How == "policy" && f.applies(r) && c.Rows > 0 && c.Passed == 0 {
					all = append(all, Reason{
						Name: "hidden_table", Table: t.Full(), Policy: r.Policy,
						Text: fmt.Sprintf("Policy %s of %s.%s reads %s, of whose rows the caller sees none: in a policy too, the policies of other tables apply.", r.Policy, r.Schema, r.Table, t.Full()),
						Mend: "Add a policy for select to " + t.Full() + " that shows the caller's own rows, or let a function that is security definer read it.",
					})
				}
			}
		}
	}
	return all
}

// otherwiseRefused are rows that policies took away, where no other reason is known.
func otherwiseRefused(f facts) (all []Reason) {
	for _, t := range f.Tables {
		for _, c := range t.Checks {
			if t.Reached != "" || len(c.Refused) == 0 || len(c.Policies) == 0 {
				continue
			}
			var because []string
			for _, d := range c.Refused[0].Policies {
				because = append(because, d.Because...)
			}
			all = append(all, Reason{
				Name: "refused_by_policy", Table: t.Schema + "." + t.Name,
				Text: fmt.Sprintf("The policies for %s admit %d of %d rows. Of the first that they do not: %s.", c.Verb, c.Passed, c.Rows, strings.Join(because, "; ")),
			})
		}
	}
	return all
}

func ownersViews(f facts) (all []Reason) {
	for _, t := range f.tables {
		if t.Kind == "materialized view" || t.Kind == "view" && !t.Invoker {
			all = append(all, Reason{
				Name: "security_definer_view", Table: t.Full(),
				Text: fmt.Sprintf("%s is a %s with the rights of its owner %s: the policies of the tables that it reads do not apply to the caller.", t.Full(), t.Kind, t.Owner),
				Mend: "alter view " + t.Full() + " set (security_invoker = true);",
			})
			if t.Kind != "view" {
				all[len(all)-1].Mend = "A materialized view has no row security: revoke select on it from the roles of the API, or read it by a function that filters."
			}
		}
	}
	return all
}

func unfiltered(f facts) (all []Reason) {
	for _, t := range f.Tables {
		if t.Reached != "" || t.Unfiltered == "" {
			continue
		}
		r := Reason{Name: "bypasses_row_security", Table: t.Schema + "." + t.Name, Text: "No policy limits the rows: " + t.Unfiltered + "."}
		if !t.RowSecurity {
			r.Name, r.Mend = "rls_disabled_in_public", fmt.Sprintf("alter table %s.%s enable row level security;", t.Schema, t.Name)
			if of := policy.Find(f.tables, t.Schema, t.Name); of != nil && len(of.Policies) > 0 {
				r.Name, r.Text = "policy_exists_rls_disabled", "The table has policies, and row security is off: they do nothing."
			}
		}
		all = append(all, r)
	}
	return all
}

// noRow is a request whose filters no row matches, whatever the policies.
func noRow(f facts) (all []Reason) {
	if len(f.Tables) == 0 || f.Outcome.Code != "" {
		return nil
	}
	for _, c := range f.Tables[0].Checks[:min(len(f.Tables[0].Checks), 1)] {
		if !c.New && c.Rows == 0 && c.Unknown == "" && f.Tables[0].Kind == "table" {
			all = append(all, Reason{
				Name: "no_row", Table: f.Tables[0].Schema + "." + f.Tables[0].Name,
				Text: "No row of the table matches the request, whatever the policies.",
			})
		}
	}
	return all
}
