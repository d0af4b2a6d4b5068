package rest_test

import (
	"net/http"
	"testing"
)

// BenchmarkInsertOne inserts a row of two texts, as a visitor does.
func BenchmarkInsertOne(b *testing.B) {
	a := setup(b)
	if _, err := a.db.Admin.Exec(b.Context(), "grant insert on api.pairs to anon; alter table api.pairs drop constraint pairs_pkey"); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := a.do("", "POST /pairs", `[{"key":"Visitor 1","first_row":"A note on the mountain. A note on the mountain."}]`, "Prefer", "return=minimal"); got.StatusCode != http.StatusCreated {
			b.Fatal(got.StatusCode, got.body)
		}
	}
}
