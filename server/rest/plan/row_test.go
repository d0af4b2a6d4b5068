package plan_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// TestRowsListTheirValues marks with "?" what only PostgreSQL can write, and
// says "json" where PostgreSQL makes the body.
func TestRowsListTheirValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line string
		headers    []string
		want       string
	}{
		{"all columns", "GET /books", nil, "id title author_id follows data tags? words"},
		{"some, renamed", "GET /books?select=n:id,tags,label", nil, "n tags? label"},
		{"JSON paths", "GET /books?select=data->a->>b,data->0,tags->0", nil, "b data tags"},
		{"casts", "GET /books?select=id::text,title::numeric,a:id::date,b:id::mood", nil, "id title a? b?"},
		{"embeds", "GET /books?select=id,authors(name),readers(*)", nil, "id authors readers"},
		{"one that only filters", "GET /books?select=id,authors!inner()", nil, "id"},
		{"a spread of one", "GET /books?select=id,...authors(name)", nil, "id name?"},
		{"a spread of many", "GET /books?select=id,...readers(name)", nil, "id name"},
		{"aggregates", "GET /books?select=title,count(),id.max()", nil, "title count max?"},
		{"an aggregate's cast", "GET /books?select=count()::text", nil, "count?"},
		{"no column", "GET /books?select=authors()", nil, ""},
		{"an unknown column", "GET /books?select=secret", nil, "secret?"},
		{"a name twice", "GET /books?select=id,id", nil, "json"},
		{"counted", "GET /books", []string{"Prefer", "count=exact"}, "json"},
		{"estimated", "GET /books", []string{"Prefer", "count=estimated"}, "json"},
		{"planned", "GET /readers", []string{"Prefer", "count=planned"}, "id name"},
		{"one object", "GET /books", []string{"Accept", "application/vnd.pgrst.object+json"}, "json"},
		{"without nulls", "GET /books", []string{"Accept", "application/vnd.pgrst.array+json;nulls=stripped"}, "json"},
		{"CSV", "GET /books", []string{"Accept", "text/csv"}, "json"},
		{"HEAD", "HEAD /books", nil, "json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := decide(t, plan.Options{Aggregates: true}, c.line, "", c.headers...)
			if err != nil {
				t.Fatal(err)
			}
			if got := listed(p.Action.(plan.Read).Row); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func listed(row []plan.Value) string {
	if row == nil {
		return "json"
	}
	names := make([]string, len(row))
	for i, value := range row {
		if names[i] = value.Name; !value.Plain {
			names[i] += "?"
		}
	}
	return strings.Join(names, " ")
}

func TestReadsByKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line   string
		key    string
		header string
		want   bool
	}{
		{"GET /books?id=eq.1", "id", "", true},
		{"GET /books?id=eq.1&title=like.A*&select=title", "id", "", true},
		{"GET /books?id=eq.1&author_id=eq.2", "id,author_id", "", true},
		{"GET /books?id=eq.1", "id,author_id", "", false},
		{"GET /books?id=eq.1", "", "", false},
		{"GET /books", "id", "", false},
		{"GET /books?id=gte.1&limit=1", "id", "", false},
		{"GET /books?id=not.eq.1", "id", "", false},
		{"GET /books?id=eq(any).{1,2}", "id", "", false},
		{"GET /books?or=(id.eq.1,title.eq.A)", "id", "", false},
		{"GET /books?data->id=eq.1", "data", "", false},
		{"GET /books?id=eq.1&select=id,authors(name)", "id", "", false},
		{"GET /books?id=eq.1&authors.id=eq.1&select=title,authors(name)", "id", "", false},
		{"GET /books?id=eq.1", "id", "count=exact", false},
	} {
		t.Run(c.line+" "+c.key+c.header, func(t *testing.T) {
			t.Parallel()
			p, err := decide(t, plan.Options{}, c.line, "", "Prefer", c.header)
			if err != nil {
				t.Fatal(err)
			}
			key := strings.FieldsFunc(c.key, func(r rune) bool { return r == ',' })
			if got := p.Action.(plan.Read).ByKey(key); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
