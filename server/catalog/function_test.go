package catalog_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toubkal/toubkal/server/catalog"
)

func public(name string) catalog.Name { return catalog.Name{Schema: "public", Name: name} }

func system(name string) catalog.Name { return catalog.Name{Schema: "pg_catalog", Name: name} }

// required is an argument of a plain type of PostgreSQL's own.
func required(name, typ, typeName string) catalog.Arg {
	return catalog.Arg{Name: name, Type: typ, Cast: typ, TypeName: system(typeName), Required: true}
}

func functions(t *testing.T, s *catalog.Snapshot) {
	optional := required("b", "integer", "int4")
	optional.Required = false
	integer := catalog.Returns{Type: system("int4"), Element: system("int4"), SQL: "integer"}
	record := catalog.Returns{Type: system("record"), Element: system("record"), SQL: "record", Composite: true}
	tests := []struct {
		name string
		want []*catalog.Function
	}{
		{"add", []*catalog.Function{
			{Name: public("add"), Volatility: catalog.Immutable, Returns: integer, Args: []catalog.Arg{required("a", "integer", "int4"), optional}},
			{Name: public("add"), Volatility: catalog.Immutable, Returns: integer, Args: []catalog.Arg{
				required("a", "integer", "int4"), required("b", "integer", "int4"), required("c", "integer", "int4"),
			}},
		}},
		{"sum_all", []*catalog.Function{{
			Name: public("sum_all"), Volatility: catalog.Stable, Variadic: true, Returns: catalog.Returns{Type: system("int8"), Element: system("int8"), SQL: "bigint"},
			Args: []catalog.Arg{{Name: "numbers", Type: "integer[]", Cast: "integer[]", TypeName: system("int4"), Array: true, Required: true, Variadic: true}},
		}}},
		{"whole", []*catalog.Function{{
			Name: public("whole"), Volatility: catalog.Volatile, Returns: catalog.Returns{Type: system("json"), Element: system("json"), SQL: "json"},
			Args: []catalog.Arg{required("", "json", "json")},
		}}},
		{"pair", []*catalog.Function{{
			Name: public("pair"), Volatility: catalog.Volatile, Args: []catalog.Arg{required("a", "integer", "int4"), required("c", "text", "text")},
			Returns: with(record, false, []catalog.Column{
				{Name: "b", Type: "integer", Base: "integer", TypeName: system("int4"), Nullable: true},
				{Name: "c", Type: "text", Base: "text", TypeName: system("text"), Nullable: true},
				{Name: "d", Type: "public.mood", Base: "public.mood", TypeName: public("mood"), Nullable: true},
			}),
		}}},
		{"listing", []*catalog.Function{{
			Name: public("listing"), Volatility: catalog.Volatile, Args: []catalog.Arg{required("wanted", "text", "text")},
			Returns: with(record, true, []catalog.Column{
				{Name: "id", Type: "integer", Base: "integer", TypeName: system("int4"), Nullable: true},
				{Name: "label", Type: "character varying", Base: "character varying", TypeName: system("varchar"), Nullable: true},
			}),
		}}},
		{"all_teams", []*catalog.Function{{
			Name: public("all_teams"), Volatility: catalog.Stable,
			Returns: catalog.Returns{Type: public("teams"), Element: public("teams"), SQL: "public.teams", Set: true, Composite: true},
		}}},
		{"spot", []*catalog.Function{{
			Name: public("spot"), Volatility: catalog.Volatile, Returns: catalog.Returns{Type: public("place"), Element: public("place"), SQL: "public.place", Composite: true},
		}}},
		{"nothing", []*catalog.Function{{
			Name: public("nothing"), Volatility: catalog.Volatile, Isolation: "repeatable read",
			Returns: catalog.Returns{Type: system("void"), Element: system("void"), SQL: "void", Void: true},
			Args: []catalog.Arg{
				{Name: "flag", Type: "character", Cast: "character varying", TypeName: system("bpchar"), Required: true},
				{Name: "bits", Type: "bit[]", Cast: "bit varying[]", TypeName: system("bit"), Array: true, Required: true},
			},
			Settings: []catalog.Setting{{Name: "statement_timeout", Value: "2s"}, {Name: "default_transaction_isolation", Value: "REPEATABLE READ"}},
		}}},
		{"tabs", []*catalog.Function{{
			Name: public("tabs"), Volatility: catalog.Volatile,
			Returns: catalog.Returns{Type: system("text"), Element: system("text"), SQL: `public."text/Tab-Separated"`, Alias: true, Domain: public("text/Tab-Separated")},
		}}},
		{"unnamed", nil},
		{"mixed", nil},
		{"full_name", nil},
		{"trigger_it", nil},
		{"proceed", nil},
		{"tab_all", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, s.Overloads("public", test.name), cmpopts.IgnoreFields(catalog.Function{}, "OID")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
		})
	}
	want := []string{"add", "all_teams", "listing", "nothing", "pair", "spot", "sum_all", "tabs", "whole"}
	if diff := cmp.Diff(want, s.FunctionNames("public")); diff != "" {
		t.Errorf("FunctionNames (-want +got):\n%s", diff)
	}
}

func tableNames(s *catalog.Snapshot) []string {
	var names []string
	for name := range s.Tables {
		names = append(names, name.Name)
	}
	slices.Sort(names)
	return names
}

func with(r catalog.Returns, set bool, columns []catalog.Column) catalog.Returns {
	r.Set, r.Columns = set, columns
	return r
}

func computed(t *testing.T, s *catalog.Snapshot) {
	want := map[catalog.Name]map[string]*catalog.ComputedColumn{
		public("climbers"): {
			"full_name": {Function: public("full_name"), Type: "text", Base: "text", TypeName: system("text"), Comment: "Both names"},
			"friends":   {Function: public("friends"), Type: "public.climbers", Base: "public.climbers", TypeName: public("climbers"), Composite: true},
			"teams":     {Function: public("teams"), Type: "public.teams", Base: "public.teams", TypeName: public("teams"), Composite: true},
		},
		public("teams"): {"full_name": {Function: public("full_name"), Type: "public.email", Base: "character varying", TypeName: system("varchar")}},
	}
	if diff := cmp.Diff(want, s.ComputedColumns, cmpopts.IgnoreFields(catalog.ComputedColumn{}, "OID")); diff != "" {
		t.Errorf("computed columns (-want +got):\n%s", diff)
	}
	if got := s.Computed("public", "teams", "full_name"); got == nil || got.Type != "public.email" {
		t.Errorf("Computed(teams, full_name) = %v, want the one of teams", got)
	}
	if got := s.Computed("public", "peaks", "full_name"); got != nil {
		t.Errorf("Computed(peaks, full_name) = %v, want none", got)
	}
}

func remaining(t *testing.T, s *catalog.Snapshot) {
	tests := []struct {
		name      string
		want, got any
	}{
		{"handlers", map[catalog.Handled]catalog.Handler{
			{Table: public("peaks"), Media: "text/tab-separated"}: {Function: public("tab_all"), Media: "text/Tab-Separated"},
		}, s.Handlers},
		{"representations", map[catalog.Cast]catalog.Name{{From: "public.colour", To: "json"}: public("json")}, s.Representations},
		{"enums", map[catalog.Name][]string{public("mood"): {"calm", "wild"}}, s.Enums},
		{"composites", 1, len(s.Composites)},
		{"columns of place", 2, len(s.Composites[public("place")].Columns)},
		{"schema comments", map[string]string{"public": "The whole world"}, s.SchemaComments},
		{"table names", []string{
			"ascents", "climbers", "heights", "joined", "logs", "nested", "only_half", "passports", "peaks", "roster",
			"sightings", "stories", "teams", "twice", "united",
		}, tableNames(s)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
