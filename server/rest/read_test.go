package rest_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

func TestSelect(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{
			name: "bytes as PostgREST prints them", line: "GET /peaks?select=name,metres&range=eq.Atlas&order=metres", status: 200,
			want:   "[{\"name\":\"M'Goun\",\"metres\":4071}, \n {\"name\":\"Toubkal\",\"metres\":4167}]",
			header: []string{"Content-Type", "application/json; charset=utf-8", "Content-Range", "0-1/*", "Content-Location", "/peaks?order=metres&range=eq.Atlas&select=name%2Cmetres"},
		},
		{name: "alias, cast, computed", line: "GET /climbers?select=who:name,id::text,label&id=eq.1", status: 200, want: `[{"who":"Asma","id":"1","label":"1:Asma"}]`},
		{name: "JSON paths", line: "GET /climbers?select=facts->shoe->>size,last:facts->marks->-1,langs->0&id=eq.1", status: 200, want: `[{"size":"39","last":5,"langs":"ar"}]`},
		{name: "an alias of ours", line: "GET /climbers?select=_t:id,pgrst_source:name,climbers_1:climbers(climbers_climbers_1_1:id)&id=eq.2", status: 200, want: `[{"_t":2,"pgrst_source":"Badr","climbers_1":[{"climbers_climbers_1_1":4}]}]`},
		{name: "an unknown column", line: "GET /peaks?select=height", status: 400, want: `{"code":"42703","details":null,"hint":null,"message":"column peaks.height does not exist"}`},
		{name: "an unknown type", line: "GET /peaks?select=name::nonsense", status: 400, want: `{"code":"42704","details":null,"hint":null,"message":"type \"nonsense\" does not exist"}`},
		{name: "a type in words", line: "GET /peaks?select=metres::double precision&name=eq.Toubkal", status: 200, want: `[{"metres":4167}]`},
		{name: "no media type of ours", line: "GET /peaks", headers: []string{"Accept", "image/png"}, status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: image/png"}`},
		{name: "HEAD", line: "HEAD /peaks", status: 200, header: []string{"Content-Range", "0-3/*", "Content-Length", ""}},
		{name: "one object", line: "GET /peaks?select=metres&name=eq.Toubkal", headers: []string{"Accept", "application/vnd.pgrst.object+json"}, status: 200, want: `{"metres":4167}`},
		{name: "not one object", line: "GET /peaks", headers: []string{"Accept", "application/vnd.pgrst.object+json"}, status: 406, want: `{"code":"PGRST116","details":"The result contains 4 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}`},
		{name: "without nulls", line: "GET /climbers?select=id,mood&id=eq.3", headers: []string{"Accept", "application/vnd.pgrst.array+json;nulls=stripped"}, status: 200, want: `[{"id":3}]`},
		{
			name: "CSV", line: "GET /climbers?select=id,name,mood&id=gte.3&order=id", headers: []string{"Accept", "text/csv"}, status: 200,
			want: "id,name,mood\n3,Chloé,\n4,\"Dina \"\"D\"\", the 2nd\",calm", header: []string{"Content-Type", "text/csv; charset=utf-8"},
		},
	})
}

func TestFilters(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for filter, want := range map[string]string{
		"id=eq.1": "1", "id=neq.1": "2,3,4", "id=gt.3": "4", "id=gte.3": "3,4", "id=lt.2": "1", "id=lte.2": "1,2",
		"name=like.*a": "1", "name=like.Asm_": "1", "name=ilike.A*": "1", "name=match.^[AB]": "1,2", "name=imatch.^a": "1",
		"name=not.match.^[AB]": "3,4", "id=in.(1,3)": "1,3", "id=not.in.(1,3)": "2,4", "id=in.()": "", "id=not.in.()": "1,2,3,4",
		`name=in.("Dina \"D\", the 2nd",Asma)`: "1,4",
		"mood=is.null":                         "3", "mood=not.is.null": "1,2,4", "mood=is.not_null": "1,2,4", "mood=isdistinct.calm": "2,3",
		"mood=eq.stormy": "2", "born=lt.1990-01-01": "2",
		"langs=cs.{ar}": "1,2", "langs=cd.{ar,fr}": "1,2,4", "langs=ov.{en,fr}": "1,3", "langs=eq.{ar}": "2",
		"facts->shoe->>size=eq.44": "2", `facts->shoe=eq.{"size":39}`: "1", "langs->>0=eq.fr": "3",
		"id=eq(any).{1,4}": "1,4", "id=gt(all).{1,2}": "3,4", "name=like(any).{A*,B*}": "1,2",
		"or=(id.eq.1,name.eq.Badr)": "1,2", "and=(id.gt.1,not.or(id.eq.2,id.eq.3))": "4", "not.or=(id.eq.1,id.eq.2)": "3,4",
		`or=(name.eq."Dina \"D\", the 2nd",id.in.(1,2))`: "1,2,4", "id=gt.1&id=lt.3": "2", "label=eq.2:Badr": "2",
	} {
		got := a.do("", "GET /climbers?select=id&order=id&"+escape(filter), "", "Accept", "text/csv")
		if list := ids(got.body); got.StatusCode != 200 || list != want {
			t.Errorf("%s: got %d %q, want %q", filter, got.StatusCode, list, want)
		}
	}
}

func TestTextSearch(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for filter, want := range map[string]int{
		"note=fts.summit": 2, "note=fts(english).storms": 1, "note=fts(simple).storm": 0, "note=plfts.summit snow": 1,
		"note=phfts(simple).then sun": 1, "note=wfts.summit -snow": 1, "note=not.fts.summit": 1,
		"or=(note.fts.wind,note.wfts(english).sun)": 2,
	} {
		got := a.do("", "GET /ascents?select=id:climber_id&"+escape(filter), "", "Accept", "text/csv")
		if n := count(got.body); got.StatusCode != 200 || n != want {
			t.Errorf("%s: got %d with %d rows, want %d: %s", filter, got.StatusCode, n, want, got.body)
		}
	}
}

func TestEmbedding(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "many to one, to itself", line: "GET /climbers?select=name,mentor_id(name)&id=eq.2", status: 200, want: `[{"name":"Badr","mentor_id":{"name":"Asma"}}]`},
		{name: "one to many, to itself", line: "GET /climbers?select=name,pupils:climbers(name)&id=eq.1&pupils.order=name.desc", status: 200, want: `[{"name":"Asma","pupils":[{"name":"Chloé"},{"name":"Badr"}]}]`},
		{name: "none", line: "GET /climbers?select=climbers(name),mentor:mentor_id(name)&id=eq.3", status: 200, want: `[{"climbers":[],"mentor":{"name":"Asma"}}]`},
		{name: "one to one, both ways", as: "u", line: "GET /climbers?select=passports(number)&id=in.(1,3)&order=id", status: 200, want: `[{"passports":{"number":"M-1"}},{"passports":null}]`},
		{name: "by a composite key", line: "GET /ascents?select=peaks(metres)&climber_id=eq.3", status: 200, want: `[{"peaks":{"metres":4071}}]`},
		{name: "many to many", line: "GET /climbers?select=peaks(name)&id=eq.1&peaks.order=name", status: 200, want: `[{"peaks":[{"name":"Mont Blanc"},{"name":"Toubkal"}]}]`},
		{name: "limited, ordered, filtered inside", line: "GET /peaks?select=name,ascents(note)&range=eq.Atlas&order=name&ascents.limit=1&ascents.order=on_day.desc&ascents.note=not.is.null", status: 200, want: `[{"name":"M'Goun","ascents":[{"note":"a summit of wind"}]},{"name":"Toubkal","ascents":[{"note":"snow on the summit"}]}]`},
		{name: "three deep", line: "GET /peaks?select=ascents(climbers(name,mentor_id(name)))&name=eq.M'Goun", status: 200, want: `[{"ascents":[{"climbers":{"name":"Chloé","mentor_id":{"name":"Asma"}}}]}]`},
		{name: "inner", line: "GET /climbers?select=name,ascents!inner(peak)&ascents.peak=eq.M'Goun", headers: []string{"Prefer", "count=exact"}, status: 200, want: `[{"name":"Chloé","ascents":[{"peak":"M'Goun"}]}]`, header: []string{"Content-Range", "0-0/1"}},
		{name: "without a match", line: "GET /climbers?select=name,ascents()&ascents=is.null", headers: []string{"Prefer", "count=exact"}, status: 200, want: `[{"name":"Dina \"D\", the 2nd"}]`, header: []string{"Content-Range", "0-0/1"}},
		{name: "with a match, or", line: "GET /climbers?select=id,ascents()&or=(ascents.not.is.null,id.eq.4)&ascents.peak=eq.M'Goun&order=id", status: 200, want: `[{"id":3},{"id":4}]`},
		{name: "spread", line: "GET /ascents?select=peak,...climbers(climber:name)&peak=eq.M'Goun", status: 200, want: `[{"peak":"M'Goun","climber":"Chloé"}]`},
		{name: "ordered by an embed", line: "GET /ascents?select=climber_id,peaks(metres)&order=peaks(metres).desc,climber_id&limit=2", status: 200, want: `[{"climber_id":1,"peaks":{"metres":4806}},{"climber_id":1,"peaks":{"metres":4167}}]`},
		{name: "through a view", line: "GET /high_peaks?select=name,ascents(climber_id)&name=eq.M'Goun", status: 200, want: `[{"name":"M'Goun","ascents":[{"climber_id":3}]}]`},
		{name: "one of two keys", line: "GET /guides?select=lead:lead_id(name),climbers!guides_deputy_id_fkey(name)&id=eq.1", status: 200, want: `[{"lead":{"name":"Asma"},"climbers":{"name":"Badr"}}]`},
		{
			name: "which of two keys?", line: "GET /guides?select=climbers(name)", status: 300,
			want: `{"code":"PGRST201","details":[
				{"cardinality":"many-to-one","embedding":"guides with climbers","relationship":"guides_deputy_id_fkey using guides(deputy_id) and climbers(id)"},
				{"cardinality":"many-to-one","embedding":"guides with climbers","relationship":"guides_lead_id_fkey using guides(lead_id) and climbers(id)"}],
				"hint":"Try changing 'climbers' to one of the following: 'climbers!guides_deputy_id_fkey', 'climbers!guides_lead_id_fkey'. Find the desired relationship in the 'details' key.",
				"message":"Could not embed because more than one relationship was found for 'guides' and 'climbers'"}`,
		},
		{
			name: "no relationship", line: "GET /peaks?select=log(*)", status: 400,
			want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'peaks' and 'log' in the schema 'api', but no matches were found.","hint":null,"message":"Could not find a relationship between 'peaks' and 'log' in the schema cache"}`,
		},
		{
			name: "two tables without a relationship, of which another has a similar name", line: "GET /ascents?select=*,pairs(*)", status: 400,
			want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'ascents' and 'pairs' in the schema 'api', but no matches were found.","hint":null,"message":"Could not find a relationship between 'ascents' and 'pairs' in the schema cache"}`,
		},
		{
			name: "a similar name that is no table", line: "GET /ascents?select=*,peak(*)", status: 400,
			want: `{"code":"PGRST200","details":"Searched for a foreign key relationship between 'ascents' and 'peak' in the schema 'api', but no matches were found.","hint":"Perhaps you meant 'peaks' instead of 'peak'.","message":"Could not find a relationship between 'ascents' and 'peak' in the schema cache"}`,
		},
	})
}

func TestSpreadsOfManyRows(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "columns as arrays", line: "GET /climbers?select=id,...ascents(peak,day:on_day)&order=id&id=in.(1,4)&ascents.order=peak", status: 200, want: `[{"id":1,"peak":["Mont Blanc","Toubkal"],"day":["2022-03-04","2021-01-02"]},{"id":4,"peak":[],"day":[]}]`},
		{name: "through another", line: "GET /climbers?select=id,...ascents(...peaks(metres))&id=eq.1&ascents.order=on_day", status: 200, want: `[{"id":1,"metres":[4167,4806]}]`},
		{name: "without a match", line: "GET /climbers?select=id,...ascents(peak)&ascents=is.null", status: 200, want: `[{"id":4,"peak":[]}]`},
	})
}

func TestAggregates(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{{
		name: "off by default", line: "GET /peaks?select=metres.max()", status: 400,
		want: `{"code":"PGRST123","details":null,"hint":null,"message":"Use of aggregate functions is not allowed"}`,
	}})
	setup(t, func(o *rest.Options) { o.Aggregates = true }).run([]testCase{
		{name: "over all", line: "GET /peaks?select=count(),metres.max(),low:metres.min()::text", status: 200, want: `[{"count":4,"max":4806,"low":"2455"}]`},
		{name: "by groups", line: "GET /peaks?select=range,count()&order=range", status: 200, want: `[{"range":"Alps","count":1},{"range":"Atlas","count":2},{"range":"Rif","count":1}]`},
		{name: "by what is embedded, ordered by the count", line: "GET /ascents?select=count(),peaks(metres)&order=count.desc&limit=1", status: 200, want: `[{"count":2,"peaks":{"metres":4167}}]`},
		{name: "in an embed", line: "GET /climbers?select=id,ascents(count())&id=in.(1,4)&order=id", status: 200, want: `[{"id":1,"ascents":[{"count":2}]},{"id":4,"ascents":[{"count":0}]}]`},
		{name: "of a spread", line: "GET /ascents?select=peak,...climbers(id.sum())&order=peak", status: 200, want: `[{"peak":"M'Goun","sum":3},{"peak":"Mont Blanc","sum":1},{"peak":"Toubkal","sum":3}]`},
		{name: "of JSON", line: "GET /climbers?select=facts->shoe->>size::int.sum()", status: 200, want: `[{"sum":83}]`},
		{name: "beside an embed", line: "GET /ascents?select=climbers(name),count()&peak=eq.Toubkal&order=climbers(name).desc", status: 200, want: `[{"count":1,"climbers":{"name":"Badr"}},{"count":1,"climbers":{"name":"Asma"}}]`},
		{name: "by JSON of an embed", line: "GET /ascents?select=climbers(facts),count()&order=climbers(facts->shoe->>size).desc.nullslast&limit=1", status: 200, want: `[{"count":1,"climbers":{"facts":{"shoe":{"size":44}}}}]`},
	})
}

func TestPages(t *testing.T) {
	t.Parallel()
	exact, planned := []string{"Prefer", "count=exact"}, []string{"Prefer", "count=planned"}
	setup(t).run([]testCase{
		{name: "limit", line: "GET /climbers?select=id&order=id&limit=2&offset=1", headers: exact, status: 206, want: `[{"id":2},{"id":3}]`, header: []string{"Content-Range", "1-2/4", "Preference-Applied", "count=exact"}},
		{name: "Range", line: "GET /climbers?select=id&order=id", headers: []string{"Range", "2-9", "Prefer", "count=exact"}, status: 206, want: `[{"id":3},{"id":4}]`, header: []string{"Content-Range", "2-3/4"}},
		{name: "all", line: "GET /climbers?select=id&order=id", headers: planned, status: 200, want: `[{"id":1},{"id":2},{"id":3},{"id":4}]`, header: []string{"Content-Range", "0-3/4"}},
		{name: "estimated", line: "HEAD /climbers", headers: []string{"Prefer", "count=estimated"}, status: 200, header: []string{"Content-Range", "0-3/4"}},
		{name: "no rows", line: "GET /climbers?limit=0", status: 200, want: `[]`, header: []string{"Content-Range", "*/*"}},
		{name: "past the end, not counted", line: "GET /climbers?offset=9", status: 200, want: `[]`, header: []string{"Content-Range", "*/*"}},
		{name: "past the end", line: "GET /climbers?offset=9", headers: exact, status: 416, want: `{"code":"PGRST103","details":"An offset of 9 was requested, but there are only 4 rows.","hint":null,"message":"Requested range not satisfiable"}`, header: []string{"Content-Range", "*/4"}},
		{name: "order by JSON, nulls last", line: "GET /climbers?select=id&order=facts->shoe->size.desc.nullslast,id.desc", status: 200, want: `[{"id":2},{"id":1},{"id":4},{"id":3}]`},
	})
}

func TestTheOperatorBoundsRows(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.MaxRows = 2 })
	a.run([]testCase{
		{name: "rows", line: "GET /climbers?select=id&order=id&limit=50", headers: []string{"Prefer", "count=exact"}, status: 206, want: `[{"id":1},{"id":2}]`, header: []string{"Content-Range", "0-1/4"}},
		{name: "estimates only where there is more", line: "HEAD /climbers?id=lt.3", headers: []string{"Prefer", "count=estimated"}, status: 200, header: []string{"Content-Range", "0-1/2"}},
		{name: "embeds", line: "GET /climbers?select=climbers(id)&id=eq.1&climbers.order=id", status: 200, want: `[{"climbers":[{"id":2},{"id":3}]}]`},
		{name: "what is written is not bounded", as: "u", line: "PATCH /climbers?id=lt.4&select=id", body: `{"mood":null}`, headers: []string{"Prefer", "return=representation"}, status: 200, want: `[{"id":1},{"id":2},{"id":3}]`},
	})
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	setup(t, func(o *rest.Options) { o.Schemas = []string{"api", "other"} }).run([]testCase{
		{name: "the first", as: "u", line: "GET /climbers?select=name&id=eq.1", status: 200, want: `[{"name":"Asma"}]`, header: []string{"Content-Profile", "api"}},
		{name: "by name", as: "u", line: "GET /climbers", headers: []string{"Accept-Profile", "other"}, status: 200, want: `[{"id":1,"nick":"elsewhere"}]`, header: []string{"Content-Profile", "other"}},
		{name: "for a write", as: "u", line: "PATCH /climbers?id=eq.1", body: `{"nick":"x"}`, headers: []string{"Content-Profile", "other"}, status: 204},
		{name: "of what may be done", line: "OPTIONS /climbers", headers: []string{"Accept-Profile", "other", "Content-Profile", "hidden"}, status: 200},
		{name: "not exposed", line: "GET /safe", headers: []string{"Accept-Profile", "hidden"}, status: 406, want: `{"code":"PGRST106","details":null,"hint":"Only the following schemas are exposed: api, other","message":"Invalid schema: hidden"}`},
		{name: "not in this one", line: "GET /passes", status: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'api.passes' in the schema cache"}`},
		{name: "nearly", line: "GET /climber", status: 404, want: `{"code":"PGRST205","details":null,"hint":"Perhaps you meant the table 'api.climbers'","message":"Could not find the table 'api.climber' in the schema cache"}`},
	})
}
