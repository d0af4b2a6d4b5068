package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestViewColumns(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tree string
		want       map[int16]Source
	}{
		{"nothing", "", map[int16]Source{}},
		{"an empty list of rules", "<>", map[int16]Source{}},
		{"no columns", "({QUERY :commandType 1 :targetList <> :override 0})", map[int16]Source{}},
		{
			"two columns, one of them an expression",
			`({QUERY :commandType 1 :targetList ({TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname id :resorigtbl 16388 ` +
				`:resorigcol 2 :resjunk false} {TARGETENTRY :expr {CONST :constvalue 4 [ 1 0 0 0 ]} :resno 2 :resname b ` +
				`:resorigtbl 0 :resorigcol 0 :resjunk false}) :override 0})`,
			map[int16]Source{1: {16388, 2}},
		},
		{
			"only the list of the query itself, not of those within it",
			`({QUERY :rtable ({RANGETBLENTRY :subquery {QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl 7 :resorigcol 7})}}) ` +
				`:targetList ({TARGETENTRY :expr {SUBLINK :subselect {QUERY :targetList ({TARGETENTRY :resno 9 :resorigtbl 8 ` +
				`:resorigcol 8})}} :resno 2 :resorigtbl 9 :resorigcol 1}) :returningList ({TARGETENTRY :resno 3 :resorigtbl 5 :resorigcol 5})})`,
			map[int16]Source{2: {9, 1}},
		},
		{
			"names with escaped brackets and spaces",
			`({QUERY :targetList ({TARGETENTRY :resno 1 :resname a\ \}\)\ :resno\ 5 :resorigtbl 3 :resorigcol 1})})`,
			map[int16]Source{1: {3, 1}},
		},
		{"a system column", `({QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl 3 :resorigcol -1})})`, map[int16]Source{}},
		{"cut short", `({QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl`, map[int16]Source{}},
		{"closed too often", `)})}) x`, map[int16]Source{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ViewColumns(test.tree)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFollowStopsInACircle(t *testing.T) {
	t.Parallel()
	circle := map[uint32]map[int16]Source{1: {1: {2, 1}}, 2: {1: {1, 1}}, 3: {1: {4, 9}}}
	if got, ok := follow(Source{1, 1}, circle); ok {
		t.Errorf("follow found %v in a circle, want nothing", got)
	}
	if got, ok := follow(Source{3, 1}, circle); !ok || got != (Source{4, 9}) {
		t.Errorf("follow = %v, %v, want {4 9}, true", got, ok)
	}
}

func TestListed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, check string
		want        []string
	}{
		{"text", `CHECK ((status = ANY (ARRAY['new'::text, 'it''s, read'::text])))`, []string{"new", "it's, read"}},
		{"varchar", `CHECK (((status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`, []string{"a", "b"}},
		{"char", `CHECK ((short = ANY (ARRAY['abc'::bpchar, 'def'::bpchar])))`, []string{"abc", "def"}},
		{"a quoted column", `CHECK (("my ""col" = ANY (ARRAY['a'::text])))`, []string{"a"}},
		{"a domain", `CHECK ((VALUE = ANY (ARRAY['a'::text, 'b'::text])))`, []string{"a", "b"}},
		{"numbers", `CHECK ((n = ANY (ARRAY[1, 2])))`, nil},
		{"one of several conditions", `CHECK (((a = ANY (ARRAY['x'::text])) AND (length(a) < 9)))`, nil},
		{"none of", `CHECK ((a <> ALL (ARRAY['x'::text])))`, nil},
		{"an expression", `CHECK ((lower(a) = ANY (ARRAY['x'::text])))`, nil},
		{"a backslash", `CHECK ((a = ANY (ARRAY[E'\\'::text])))`, nil},
		{"not valid yet", `CHECK ((a = ANY (ARRAY['x'::text]))) NOT VALID`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, listed(test.check)); diff != "" {
				t.Errorf("listed(%s) (-want +got):\n%s", test.check, diff)
			}
		})
	}
}
