package parse_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/rest/parse"
)

func TestDistinct(t *testing.T) {
	t.Parallel()
	got := mustRead(t, "GET /t?select=c:a::text.distinct(),*.distinct(),b.count(distinct)::text,e(f->g.distinct())", "").Items
	same(t, got, []parse.Item{
		{Alias: "c", Field: parse.Field{Name: "a"}, Cast: "text", Distinct: true},
		{Field: parse.Field{Name: "*"}, Distinct: true},
		{Field: parse.Field{Name: "b"}, Aggregate: "count", AggregateCast: "text", Distinct: true},
		{Kind: parse.Embed, Relation: "e", Items: []parse.Item{
			{Field: parse.Field{Name: "f", Path: []parse.Step{{Key: "g"}}}, Distinct: true},
		}},
	})
	for _, bad := range []string{"a.distinct", "a.distinct(b)", "a.sum(distinct)", "a.distinct()::text", "a.count(distinct"} {
		if _, err := read(t, "GET /t?select="+bad, ""); err == nil {
			t.Errorf("select=%s: got no refusal", bad)
		}
	}
}

func TestRank(t *testing.T) {
	t.Parallel()
	got := mustRead(t, `GET /t?order=a->>b.wfts(english)."fat, cats. or".asc.nullsfirst,e(c).fts.rat,d.desc`, "").Order[0].Terms
	same(t, got, []parse.OrderTerm{
		{
			Field: parse.Field{Name: "a", Path: []parse.Step{{Text: true, Key: "b"}}}, Directed: true, Nulls: "first",
			Rank: &parse.Test{Op: "wfts", Language: "english", Value: "fat, cats. or"},
		},
		{Relation: "e", Field: parse.Field{Name: "c"}, Rank: &parse.Test{Op: "fts", Value: "rat"}},
		{Field: parse.Field{Name: "d"}, Directed: true, Descending: true},
	})
	for _, bad := range []string{"a.fts", "a.fts(english)", "a.fts(.x", "a.ftsx.y", `a.fts."x`, "a.fts.x.y", "a.desc.fts.x"} {
		if _, err := read(t, "GET /t?order="+bad, ""); err == nil {
			t.Errorf("order=%s: got no refusal", bad)
		}
	}
}
