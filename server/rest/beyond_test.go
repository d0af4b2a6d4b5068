package rest_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

func aggregates(o *rest.Options) { o.Aggregates = true }

// TestDistinct: `column.distinct()` leaves one row for each value.
func TestDistinct(t *testing.T) {
	t.Parallel()
	counted := []string{"Prefer", "count=exact"}
	setup(t, aggregates).run([]testCase{
		{name: "distinct rows", line: "GET /peaks?select=range.distinct()", headers: counted, status: 200, want: `[{"range":"Alps"},{"range":"Atlas"},{"range":"Rif"}]`, header: []string{"Content-Range", "0-2/3"}},
		{name: "a page of them", line: "GET /peaks?select=range.distinct()&order=range.desc&limit=1&offset=1", headers: counted, status: 206, want: `[{"range":"Atlas"}]`, header: []string{"Content-Range", "1-1/3"}},
		{name: "the highest of each range", line: "GET /peaks?select=range.distinct(),name&order=metres.desc", status: 200, want: `[{"range":"Alps","name":"Mont Blanc"},{"range":"Atlas","name":"Toubkal"},{"range":"Rif","name":"Tidirhine"}]`},
		{name: "two columns", line: "GET /ascents?select=r:range.distinct(),peak.distinct()&order=peak", status: 200, want: `[{"r":"Atlas","peak":"M'Goun"},{"r":"Alps","peak":"Mont Blanc"},{"r":"Atlas","peak":"Toubkal"}]`},
		{name: "of a cast and a path", line: "GET /climbers?select=facts->shoe->>size::int.distinct()&id=lt.4", status: 200, want: `[{"size":39},{"size":44},{"size":null}]`},
		{name: "of a computed column", line: "GET /climbers?select=label.distinct()&id=eq.1", status: 200, want: `[{"label":"1:Asma"}]`},
		{name: "of a domain that prints otherwise", line: "GET /huts?select=at.distinct()&order=at.desc", status: 200, want: `[{"at":"3207 m"},{"at":"2600 m"}]`},
		{name: "all columns", line: "GET /high_peaks?select=*.distinct()&name=eq.Toubkal", status: 200, want: `[{"range":"Atlas","name":"Toubkal","metres":4167}]`},
		{name: "in an embed", line: "GET /climbers?select=name,ascents(range.distinct())&id=eq.1", status: 200, want: `[{"name":"Asma","ascents":[{"range":"Alps"},{"range":"Atlas"}]}]`},
		{name: "in a to-many spread", line: "GET /climbers?select=name,...ascents(range.distinct())&id=eq.1", status: 200, want: `[{"name":"Asma","range":["Alps","Atlas"]}]`},
		{name: "in a to-one spread", line: "GET /ascents?select=...peaks(metres.distinct())&order=peaks(metres).desc", headers: counted, status: 200, want: `[{"metres":4806},{"metres":4167},{"metres":4071}]`, header: []string{"Content-Range", "0-2/3"}},
		{name: "after a call", line: "GET /rpc/find?part=a&select=mood.distinct()", status: 200, want: `[{"mood":"calm"},{"mood":"stormy"}]`},
		{name: "of JSON", line: "GET /climbers?select=facts->shoe.distinct()", status: 200, want: `[{"shoe":{"size":39}},{"shoe":{"size":44}},{"shoe":null}]`},
		{name: "counted once", line: "GET /ascents?select=range.count(distinct),n:peak.count(distinct)::text,all:count()", status: 200, want: `[{"count":2,"n":"3","all":4}]`},
		{name: "counted once in an embed", line: "GET /climbers?select=id,ascents(range.count(distinct))&id=eq.1", status: 200, want: `[{"id":1,"ascents":[{"count":2}]}]`},
		{name: "grouped by a domain that prints otherwise", line: "GET /huts?select=at,count()&order=at", status: 200, want: `[{"at":"2600 m","count":1},{"at":"3207 m","count":1}]`},
	})
}

// TestRank: a text search may say the order too.
func TestRank(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "the best first", line: "GET /ascents?select=note&note=fts.summit|wind&order=note.fts.summit|wind", status: 200, want: `[{"note":"a summit of wind"},{"note":"snow on the summit"}]`},
		{name: "as supabase-js says it", line: "GET /ascents?select=note&note=not.is.null&order=note.wfts(english).wind.desc&limit=1", status: 200, want: `[{"note":"a summit of wind"}]`},
		{name: "the worst first", line: "GET /ascents?select=note&note=fts.summit|wind&order=note.fts.summit|wind.asc", status: 200, want: `[{"note":"snow on the summit"},{"note":"a summit of wind"}]`},
		{name: "equals by the key, nulls last", line: "GET /ascents?select=climber_id,peak&order=note.fts.nothing", status: 200, want: `[{"climber_id":1,"peak":"Mont Blanc"},{"climber_id":1,"peak":"Toubkal"},{"climber_id":3,"peak":"M'Goun"},{"climber_id":2,"peak":"Toubkal"}]`},
		{name: "in an embed", line: `GET /climbers?select=ascents(note)&id=eq.1&ascents.order=note.phfts(simple)."then sun".desc`, status: 200, want: `[{"ascents":[{"note":"storms, then sun"},{"note":"snow on the summit"}]}]`},
		{name: "an unknown language", line: "GET /ascents?order=note.fts(elvish).x", status: 400, want: `{"code":"42704","details":null,"hint":null,"message":"text search configuration \"elvish\" does not exist"}`},
	})
}

// TestSpreadBesideEmbed: one relationship may be both in one answer.
func TestSpreadBesideEmbed(t *testing.T) {
	t.Parallel()
	setup(t).run([]testCase{
		{name: "of one", line: "GET /ascents?select=climbers(id),...climbers(who:name),...climbers(mood)&peak=eq.M'Goun", status: 200, want: `[{"climbers":{"id":3},"who":"Chloé","mood":null}]`},
		{name: "of many, filtered apart", line: "GET /climbers?select=ascents(note),...ascents(peak)&id=eq.3&ascents.note=is.null", status: 200, want: `[{"ascents":[],"peak":["M'Goun"]}]`},
	})
}
