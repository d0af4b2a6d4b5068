package rest_test

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/token"
)

// queries are good ones, of every kind, about the fixture.
var queries = []string{
	"climbers?select=id,n:name,facts->shoe->>size,langs->0,born::text,label&id=in.(1,2)&order=born.desc.nullslast&limit=2",
	`climbers?or=(id.eq.1,not.and(name.like.A*,mood.is.null),langs.cs.{ar})&name=not.in.("a,b",c)`,
	"climbers?select=name,mentor_id(name),ascents!inner(peak,...peaks(metres))&ascents.peak=eq.Toubkal&ascents.order=peaks(metres)",
	"climbers?select=mood.distinct(),ascents(range.count(distinct),count())&order=mood",
	"ascents?select=note&note=fts(english).summit&order=note.wfts.snow.desc&offset=1",
	"ascents?select=range,on_day.max(),climber_id.sum()::text,...climbers(mood)",
	"huts?select=id,at&at=gt.3 m&order=at", "guides?select=climbers!guides_lead_id_fkey(name)",
	"high_peaks?metres=gte.4000&select=*", "rpc/find?part=a&select=id,climbers(name)&id=gt.1", "rpc/add?a=1&b=2", "rpc/total?n=1&n=2",
}

// fragments are the texts that make a request malformed.
var fragments = []string{
	"(", ")", ",", ".", "..", "*", `"`, `\`, "not.", "or=", "is.null", "eq.", "->", "->>", "::", "!inner", "count()", ".sum()", ".distinct()",
	"{", "}", "null", "-1", "9999999999999999999", "select=", "&", "=", "%", "order=", ".desc", ".fts(x).y", "limit=", "in.(", "'", "?", "$1", ";",
	"--", "\x00", "\xff", "ش", "(any)", "cs.", "[", "]", "1e400", "NaN", "infinity", "2020-13-45", "id", "name", "::int", "::json", "::regclass",
	"::bit", "columns=", "on_conflict=", strings.Repeat("x", 70),
}

// TestBrokenQuestions: whatever is broken in a request, the answer is never that
// the server has failed.
func TestMalformedRequests(t *testing.T) {
	t.Parallel()
	a := setup(t, aggregates, func(o *rest.Options) { o.TxOverride = true })
	random := rand.New(rand.NewPCG(4167, 8))
	methods := []string{"GET", "GET", "GET", "QUERY", "POST", "PATCH", "DELETE", "PUT", "HEAD"}
	answered := 0
	for range 3000 {
		path, question, _ := strings.Cut(queries[random.IntN(len(queries))], "?")
		method := methods[random.IntN(len(methods))]
		r := &http.Request{
			Method: method, URL: &url.URL{Path: "/" + path, RawQuery: damaged(question, random)},
			Header: http.Header{"Prefer": {"return=representation, count=exact, tx=rollback"}}, Body: http.NoBody,
		}
		if method == "POST" || method == "PUT" || method == "PATCH" {
			r.Body = httptest.NewRequest(method, "/", strings.NewReader(damaged(`[{"id":7,"name":"Eve","born":"2001-02-03"}]`, random))).Body
		}
		w := httptest.NewRecorder()
		a.handler.ServeHTTP(w, r.WithContext(token.WithBearer(t.Context(), "u")))
		if w.Code >= 500 {
			t.Errorf("%s %s?%s: %d %s", method, r.URL.Path, r.URL.RawQuery, w.Code, w.Body)
		}
		if w.Code < 300 {
			answered++
		}
	}
	if answered < 300 || answered > 2700 {
		t.Errorf("%d of 3000 were answered: what is asked is too broken, or too little", answered)
	}
}

// damaged puts up to two splinters into a text, and takes pieces out of it.
func damaged(text string, random *rand.Rand) string {
	for range random.IntN(3) {
		at := random.IntN(len(text) + 1)
		until := min(len(text), at+random.IntN(4))
		text = text[:at] + fragments[random.IntN(len(fragments))] + text[until:]
	}
	return text
}
