package rest_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// TestGroupsInOrder: two parameters are never the same expression.
func TestGroupsInOrder(t *testing.T) {
	t.Parallel()
	with(t, `
		create type api.place as (city text);
		create table api.sales (id int, data jsonb, at timestamp, place api.place, amount int, c_id int references api.climbers);
		insert into api.sales values (1, '{"city":"Fes","a":{"b":1}}', '2026-01-01 10:00', row('x'), 1, 1),
			(2, '{"city":"Agadir","a":{"b":2}}', '2026-01-02 11:00', row('y'), 2, 2), (3, '{"city":"Fes","a":{"b":1}}', '2026-01-01 12:00', row('x'), 4, 1);
		grant select on api.sales to anon;`, func(o *rest.Options) { o.Aggregates = true }).run([]testCase{
		{name: "text of JSON", line: "GET /sales?select=data->>city,amount.sum()&order=data->>city", status: 200, want: `[{"city":"Agadir","sum":2},{"city":"Fes","sum":5}]`},
		{name: "JSON", line: "GET /sales?select=data->city,count()&order=data->city.desc", status: 200, want: `[{"city":"Fes","count":2},{"city":"Agadir","count":1}]`},
		{name: "a longer path under an alias", line: "GET /sales?select=n:data->a->>b,count()&order=data->a->>b.desc.nullslast", status: 200, want: `[{"n":"2","count":1},{"n":"1","count":2}]`},
		{name: "a cast", line: "GET /sales?select=at::date,count()&order=at.desc", status: 200, want: `[{"at":"2026-01-02","count":1},{"at":"2026-01-01","count":2}]`},
		{name: "a cast path", line: "GET /sales?select=data->a->>b::int,count()&order=data->a->>b.desc", status: 200, want: `[{"b":2,"count":1},{"b":1,"count":2}]`},
		{name: "a composite", line: "GET /sales?select=place->>city,count()&order=place->>city.desc", status: 200, want: `[{"city":"y","count":1},{"city":"x","count":2}]`},
		{name: "counted, a page", line: "GET /sales?select=data->>city,amount.sum()&order=data->>city&limit=1&offset=1", status: 200, want: `[{"city":"Fes","sum":5}]`},
		{name: "in an embed", line: "GET /climbers?select=id,sales(data->>city,count())&sales.order=data->>city&id=eq.1", status: 200, want: `[{"id":1,"sales":[{"city":"Fes","count":2}]}]`},
		{name: "a spread", line: "GET /sales?select=amount.sum(),...climbers(facts->shoe->>size)&order=climbers(facts->shoe->>size).desc", status: 200, want: `[{"sum":2,"size":"44"},{"sum":5,"size":"39"}]`},
		{name: "both", line: "GET /sales?select=d:at::date,at,count()&order=at.desc&limit=1", status: 200, want: `[{"d":"2026-01-02","at":"2026-01-02T11:00:00","count":1}]`},
	})
}
