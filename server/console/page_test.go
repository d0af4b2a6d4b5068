package console

import (
	"strings"
	"testing"
)

// An index is used where the first column is compared by a condition of its own.
func TestPagesBeginAtTheLastRow(t *testing.T) {
	t.Parallel()
	rel := &relation{Schema: "public", Name: "t", Kind: "r", Key: []string{"id"}, Columns: []column{
		{Name: "id", Type: "bigint", Required: true}, {Name: "at", Type: "date"}, {Name: "n", Type: "integer", Required: true},
	}, Indexes: []definition{{Name: "t_at_idx", First: "at"}}}
	one, day := "1", "2026-01-01"
	for _, c := range []struct {
		name  string
		query query
		want  []string
	}{
		{"the first page", query{}, []string{`from "public"."t" as t order by t."id" limit 101`}},
		{"by the key", query{After: []*string{&one}}, []string{`where "id" >= $1::text::bigint and "id" > $2::text::bigint order by`}},
		{"a range of an indexed column", query{Filter: []condition{{"at", "gte", day}}}, []string{`where "at" >= $1::text::date order by t."at", t."id" limit`}},
		{"a range in an order", query{Filter: []condition{{"at", "gte", day}}, Order: []ordering{{"n", true}}}, []string{`order by t."n" desc, t."id" limit`}},
		{"a range without an index", query{Filter: []condition{{"n", "gt", one}}}, []string{`where "n" > $1::text::integer order by t."id" limit`}},
		{"a required column down", query{Order: []ordering{{"n", true}}, After: []*string{&one, &one}}, []string{
			`where "n" <= $1::text::integer and ("n" < $2::text::integer or "n" = $2::text::integer and "id" > $3::text::bigint) order by t."n" desc, t."id" limit`,
		}},
		{"nulls come last", query{Order: []ordering{{"at", false}}, After: []*string{&day, &one}}, []string{
			`where "at" >= $1::text::date and (("at" > $2::text::date or "at" is null) or "at" = $2::text::date and "id" > $3::text::bigint)`,
			`union all (select`, `where "at" is null order by`, `limit 101`,
		}},
		{"among the nulls at the end", query{Order: []ordering{{"at", false}}, After: []*string{nil, &one}}, []string{`where "at" is null and "id" > $1::text::bigint order by`}},
		{"among the nulls at the beginning", query{Order: []ordering{{"at", true}}, After: []*string{nil, &one}}, []string{`where "at" is null and "id" > $1::text::bigint`, `where "at" is not null order by t."at" desc`}},
		{"after the nulls", query{Order: []ordering{{"at", true}}, After: []*string{&day, &one}}, []string{`where "at" <= $1::text::date and ("at" < $2::text::date or`}},
	} {
		p, err := newPage(rel, c.query)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := p.sql()
		for _, part := range c.want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %s\nlacks %s", c.name, got, part)
			}
		}
	}
}
