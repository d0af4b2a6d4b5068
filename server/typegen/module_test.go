package typegen

import (
	"strings"
	"testing"
)

// TestModule holds what the golden file does not: where this differs from the
// generator on purpose, and what its catalog would not give.
func TestModule(t *testing.T) {
	t.Parallel()
	const int4, void, hidden, row = 23, 2278, 100, 101
	types := []pgType{
		{OID: int4, Schema: "pg_catalog", Name: "int4"},
		{OID: void, Schema: "pg_catalog", Name: "void"},
		{OID: hidden, Schema: "hidden", Name: "level", Labels: []string{"low", "high"}},
		{OID: row, Schema: "Odd one", Name: "b", Relation: 2, Spelled: `"Odd one".b`},
	}
	tests := []struct {
		name string
		rows rows
		want string
	}{
		{
			"a foreign key in a schema whose name needs quotes",
			rows{
				schemas: []string{"Odd one"},
				relations: []relation{
					{OID: 2, Schema: "Odd one", Name: "b", Kind: "r", Insertable: true, Updatable: true},
				},
				foreignKeys: []foreignKey{{
					Name: "key", OneToOne: true,
					From: end{OID: 2, Schema: "Odd one", Name: "b", Numbers: []int16{1}, Columns: []string{"id"}},
					To:   end{OID: 3, Schema: "Odd one", Name: "a", Numbers: []int16{1}, Columns: []string{"id"}},
				}},
			},
			`            columns: ["id"]` + "\n" + `            isOneToOne: true` + "\n",
		},
		{
			"a set of an enum of another schema",
			rows{
				schemas: []string{"public"}, types: types,
				functions: []function{{Schema: "public", Name: "f", Returns: hidden, Set: true, Rows: 1000}},
			},
			`      f: { Args: Record<PropertyKey, never>; Returns: ("low" | "high")[] }` + "\n",
		},
		{
			"functions whose names are numbers",
			rows{
				schemas: []string{"public"}, types: types,
				functions: []function{{Schema: "public", Name: "9", Returns: void}, {Schema: "public", Name: "10", Returns: int4}},
			},
			`      "10": { Args: Record<PropertyKey, never>; Returns: number }` + "\n" +
				`      "9": { Args: Record<PropertyKey, never>; Returns: undefined }` + "\n",
		},
		{
			"a type that is not there",
			rows{
				schemas:   []string{"public"},
				functions: []function{{Schema: "public", Name: "f", ArgNames: []string{"a"}, ArgTypes: []uint32{7}, Inputs: 1, Returns: 8}},
			},
			`      f: { Args: { a: unknown }; Returns: unknown }` + "\n",
		},
		{
			"schemas in the order of English",
			rows{schemas: []string{"b", "_c", "É", "a", "B", "d"}},
			"  _c: {\n    Enums: {},\n  },\n  a: {\n    Enums: {},\n  },\n  b: {\n    Enums: {},\n  },\n  B: {\n    Enums: {},\n  },\n" +
				"  d: {\n    Enums: {},\n  },\n  É: {\n    Enums: {},\n  },\n} as const\n",
		},
		{
			"a foreign key to another schema",
			rows{
				schemas:   []string{"public"},
				relations: []relation{{OID: 2, Schema: "public", Name: "b", Kind: "r"}},
				foreignKeys: []foreignKey{{
					Name: "key", From: end{OID: 2, Schema: "public", Name: "b", Columns: []string{"id"}},
					To: end{OID: 3, Schema: "other", Name: "a", Columns: []string{"id"}},
				}},
			},
			"      b: {\n        Row: {}\n        Relationships: []\n      }\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := strings.Replace(module(arrange(&test.rows), ""), helpers, "", 1)
			if !strings.Contains(got, test.want) {
				t.Errorf("got\n%s\nwant in it\n%s", got, test.want)
			}
		})
	}
}
