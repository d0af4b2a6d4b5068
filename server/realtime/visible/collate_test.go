package visible_test

import (
	"slices"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Texts compare as their column says: by its own collation, or by the database's.
func TestCompareGoesByTheColumnsCollation(t *testing.T) {
	t.Parallel()
	h := setup(t, `create collation public."Strange" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
		`create type public.spot as (x int, y int)`)
	var spot uint32
	if err := h.Admin.QueryRow(t.Context(), `select 'public.spot'::regtype::oid`).Scan(&spot); err != nil {
		t.Fatal(err)
	}
	text := &row.Type{OID: 25, Base: 25, Name: "text", Kind: row.Scalar}
	composite := &row.Type{OID: spot, Base: spot, Name: "spot", Kind: row.Composite}
	questions := []match.Question{
		{Type: text, Operator: match.ILike, Value: "été", Filter: "É%"},
		{Type: text, Collate: `"pg_catalog"."C"`, Operator: match.ILike, Value: "été", Filter: "É%"},
		{Type: text, Operator: match.IMatch, Value: "été", Filter: "^É"},
		{Type: text, Operator: match.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: match.Equal, Value: "a", Filter: "A"},
		{Type: text, Collate: `public."Strange"`, Operator: match.Equal, Not: true, Value: "a", Filter: "A"},
		{Type: composite, Operator: match.Is, Value: "(,)", Filter: "null"},
		{Type: composite, Operator: match.Is, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: match.Is, Not: true, Value: "(1,)", Filter: "null"},
		{Type: composite, Operator: match.Is, Not: true, Value: "(1,2)", Filter: "null"},
	}
	want := []bool{true, false, true, false, true, false, true, false, false, true}
	got, err := h.Compare(t.Context(), questions)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
