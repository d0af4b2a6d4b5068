package fanout

import (
	"slices"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Texts compare as their column says: by its own collation, or by the database's.
func TestCompareGoesByTheColumnsCollation(t *testing.T) {
	t.Parallel()
	h := newFilterDB(t, `create collation public."Strange" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
		`create type public.spot as (x int, y int)`)
	var spot uint32
	if err := h.Admin.QueryRow(t.Context(), `select 'public.spot'::regtype::oid`).Scan(&spot); err != nil {
		t.Fatal(err)
	}
	text := &row.Type{OID: 25, Base: 25, Name: "text", Kind: row.Scalar}
	composite := &row.Type{OID: spot, Base: spot, Name: "spot", Kind: row.Composite}
	questions := []filter.Comparison{
		{Type: text, Operator: filter.ILike, Value: "été", Filter: "É%"},
		{Type: text, Collate: `"pg_catalog"."C"`, Operator: filter.ILike, Value: "été", Filter: "É%"},
		{Type: text, Operator: filter.IMatch, Value: "été", Filter: "^É"},
		{Type: text, Operator: filter.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: filter.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: filter.Equal, Not: true, Value: "a", Filter: "A"},
		{Type: composite, Operator: filter.Is, Value: "(,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Not: true, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: filter.Is, Not: true, Value: "(1,2)", Filter: "null"},
	}
	want := []bool{true, false, true, false, true, false, true, false, false, true}
	got, err := h.compare(t.Context(), questions)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
