package rest_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
)

//go:embed testdata/media.sql
var mediaFixture string

// withMedia serves the fixture with media types of its own.
func withMedia(t *testing.T, change ...func(*rest.Options)) *api {
	t.Helper()
	return with(t, mediaFixture, change...)
}

func accept(media string) []string { return []string{"Accept", media} }

func TestHandlersOfTables(t *testing.T) {
	t.Parallel()
	const atlas = "GET /peaks?range=eq.Atlas&order=name"
	withMedia(t).run([]testCase{
		{name: "its own aggregate", line: atlas, headers: accept("text/vcard"), status: 200, want: "FN:M'Goun\nFN:Toubkal\n", header: []string{"Content-Type", "text/vCard", "Content-Range", "0-1/*", "Content-Length", "21"}},
		{name: "upper case, and worse types besides", line: atlas, headers: accept("application/json;q=0.5, TEXT/VCARD"), status: 200, want: "FN:M'Goun\nFN:Toubkal\n"},
		{name: "of no rows", line: "GET /peaks?range=eq.Andes", headers: accept("text/vcard"), status: 200, header: []string{"Content-Type", "text/vCard", "Content-Length", "", "Content-Range", "*/*"}},
		{name: "not of chosen columns", line: atlas + "&select=name", headers: accept("text/vcard"), status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: text/vcard"}`},
		{name: "of rows that a function returns", line: "GET /rpc/tallest?n=1", headers: accept("text/vcard"), status: 200, want: "FN:Mont Blanc\n"},
		{name: "of such rows, sorted by a computed column", line: "GET /rpc/tallest?n=2&order=sign.desc", headers: accept("text/vcard"), status: 200, want: "FN:Toubkal\nFN:Mont Blanc\n"},
		{name: "of rows that a write returns", as: "u", line: "PATCH /peaks?name=eq.Toubkal", body: `{"metres":4168}`, headers: append(accept("text/vcard"), full...), status: 200, want: "FN:Toubkal\n", header: []string{"Content-Type", "text/vCard"}},
		{name: "of a write that returns none", as: "u", line: "PATCH /peaks?name=eq.Toubkal", body: `{"metres":4167}`, headers: accept("text/vcard"), status: 204, header: []string{"Content-Type", ""}},
		{name: "of any rows", line: "GET /peaks?select=name,metres&name=eq.Toubkal", headers: accept("text/html"), status: 200, want: "<p>(Toubkal,4167)</p>", header: []string{"Content-Type", "text/html"}},
		{name: "of any rows, with embeds", line: "GET /ascents?select=peak,climbers(name)&climber_id=eq.3", headers: accept("text/html"), status: 200, want: `<p>(M'Goun,"{""name"": ""Chloé""}")</p>`},
		{name: "of a value", line: "GET /rpc/plain?name=Asma", headers: accept("text/html"), status: 200, want: "<p>Asma</p>"},
		{name: "in place of CSV, with headers and a mark", line: "GET /guides?order=id", headers: accept("text/csv"), status: 200, want: "\ufeffid;lead\n1;1\n2;3\n", header: []string{"Content-Type", "text/csv; charset=utf-8", "Content-Disposition", `attachment; filename="guides.csv"`}},
		{name: "anything", line: "GET /climbers?id=in.(1,2)&order=id", headers: accept("audio/ogg"), status: 200, want: "AsmaBadr", header: []string{"Content-Type", "application/octet-stream"}},
		{name: "anything, and its name", line: "GET /climbers?id=eq.1", headers: accept("audio/midi"), status: 200, want: "Asma", header: []string{"Content-Type", "audio/midi"}},
		{name: "anything is not our own types", line: "GET /climbers?id=eq.1", headers: accept("application/vnd.pgrst.object;nulls=stripped"), status: 200, want: `{"id":1,"name":"Asma","mood":"calm","facts":{"shoe":{"size":39},"marks":[3,5]},"langs":["ar","fr"],"born":"1990-02-03"}`},
		{name: "headers only", line: "HEAD /peaks", headers: accept("text/vcard"), status: 200, header: []string{"Content-Type", "text/vCard", "Content-Length", ""}},
		{name: "counted", line: "GET /peaks?order=metres.desc&limit=1", headers: append(accept("text/vcard"), "Prefer", "count=exact"), status: 206, want: "FN:Mont Blanc\n", header: []string{"Content-Range", "0-0/4"}},
		{name: "geometry without the extension", line: "GET /peaks", headers: accept("application/geo+json"), status: 404, want: `{"code":"42883","details":null,"hint":"No function matches the given name and argument types. You might need to add explicit type casts.","message":"function st_asgeojson(record) does not exist"}`},
	})
}

func TestHandlersOfValues(t *testing.T) {
	t.Parallel()
	const png = "\x89PNG\r\n\x1a\n\xff\x00"
	long := strings.Repeat("\x00\xfe", 4096)
	withMedia(t).run([]testCase{
		{name: "text", line: "GET /rpc/letter?name=Asma", headers: accept("text/plain"), status: 200, want: "Dear Asma", header: []string{"Content-Type", "text/plain; charset=utf-8"}},
		{name: "text by POST", line: "POST /rpc/letter", body: `{}`, headers: accept("text/plain"), status: 200, want: "Dear you"},
		{name: "null", line: "GET /rpc/letter?name=", headers: accept("text/plain"), status: 200, want: "", header: []string{"Content-Type", "text/plain; charset=utf-8"}},
		{name: "none, for a limit", line: "GET /rpc/letter?limit=0", headers: accept("text/plain"), status: 200, want: ""},
		{name: "JSON of it", line: "GET /rpc/letter", status: 200, want: `"Dear you"`, header: []string{"Content-Type", "application/json; charset=utf-8"}},
		{name: "counted", line: "GET /rpc/letter", headers: append(accept("text/plain"), "Prefer", "count=exact"), status: 200, want: "Dear you", header: []string{"Content-Range", "0-0/1"}},
		{name: "bytes", line: "GET /rpc/photo", headers: accept("image/png"), status: 200, want: png, header: []string{"Content-Type", "image/png", "Content-Length", "10"}},
		{name: "bytes, by a browser", line: "GET /rpc/photo", headers: accept("text/html,application/xhtml+xml,image/png;q=0.9,*/*;q=0.8"), status: 200, want: "<p>\\x89504e470d0a1a0aff00</p>"},
		{name: "JSON of bytes", line: "GET /rpc/photo", headers: accept("*/*"), status: 200, want: `"\\x89504e470d0a1a0aff00"`},
		{name: "many bytes", line: "POST /rpc/store", body: long, headers: append(accept("image/png"), "Content-Type", "application/octet-stream"), status: 200, want: long},
		{name: "anything", line: "GET /rpc/blob", headers: accept("audio/ogg"), status: 200, want: "\x00\xff", header: []string{"Content-Type", "application/octet-stream"}},
		{name: "several values", line: "GET /rpc/letters", headers: accept("text/plain"), status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: text/plain"}`},
		{name: "text that is no media type", line: "GET /rpc/plain?name=x", headers: accept("text/plain, text/xml"), status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: text/plain, text/xml"}`},
		{name: "CSV of values", line: "GET /rpc/ranges", headers: accept("text/csv"), status: 200, want: "pgrst_scalar\nAlps\nAtlas\nRif"},
		{name: "CSV of chosen columns", line: "GET /rpc/tallest?n=2&select=name,m:metres", headers: accept("text/csv; charset=utf-8"), status: 200, want: "name,m\n\"Mont Blanc\",4806\nToubkal,4167", header: []string{"Content-Type", "text/csv; charset=utf-8"}},
		{name: "an object of a value without nulls", line: "GET /rpc/one", headers: accept("application/vnd.pgrst.object;nulls=stripped"), status: 200, want: `{"a":7}`},
	})
}

func TestCSVOfAWrite(t *testing.T) {
	t.Parallel()
	withMedia(t).run([]testCase{
		{name: "only what was selected", as: "u", line: "POST /ascents?select=peak,who:climbers(name)", body: `{"climber_id":3,"range":"Alps","peak":"Mont Blanc"}`, headers: append(accept("text/csv"), full...), status: 201, want: "peak,who\n\"Mont Blanc\",\"{\"\"name\"\": \"\"Chloé\"\"}\"", header: []string{"Content-Type", "text/csv; charset=utf-8"}},
	})
}

func TestPlans(t *testing.T) {
	t.Parallel()
	const json, text = "application/vnd.pgrst.plan+json", "application/vnd.pgrst.plan"
	plans := func(o *rest.Options) { o.ExplainEnabled = true }
	a := withMedia(t, plans)
	for _, test := range []struct{ name, line, body, accept, kind, part string }{
		{"a read", "GET /peaks", "", text, text + `+text; for="application/json"`, "Seq Scan on peaks"},
		{"one that is not single", "GET /peaks", "", json + `;for="application/vnd.pgrst.object"`, json + `; for="application/vnd.pgrst.object+json"`, `"Relation Name": "peaks"`},
		{"a count", "GET /peaks?limit=1", "", json + `;options=verbose`, json + `; for="application/json"; options=verbose`, `"Output"`},
		{"a handler", "GET /peaks", "", json + `;for="text/vcard";options=verbose`, json + `; for="text/vcard"; options=verbose`, "cards(ROW("},
		{"a write that returns nothing", "PATCH /peaks?name=eq.Toubkal", `{"metres":1}`, text, text + `+text; for="application/json"`, "Update on peaks"},
		{"a replacement", "PUT /guides?id=eq.9", `{"id":9}`, text, text + `+text; for="application/json"`, "Insert on guides"},
		{"a call", "POST /rpc/tallest", `{"n":1}`, text + `;options=analyze`, text + `+text; for="application/json"; options=analyze`, "actual"},
	} {
		got := a.do("u", test.line, test.body, "Accept", test.accept, "Prefer", "count=exact")
		if got.StatusCode != 200 || !strings.Contains(got.body, test.part) || !strings.HasSuffix(got.body, "\n") {
			t.Errorf("%s: got %d %s, want %s", test.name, got.StatusCode, got.body, test.part)
		}
		if kind := got.Header.Get("Content-Type"); kind != test.kind+"; charset=utf-8" {
			t.Errorf("%s: got %s, want %s", test.name, kind, test.kind)
		}
	}
	if n := a.rows("select count(*) from api.peaks where metres = 1"); n != 0 {
		t.Error("a plan was carried out")
	}
	a.run([]testCase{
		{name: "headers only", line: "HEAD /peaks", headers: accept(json), status: 200, header: []string{"Content-Type", json + `; for="application/json"; charset=utf-8`}},
		{name: "of what cannot be made", line: "GET /peaks", headers: accept(json + `;for="audio/ogg"`), status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/vnd.pgrst.plan+json; for=\"audio/ogg\""}`},
		{name: "WAL of what is not carried out", line: "GET /peaks", headers: accept(json + ";options=wal"), status: 400, want: `{"code":"22023","details":null,"hint":null,"message":"EXPLAIN option WAL requires ANALYZE"}`},
	})
	setup(t).run([]testCase{
		{name: "plans are off by default", line: "GET /peaks", headers: accept(text), status: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/vnd.pgrst.plan+text; for=\"application/json\""}`},
		{name: "and leave the next best", line: "GET /peaks?select=metres&limit=0", headers: accept(text + ", text/csv;q=0.1"), status: 200, want: "metres"},
	})
}
