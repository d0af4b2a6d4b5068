package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/query"
)

func TestRows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line, want string
		args             []string
	}{
		{
			"all columns", "GET /books?id=eq.1&limit=3",
			`select "_t"."id", "_t"."title", "_t"."author_id", "_t"."follows", "_t"."data", to_json("_t"."tags") as "tags", "_t"."words"
			from (select "books".* from "api"."books" as "books" where "books"."id" = $1 limit 3) as "_t"`,
			[]string{"1"},
		},
		{
			"names of the client's", `GET /books?select="a?b":tags,authors(name)`,
			`select to_json("_t"."a?b") as "a?b", "_t"."authors"
			from (select "books"."tags" as "a?b", row_to_json("books_authors_1".*) as "authors" from "api"."books" as "books"
			left join lateral (select "authors_1"."name" from "api"."authors" as "authors_1" where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true) as "_t"`,
			nil,
		},
		{"nothing of each", "GET /books?select=authors()", `select from (select from "api"."books" as "books"
			left join lateral (select from "api"."authors" as "authors_1" where "authors_1"."id" = "books"."author_id") as "books_authors_1" on true) as "_t"`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sql, err := query.Rows(decide(t, c.line, ""))
			if err != nil {
				t.Fatal(err)
			}
			args := make([]string, 0)
			for _, arg := range sql.Args {
				args = append(args, string(arg))
			}
			if diff := cmp.Diff(flat(c.want), flat(sql.Text)); diff != "" || len(args) != len(c.args) || len(args) > 0 && args[0] != c.args[0] {
				t.Errorf("the arguments are %q, and the statement (-want +got)\n%s", args, diff)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	row := [][]byte{[]byte("10"), []byte("2"), []byte("[]"), nil, []byte("201"), []byte("1"), []byte("{}")}
	got, err := query.Decode(plan.Plan{}, [][][]byte{row})
	if err != nil || *got.Total != 10 || got.Rows != 2 || got.Replaced != 1 || got.Headers != nil || string(got.Status) != "201" {
		t.Errorf("got %+v, %v", got, err)
	}
	row[1] = []byte("many")
	if _, err := query.Decode(plan.Plan{}, [][][]byte{row}); err == nil {
		t.Error("a count of words was read")
	}
	if _, err := query.Decode(plan.Plan{}, nil); err == nil {
		t.Error("no row was read")
	}
}
