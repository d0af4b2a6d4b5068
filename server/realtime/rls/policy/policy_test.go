package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/row"
)

// table is one of a column of each kind that matters here.
func table(policies ...Policy) *Table {
	return &Table{
		Columns: []Column{
			{Name: "id", Base: int8OID, Plain: true, Exact: true},
			{Name: "owner", Base: uuidOID, Plain: true, Exact: true},
			{Name: "name", Base: textOID, Plain: true, Exact: true},
			{Name: "code", Base: varcharOID, Plain: true, Exact: true},
			{Name: "loose", Base: textOID, Plain: true},
			{Name: "padded", Base: 1042, Plain: true, Exact: true},
			{Name: "state", Base: 20000, Enum: true, Plain: true, Exact: true},
			{Name: "published", Base: boolOID, Plain: true, Exact: true},
			{Name: "amount", Base: 1700, Plain: true, Exact: true},
			{Name: "foreign", Base: 20001, Exact: true},
			{Name: "Odd Name", Base: textOID, Plain: true, Exact: true},
			{Name: "unpublished", Base: textOID, Plain: true, Exact: true},
		},
		Policies: policies,
		Functions: []Function{
			{Name: "auth.uid", Body: "RETURN (NULLIF(COALESCE(NULLIF(current_setting('request.jwt.claim.sub'::text, true), ''::text), ((NULLIF(current_setting('request.jwt.claims'::text, true), ''::text))::jsonb ->> 'sub'::text)), ''::text))::uuid"},
			{Name: "auth.jwt", JSON: true, Body: "\n  select \n    coalesce(\n        nullif(current_setting('request.jwt.claim', true), ''),\n        nullif(current_setting('request.jwt.claims', true), '')\n    )::jsonb\n"},
			{Name: "public.me", Body: "select auth.uid() as me;"},
			{Name: `other."Uid"`, Body: "select uid from users where id = auth.uid()"},
			{Name: "public.session", Body: "select auth.jwt() ->> 'session_id'"},
			{Name: "public.app", Body: "select current_setting('app.user', true)"},
			{Name: "public.commented", Body: "select auth.uid() -- or not\n"},
		},
	}
}

func places(t *Table) func(string) int {
	return func(name string) int {
		for i, c := range t.Columns[:len(t.Columns)-1] {
			if c.Name == name {
				return i
			}
		}
		return -1
	}
}

// written is a formula for a reader.
func written(f formula, values []string) string {
	switch f := f.(type) {
	case always:
		return "always"
	case never:
		return "never"
	case allOf:
		return "(" + list(f, values, " and ") + ")"
	case anyOf:
		return "(" + list(f, values, " or ") + ")"
	case equal:
		return fmt.Sprintf("%s = [%s]", table().Columns[f.place].Name, values[f.value])
	case claimCondition:
		return fmt.Sprintf("[%s]", values[f.value])
	case boolColumn:
		return fmt.Sprintf("%s is %s", table().Columns[f.place].Name, f.is)
	case isNull:
		return fmt.Sprintf("%s is null: %t", table().Columns[f.place].Name, f.null)
	}
	return "?"
}

func list(parts []formula, values []string, and string) string {
	var texts []string
	for _, f := range parts {
		texts = append(texts, written(f, values))
	}
	return strings.Join(texts, and)
}

func TestAnalysisOfExpressions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		using string
		free  bool
		rule  string // "" for none
	}{
		// as PostgreSQL 18 writes them
		{"true", true, ""},
		{"false", true, "never"},
		{"published", true, "published is t"},
		{"(NOT published)", true, "published is f"},
		{"(published IS TRUE)", true, "published is t"},
		{"(published IS NOT TRUE)", true, ""},
		{"(name IS NULL)", true, "name is null: true"},
		{"((name = 'x'::text) AND (amount > 1.5))", true, "name = ['x'::text]"},
		{"(state = 'open'::public.status)", true, "state = ['open'::public.status]"},
		{"(state = ANY (ARRAY['open'::public.status, 'b'::public.status]))", true, "(state = ['open'::public.status] or state = ['b'::public.status])"},
		{"(published AND (id < 5) AND (now() > CURRENT_TIMESTAMP))", true, "published is t"},
		{"(lower(name) = 'x'::text)", true, ""},
		{"((name)::text ~~ 'a%'::text)", true, ""},
		{"(\"Odd Name\" = 'it''s \"so\"'::text)", true, `Odd Name = ['it''s "so"'::text]`},
		{"( SELECT true)", true, ""},
		{"((id)::smallint = 5)", true, ""},
		// who is asking
		{"(owner = auth.uid())", false, "owner = [auth.uid()]"},
		{"(( SELECT auth.uid() AS uid) = owner)", false, "owner = [( SELECT auth.uid() AS uid)]"},
		{"(owner = public.me())", false, "owner = [public.me()]"},
		{"((owner)::text = (auth.jwt() ->> 'sub'::text))", false, "owner = [(auth.jwt() ->> 'sub'::text)]"},
		{"((code)::text = ((auth.jwt() -> 'app_metadata'::text) ->> 'org'::text))", false, "code = [((auth.jwt() -> 'app_metadata'::text) ->> 'org'::text)]"},
		{"(id = ((auth.jwt() ->> 'team'::text))::integer)", false, "id = [((auth.jwt() ->> 'team'::text))::integer]"},
		{"(state = ((auth.jwt() ->> 'state'::text))::public.status)", false, "state = [((auth.jwt() ->> 'state'::text))::public.status]"},
		{"(published OR (owner = auth.uid()))", false, "(published is t or owner = [auth.uid()])"},
		{"((owner = auth.uid()) AND other.anything(owner))", false, "owner = [auth.uid()]"},
		{"((owner = auth.uid()) OR other.anything(owner))", false, ""},
		{"(auth.uid() IS NOT NULL)", false, "[(auth.uid() IS NOT NULL)]"},
		{"((auth.jwt() ->> 'admin'::text))::boolean", false, "[((auth.jwt() ->> 'admin'::text))::boolean]"},
		{"(((current_setting('request.jwt.claims'::text, true))::json ->> 'sub'::text) = name)", false, "name = [((current_setting('request.jwt.claims'::text, true))::json ->> 'sub'::text)]"},
		{"(CURRENT_USER = 'anon'::name)", false, "[(CURRENT_USER = 'anon'::name)]"},
		// near misses
		{`(owner = other."Uid"())`, false, ""},
		{"(owner = other.uid())", false, ""},
		{"(owner = auth.uid(1))", false, ""},
		{"(owner <> auth.uid())", false, ""},
		{"(NOT (owner = auth.uid()))", false, ""},
		{"(owner IS DISTINCT FROM auth.uid())", false, ""},
		{"((name)::uuid = auth.uid())", false, ""},
		{"((code)::character varying(2) = (auth.jwt() ->> 'org'::text))", false, ""},
		{"(loose = (auth.jwt() ->> 'org'::text))", false, ""},
		{"(padded = ((auth.jwt() ->> 'org'::text))::bpchar)", false, ""},
		{"((amount)::text = (auth.jwt() ->> 'org'::text))", false, ""},
		{"(amount = ((auth.jwt() ->> 'n'::text))::numeric)", false, ""},
		{"(name = (public.app())::text)", false, ""},
		{"(name = current_setting('app.user'::text, true))", false, ""},
		{"(name = (public.commented())::text)", false, ""},
		{"(name = (((auth.jwt() ->> 'x'::text))::public.thing)::text)", false, ""},
		{"(owner = gen_random_uuid())", false, ""},
		{"(name = (now())::text)", true, ""},
		{"(unpublished = 'x'::text)", true, ""},
		{"(name OPERATOR(public.=) 'x'::text)", false, ""},
		{"(owner OPERATOR(public.===) auth.uid())", false, ""},
		{"((foreign)::text = 'x'::text)", false, ""},
		{"((name)::public.thing = ANY (ARRAY[]::public.thing[]))", false, ""},
		{"(current_setting('request.jwt.claims'::text, true) IS NULL)", false, "[(current_setting('request.jwt.claims'::text, true) IS NULL)]"},
		{"(EXISTS ( SELECT 1\n   FROM other.g\n  WHERE (g.member = auth.uid())))", false, ""},
		{"(owner IN ( SELECT g.member\n   FROM other.g))", false, ""},
		{"(owner = ( SELECT g.member\n   FROM other.g))", false, ""},
		{"(docs.* IS NOT NULL)", false, ""},
		{"(xmin IS NOT NULL)", false, ""},
		{"(name = 'unclosed", false, ""},
		{"((name = 'a'::text)", false, ""},
		{"", false, ""},
	} {
		on := table(Policy{Permissive: true, Using: &c.using, Pure: true})
		got := on.Analyze(places(on))
		rule := ""
		if got.Precondition != nil {
			rule = written(got.Precondition.formula, got.Precondition.Values)
		}
		if got.ClaimFree != c.free || rule != c.rule || got.Empty {
			t.Errorf("%s: claim-free %t, rule %q, empty %t; want %t and %q", c.using, got.ClaimFree, rule, got.Empty, c.free, c.rule)
		}
	}
}

func TestPoliciesTogether(t *testing.T) {
	t.Parallel()
	own, published, other := "(owner = auth.uid())", "published", "other.f(owner)"
	for _, c := range []struct {
		name     string
		policies []Policy
		want     Analysis
		rule     string
	}{
		{"none", nil, Analysis{Empty: true, ClaimFree: true}, ""},
		{"one that restricts", []Policy{{Using: &own, Pure: true}}, Analysis{Empty: true}, ""},
		{"one without a condition", []Policy{{Permissive: true, Pure: true}}, Analysis{Empty: true, ClaimFree: true}, ""},
		{"either of two", []Policy{{Permissive: true, Using: &own}, {Permissive: true, Using: &published, Pure: true}}, Analysis{}, "(owner = [auth.uid()] or published is t)"},
		{"either, of which one is unknown", []Policy{{Permissive: true, Using: &own}, {Permissive: true, Using: &other}}, Analysis{}, ""},
		{"both", []Policy{{Permissive: true, Using: &own}, {Using: &published, Pure: true}}, Analysis{}, "(published is t and owner = [auth.uid()])"},
		{"both, of which one is unknown", []Policy{{Permissive: true, Using: &other}, {Using: &own}}, Analysis{}, "owner = [auth.uid()]"},
		{"what depends on more than it says", []Policy{{Permissive: true, Using: &published}}, Analysis{}, "published is t"},
	} {
		on := table(c.policies...)
		got := on.Analyze(places(on))
		rule := ""
		if got.Precondition != nil {
			rule = written(got.Precondition.formula, got.Precondition.Values)
		}
		if rule != c.rule || got.Empty != c.want.Empty || got.ClaimFree != c.want.ClaimFree {
			t.Errorf("%s: empty %t, claim-free %t, rule %q; want %t, %t and %q", c.name, got.Empty, got.ClaimFree, rule, c.want.Empty, c.want.ClaimFree, c.rule)
		}
	}
}

// Claims that every new token has anew set two of a user's tokens apart only where
// a policy may look at them.
func TestVolatileClaims(t *testing.T) {
	t.Parallel()
	for using, want := range map[string]bool{
		"(owner = auth.uid())":                                                         false,
		"((auth.jwt() ->> 'sub'::text) = name)":                                        false,
		"(((auth.jwt() -> 'app_metadata'::text) ->> 'org'::text) = name)":              false,
		"((auth.jwt() ->> 'exp'::text) = name)":                                        true,
		"((owner = auth.uid()) AND ((auth.jwt() ->> 'session_id'::text) = name))":      true,
		"((owner = auth.uid()) AND (public.session() = name))":                         true,
		"((owner = auth.uid()) AND (auth.jwt() @> '{}'::jsonb))":                       true,
		"((owner = auth.uid()) AND other.f(owner))":                                    true,
		"((owner = auth.uid()) AND published)":                                         false,
		"(((current_setting('request.jwt.claims'::text))::json ->> 'a'::text) = name)": false,
	} {
		on := table(Policy{Permissive: true, Using: &using})
		if got := on.Analyze(places(on)).Precondition; got == nil || got.UsesVolatileClaims != want {
			t.Errorf("%s: %+v, want fleeting %t", using, got, want)
		}
	}
}

func TestPreconditionExcludesOnlyHiddenRows(t *testing.T) {
	t.Parallel()
	known := func(text string) row.Value { return row.Value{State: row.Known, Text: []byte(text)} }
	null, absent := row.Value{State: row.Null}, row.Value{}
	for _, c := range []struct {
		name  string
		f     formula
		value row.Value
		worth ClaimValue
		want  bool
	}{
		{"equal", equal{}, known("a"), ClaimValue{Known: true, Text: "a"}, true},
		{"not equal", equal{}, known("a"), ClaimValue{Known: true, Text: "b"}, false},
		{"a null column", equal{}, null, ClaimValue{Known: true, Text: ""}, false},
		{"a null claim", equal{}, known(""), ClaimValue{Known: true, Null: true}, false},
		{"a column that did not come", equal{}, absent, ClaimValue{Known: true, Text: "b"}, true},
		{"a claim that cannot be computed", equal{}, known("a"), ClaimValue{}, true},
		{"a fact", claimCondition{}, absent, ClaimValue{Known: true, Text: "true"}, true},
		{"none", claimCondition{}, absent, ClaimValue{Known: true, Text: "false"}, false},
		{"null for a fact", claimCondition{}, absent, ClaimValue{Known: true, Null: true}, false},
		{"a fact that cannot be computed", claimCondition{}, absent, ClaimValue{}, true},
		{"a flag", boolColumn{0, "t"}, known("t"), ClaimValue{}, true},
		{"another flag", boolColumn{0, "t"}, known("f"), ClaimValue{}, false},
		{"no flag", boolColumn{0, "f"}, null, ClaimValue{}, false},
		{"a flag that did not come", boolColumn{0, "f"}, absent, ClaimValue{}, true},
		{"null", isNull{0, true}, null, ClaimValue{}, true},
		{"not null", isNull{0, true}, known(""), ClaimValue{}, false},
		{"perhaps null", isNull{0, false}, absent, ClaimValue{}, true},
		{"no case", disjunction(nil), known("a"), ClaimValue{}, false},
		{"no condition", conjunction(nil), known("a"), ClaimValue{}, true},
		{"a hopeless case among others", disjunction([]formula{never{}, boolColumn{0, "t"}}), known("t"), ClaimValue{}, true},
		{"a hopeless condition among others", conjunction([]formula{never{}, boolColumn{0, "t"}}), known("t"), ClaimValue{}, false},
	} {
		r := Precondition{formula: c.f}
		if got := r.MayHold([]row.Value{c.value}, []ClaimValue{c.worth}); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestTypesAreReadWhole(t *testing.T) {
	t.Parallel()
	for using, want := range map[string]string{
		"(a)::public.thing":                "public . thing",
		`(a)::"S"."T"[]`:                   `"S" . "T" [ ]`,
		"(a)::character varying(10)":       "character varying ( 10 )",
		"(a)::timestamp(3) with time zone": "timestamp ( 3 ) with time zone",
		"(a)::timestamp without time zone": "timestamp without time zone",
		"(a)::double precision":            "double precision",
		`(a)::"char"`:                      `"char"`,
		"(a)::numeric(10,2)":               "numeric ( 10 , 2 )",
	} {
		n, err := parse(using)
		if err != nil || n.kind != cast {
			t.Errorf("%s: %v", using, err)
			continue
		}
		if diff := cmp.Diff(want, n.text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", using, diff)
		}
	}
}

// An expression of a depth that no developer writes is not understood, and does no
// harm.
func TestDeepExpressions(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("(NOT ", 100_000) + "published" + strings.Repeat(")", 100_000)
	if _, err := parse(deep); err == nil {
		t.Error("it is read")
	}
}
