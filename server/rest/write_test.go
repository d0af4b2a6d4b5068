package rest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

// escape writes the values of a query string as a URL has them.
func escape(query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		pairs[i] = strings.ReplaceAll(url.QueryEscape(name), "+", "%20") + "=" + url.QueryEscape(value)
	}
	return strings.Join(pairs, "&")
}

// ids are the lines of a CSV of one column.
func ids(csv string) string {
	_, lines, _ := strings.Cut(csv, "\n")
	return strings.ReplaceAll(lines, "\n", ",")
}

func count(csv string) int {
	return len(strings.FieldsFunc(ids(csv), func(r rune) bool { return r == ',' }))
}

var full = []string{"Prefer", "return=representation"}

func TestInsert(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "one", as: "u", line: "POST /peaks", body: `{"range":"Atlas","name":"Ouanoukrim","metres":4089}`, status: 201, header: []string{"Content-Type", "", "Location", "", "Content-Range", "*/*"}},
		{name: "many, shown", as: "u", line: "POST /climbers?select=id,name", body: `[{"name":"E"},{"name":"F"}]`, headers: full, status: 201, want: `[{"id":101,"name":"E"},{"id":102,"name":"F"}]`, header: []string{"Preference-Applied", "return=representation"}},
		{name: "none", as: "u", line: "POST /climbers", body: `[]`, headers: full, status: 201, want: `[]`},
		{name: "its place", as: "u", line: "POST /peaks", body: `{"range":"High Atlas","name":"A/B","metres":1}`, headers: []string{"Prefer", "return=headers-only"}, status: 201, header: []string{"Location", "/peaks?range=eq.High%20Atlas&name=eq.A%2FB"}},
		{name: "its place, by a key that is called so", as: "u", line: "POST /pairs", body: `{"key":"a","first_row":"b"}`, headers: []string{"Prefer", "return=headers-only"}, status: 201, header: []string{"Location", "/pairs?key=eq.a"}},
		{name: "as CSV", as: "u", line: "GET /pairs?key=eq.a", headers: []string{"Accept", "text/csv"}, status: 200, want: "key,first_row\na,b"},
		{name: "types of JSON", as: "u", line: "POST /climbers?select=langs,facts,mood", body: `{"name":"G","langs":["a","b"],"facts":{"a":[1]},"mood":"calm"}`, headers: full, status: 201, want: `[{"langs":["a","b"],"facts":{"a":[1]},"mood":"calm"}]`},
		{name: "columns=", as: "u", line: "POST /climbers?columns=name&select=name,mood", body: `[{"name":"H","mood":"calm","extra":1}]`, headers: full, status: 201, want: `[{"name":"H","mood":null}]`},
		{name: "defaults for what is missing", as: "u", line: "POST /ascents?columns=climber_id,range,peak,on_day&select=climber_id,on_day", body: `[{"climber_id":4,"range":"Atlas","peak":"Toubkal"},{"climber_id":4,"range":"Rif","peak":"Tidirhine","on_day":"2024-02-29"}]`, headers: []string{"Prefer", "missing=default, return=representation"}, status: 201, want: `[{"climber_id":4,"on_day":"2020-01-01"},{"climber_id":4,"on_day":"2024-02-29"}]`, header: []string{"Preference-Applied", "missing=default, return=representation"}},
		{name: "embedding what it refers to", as: "u", line: "POST /climbers?select=name,mentor_id(name)", body: `{"name":"I","mentor_id":1}`, headers: full, status: 201, want: `[{"name":"I","mentor_id":{"name":"Asma"}}]`},
		{name: "CSV in and out", as: "u", line: "POST /passports", body: "climber_id,number\n3,M-3\n4,NULLS", headers: []string{"Content-Type", "text/csv", "Accept", "text/csv", "Prefer", "return=representation"}, status: 201, want: "climber_id,number\n3,M-3\n4,NULLS"},
		{name: "a form", as: "u", line: "POST /log", body: "line=from+a+form", headers: []string{"Content-Type", "application/x-www-form-urlencoded"}, status: 201},
		{name: "rights to one column", line: "POST /log", body: `{"line":"by a visitor"}`, status: 201},
		{name: "no right to see it", line: "POST /log", body: `{"line":"x"}`, headers: full, status: 401, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT SELECT ON api.log TO anon;","message":"permission denied for table log"}`, header: []string{"WWW-Authenticate", "Bearer"}},
		{name: "a duplicate", as: "u", line: "POST /passports", body: `{"climber_id":1,"number":"M-9"}`, status: 409, want: `{"code":"23505","details":"Key (climber_id)=(1) already exists.","hint":null,"message":"duplicate key value violates unique constraint \"passports_pkey\""}`},
		{name: "a check", as: "u", line: "POST /peaks", body: `{"range":"a","name":"b","metres":-1}`, status: 400, want: `{"code":"23514","details":"Failing row contains (a, b, -1).","hint":null,"message":"new row for relation \"peaks\" violates check constraint \"peaks_metres_check\""}`},
		{name: "an unknown column", as: "u", line: "POST /peaks", body: `{"height":1}`, status: 400, want: `{"code":"PGRST204","details":null,"hint":null,"message":"Could not find the 'height' column of 'peaks' in the schema cache"}`},
		{name: "a view of counts", as: "u", line: "POST /tallies", body: `{"n":1}`, status: 405, want: `{"code":"55000","details":"Views that return aggregate functions are not automatically updatable.","hint":"To enable inserting into the view, provide an INSTEAD OF INSERT trigger or an unconditional ON INSERT DO INSTEAD rule.","message":"cannot insert into view \"tallies\""}`},
	})
	if n := a.rows("select count(*) from api.log"); n != 2 {
		t.Errorf("got %d lines, want 2", n)
	}
	if n := a.rows("select last_value from api.climbers_id_seq"); n < 103 {
		t.Errorf("the sequence is at %d", n)
	}
}

func TestUpsert(t *testing.T) {
	t.Parallel()
	const merge, ignore = "resolution=merge-duplicates, return=representation", "resolution=ignore-duplicates, return=representation"
	a := setup(t)
	a.run([]testCase{
		{name: "all there", as: "u", line: "POST /passports", body: `[{"climber_id":1,"number":"N-1"},{"climber_id":2,"number":"N-2"}]`, headers: []string{"Prefer", merge}, status: 200, want: `[{"climber_id":1,"number":"N-1"},{"climber_id":2,"number":"N-2"}]`, header: []string{"Preference-Applied", merge}},
		{name: "some there", as: "u", line: "POST /passports", body: `[{"climber_id":1,"number":"O-1"},{"climber_id":3,"number":"O-3"}]`, headers: []string{"Prefer", merge}, status: 201, want: `[{"climber_id":1,"number":"O-1"},{"climber_id":3,"number":"O-3"}]`},
		{name: "left alone", as: "u", line: "POST /passports", body: `[{"climber_id":1,"number":"P-1"},{"climber_id":4,"number":"P-4"}]`, headers: []string{"Prefer", ignore}, status: 201, want: `[{"climber_id":4,"number":"P-4"}]`},
		{name: "by another key", as: "u", line: "POST /passports?on_conflict=number&select=climber_id", body: `{"climber_id":1,"number":"O-1"}`, headers: []string{"Prefer", ignore}, status: 201, want: `[]`},
		{name: "by no key", as: "u", line: "POST /climbers?on_conflict=name", body: `{"name":"x"}`, headers: []string{"Prefer", merge}, status: 400, want: `{"code":"42P10","details":null,"hint":null,"message":"there is no unique or exclusion constraint matching the ON CONFLICT specification"}`},
		{name: "twice the same", as: "u", line: "POST /passports", body: `[{"climber_id":1,"number":"a"},{"climber_id":1,"number":"b"}]`, headers: []string{"Prefer", merge}, status: 400, want: `{"code":"21000","details":null,"hint":"Ensure that no rows proposed for insertion within the same command have duplicate constrained values.","message":"ON CONFLICT DO UPDATE command cannot affect row a second time"}`},
		{name: "put of an old row", as: "u", line: "PUT /passports?climber_id=eq.1", body: `{"climber_id":1,"number":"Q-1"}`, headers: full, status: 200, want: `[{"climber_id":1,"number":"Q-1"}]`},
		{name: "put of a new row", as: "u", line: "PUT /peaks?range=eq.Rif&name=eq.Bouhachem", body: `{"range":"Rif","name":"Bouhachem","metres":1681}`, headers: full, status: 201, want: `[{"range":"Rif","name":"Bouhachem","metres":1681}]`},
		{name: "put of another row", as: "u", line: "PUT /passports?climber_id=eq.1", body: `{"climber_id":2,"number":"R-2"}`, status: 400, want: `{"code":"PGRST115","details":null,"hint":null,"message":"Payload values do not match URL in primary key column(s)"}`},
	})
	if n := a.rows("select count(*) from api.passports where number in ('Q-1', 'N-2', 'O-3', 'P-4')"); n != 4 {
		t.Errorf("got %d of the 4 numbers that should be left", n)
	}
}

func TestUpdateAndDelete(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.run([]testCase{
		{name: "one", as: "u", line: "PATCH /climbers?id=eq.4", body: `{"name":"Dina"}`, status: 204, header: []string{"Content-Range", "0-0/*", "Content-Type", ""}},
		{name: "shown, with embeds", as: "u", line: "PATCH /climbers?id=eq.4&select=name,mentor_id(name)", body: `{"mentor_id":3}`, headers: full, status: 200, want: `[{"name":"Dina","mentor_id":{"name":"Chloé"}}]`},
		{name: "to null, by a tree", as: "u", line: "PATCH /climbers?or=(id.eq.1,id.eq.2)&select=id,mood", body: `{"mood":null}`, headers: []string{"Prefer", "return=representation, count=exact"}, status: 200, want: `[{"id":1,"mood":null},{"id":2,"mood":null}]`, header: []string{"Content-Range", "0-1/2"}},
		{name: "nobody", as: "u", line: "PATCH /climbers?id=eq.99", body: `{"name":"x"}`, headers: full, status: 200, want: `[]`},
		{name: "nothing", as: "u", line: "PATCH /climbers?id=eq.1", body: `{}`, headers: full, status: 200, want: `[]`},
		{name: "through a view", as: "u", line: "PATCH /high_peaks?name=eq.Toubkal&select=metres", body: `{"metres":4168}`, headers: full, status: 200, want: `[{"metres":4168}]`},
		{name: "no right", line: "PATCH /climbers?id=eq.1", body: `{"name":"x"}`, status: 401, want: `{"code":"42501","details":null,"hint":"Grant the required privileges to the current role with: GRANT UPDATE ON api.climbers TO anon;","message":"permission denied for table climbers"}`},
		{name: "delete, shown", as: "u", line: "DELETE /ascents?climber_id=eq.3&select=peak", headers: full, status: 200, want: `[{"peak":"M'Goun"}]`},
		{name: "delete, counted", as: "u", line: "DELETE /ascents?climber_id=eq.2", headers: []string{"Prefer", "count=exact"}, status: 204, header: []string{"Content-Range", "*/1"}},
		{name: "still referred to", as: "u", line: "DELETE /peaks?name=eq.Toubkal", status: 409, want: `{"code":"23503","details":"Key (range, name)=(Atlas, Toubkal) is still referenced from table \"ascents\".","hint":null,"message":"update or delete on table \"peaks\" violates foreign key constraint \"ascents_range_peak_fkey\" on table \"ascents\""}`},
	})
	if n := a.rows("select count(*) from api.ascents"); n != 2 {
		t.Errorf("got %d ascents, want 2", n)
	}
}

// TestDomainRepresentations covers casts between a domain and JSON or text.
func TestDomainRepresentations(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "all columns", as: "u", line: "GET /huts?id=eq.1", status: 200, want: `[{"id":1,"at":"3207 m","stars":1}]`},
		{name: "by alias, cast", as: "u", line: "GET /huts?select=h:at,at::text&id=eq.2", status: 200, want: `[{"h":"2600 m","at":"\"2600 m\""}]`},
		{name: "filters read text", as: "u", line: "GET /huts?select=id&at=gt.3000 m", status: 200, want: `[{"id":1}]`},
		{name: "lists read text", as: "u", line: "GET /huts?select=id&at=in.(2600 m,1 m)", status: 200, want: `[{"id":2}]`},
		{name: "insert", as: "u", line: "POST /huts", body: `{"id":3,"at":"4000 m"}`, headers: full, status: 201, want: `[{"id":3,"at":"4000 m","stars":1}]`},
		{name: "insert with defaults", as: "u", line: "POST /huts?columns=id,at,stars", body: `[{"id":4},{"id":5,"at":"5 m","stars":2}]`, headers: []string{"Prefer", "missing=default, return=representation"}, status: 201, want: `[{"id":4,"at":"3207 m","stars":1},{"id":5,"at":"5 m","stars":2}]`},
		{name: "update", as: "u", line: "PATCH /huts?at=eq.5 m&select=at", body: `{"at":"6 m"}`, headers: full, status: 200, want: `[{"at":"6 m"}]`},
		{name: "put", as: "u", line: "PUT /huts?id=eq.5&select=at", body: `{"id":5,"at":"7 m"}`, headers: full, status: 200, want: `[{"at":"7 m"}]`},
	})
}

// TestRepresentationsNamedLikeTheirDomain: PostgreSQL takes such a function of a parameter
// without a type for a cast, where the domain is one of text.
func TestRepresentationsNamedLikeTheirDomain(t *testing.T) {
	t.Parallel()
	with(t, `
		create domain api.shout as text;
		create function api.shout(text) returns api.shout immutable language sql as $$ select upper($1)::api.shout $$;
		create function api.shout(json) returns api.shout immutable language sql as $$ select upper($1 #>> '{}')::api.shout $$;
		create function api.json(api.shout) returns json immutable language sql as $$ select to_json(lower($1)) $$;
		create cast (text as api.shout) with function api.shout(text) as implicit;
		create cast (json as api.shout) with function api.shout(json) as implicit;
		create cast (api.shout as json) with function api.json(api.shout) as implicit;
		create table api.words (id int primary key, w api.shout);
		insert into api.words values (1, 'A'), (2, 'B'), (3, 'C');
		grant all on api.words to anon;`).run([]testCase{
		{name: "eq", line: "GET /words?select=id,w&w=eq.a", status: 200, want: `[{"id":1,"w":"a"}]`},
		{name: "neq", line: "GET /words?select=id&w=neq.a&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "not eq", line: "GET /words?select=id&w=not.eq.a&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "gt", line: "GET /words?select=id&w=gt.b", status: 200, want: `[{"id":3}]`},
		{name: "isdistinct", line: "GET /words?select=id&w=isdistinct.a&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "in", line: "GET /words?select=id&w=in.(a,c)&order=id", status: 200, want: `[{"id":1},{"id":3}]`},
		{name: "any", line: "GET /words?select=id&w=eq(any).{a,c}&order=id", status: 200, want: `[{"id":1},{"id":3}]`},
		{name: "all", line: "GET /words?select=id&w=gte(all).{a,b}&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "in a group", line: "GET /words?select=id&or=(w.eq.a,w.eq(any).{c})&order=id", status: 200, want: `[{"id":1},{"id":3}]`},
		{name: "like compares what is stored", line: "GET /words?select=id&w=like.A*", status: 200, want: `[{"id":1}]`},
		{name: "insert", line: "POST /words", body: `{"id":4,"w":"d"}`, headers: full, status: 201, want: `[{"id":4,"w":"d"}]`},
		{name: "update", line: "PATCH /words?w=eq.d&select=w", body: `{"w":"e"}`, headers: full, status: 200, want: `[{"w":"e"}]`},
		{name: "delete", line: "DELETE /words?w=neq.e&select=id", headers: full, status: 200, want: `[{"id":1},{"id":2},{"id":3}]`},
	})
}

// TestARefusedResultIsRolledBack covers what only the result can decide.
func TestARefusedResultIsRolledBack(t *testing.T) {
	t.Parallel()
	object := []string{"Accept", "application/vnd.pgrst.object+json"}
	a := setup(t)
	a.run([]testCase{
		{name: "two rows for one object", as: "u", line: "PATCH /climbers?id=lt.3", body: `{"name":"x"}`, headers: object, status: 406, want: `{"code":"PGRST116","details":"The result contains 2 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "two new rows", as: "u", line: "POST /climbers", body: `[{"name":"x"},{"name":"x"}]`, headers: object, status: 406, want: `{"code":"PGRST116","details":"The result contains 2 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "more than allowed", as: "u", line: "DELETE /ascents", headers: []string{"Prefer", "handling=strict, max-affected=3"}, status: 400, want: `{"code":"PGRST124","details":"The query affects 4 rows","hint":null,"message":"Query result exceeds max-affected preference constraint"}`},
		{name: "as many as allowed", as: "u", line: "DELETE /ascents?climber_id=eq.1", headers: []string{"Prefer", "handling=strict, max-affected=2"}, status: 204, header: []string{"Preference-Applied", "handling=strict, max-affected=2"}},
		{name: "one", as: "u", line: "PATCH /climbers?id=eq.1&select=name", body: `{"name":"y"}`, headers: append(object, full...), status: 200, want: `{"name":"y"}`},
	})
	if n := a.rows("select count(*) from api.climbers where name = 'x'"); n != 0 {
		t.Errorf("%d refused rows stayed", n)
	}
	if n := a.rows("select count(*) from api.ascents"); n != 2 {
		t.Errorf("got %d ascents, want the 2 that were not deleted", n)
	}
}

func TestTransactionsEndAsConfigured(t *testing.T) {
	t.Parallel()
	post := func(a *api, tx string) answer {
		return a.do("u", "POST /log", `{"line":"x"}`, "Prefer", tx)
	}
	for name, test := range map[string]struct {
		change  func(*rest.Options)
		tx      string
		applied string
		stays   int
	}{
		"as ever":             {func(*rest.Options) {}, "tx=rollback", "", 1},
		"the client may":      {func(o *rest.Options) { o.TxOverride = true }, "tx=rollback", "tx=rollback", 0},
		"always undone":       {func(o *rest.Options) { o.Rollback = true }, "tx=commit", "", 0},
		"undone unless asked": {func(o *rest.Options) { o.Rollback, o.TxOverride = true, true }, "tx=commit", "tx=commit", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := setup(t, test.change)
			got := post(a, test.tx)
			if got.StatusCode != 201 || got.Header.Get("Preference-Applied") != test.applied {
				t.Errorf("got %d, applied %q, want %q", got.StatusCode, got.Header.Get("Preference-Applied"), test.applied)
			}
			if n := a.rows("select count(*) from api.log"); n != test.stays {
				t.Errorf("got %d rows, want %d", n, test.stays)
			}
		})
	}
}
