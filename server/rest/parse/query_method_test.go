package parse_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

func TestQueryBody(t *testing.T) {
	t.Parallel()
	const form, override = "application/x-www-form-urlencoded", "X-HTTP-Method-Override"
	filters := func(values ...string) string { return strings.Join(values, " ") }
	tests := []struct {
		name, line, body string
		headers          []string
		want             string
	}{
		{"a query string", "QUERY /t?a=eq.1", "b=eq.2&a=eq.%203+4", []string{"Content-Type", form}, filters("a=eq.1", "b=eq.2", "a=eq. 3 4")},
		{"an object", "QUERY /t?a=eq.1", `{"b":"eq.2","c":["gt.1","lt.\u00e9"]}`, nil, filters("a=eq.1", "b=eq.2", "c=gt.1", "c=lt.é")},
		{"a POST that overrides", "POST /t", `{"b":"eq.2"}`, []string{override, "query"}, filters("b=eq.2")},
		{"no body", "QUERY /t?a=eq.1", "", []string{"Content-Type", "text/plain"}, filters("a=eq.1")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := mustRead(t, test.line, test.body, test.headers...)
			var got []string
			for _, filter := range request.Filters {
				got = append(got, filter.Key+"="+filter.Raw)
			}
			same(t, filters(got...), test.want)
			if request.Method != parse.MethodQuery || !request.Reads() {
				t.Errorf("got the method %s, reads: %t", request.Method, request.Reads())
			}
		})
	}
	limited := mustRead(t, "QUERY /t", `{"limit":5,"select":"id"}`, "Range", "2-9", "Content-Profile", "other")
	same(t, limited.Rows, parse.Rows{Offset: 2, Limited: true, Limit: 3})
	same(t, limited.Profile, "other")
	same(t, mustRead(t, "QUERY /t", "", "Content-Profile", "a", "Accept-Profile", "b").Profile, "b")
	same(t, mustRead(t, "GET /t", "", override, "QUERY").Method, "GET")
	same(t, mustRead(t, "POST /t", "{}", override, "DELETE").Method, "POST")
}

func TestBadQueryBodies(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"an array": `[1]`, "an object inside": `{"a":{}}`, "null": `{"a":null}`, "an array inside": `{"a":[["x"]]}`, "null inside": `{"a":[null]}`,
		"more than one": `{"a":"eq.1"} {}`, "half": `{"a":`, "no JSON": `a=eq.1`, "a NUL": `{"a":"eq.\u0000"}`, "a number": "3",
		"too many": `{"a":[` + strings.Repeat(`"eq.1",`, 6000) + `"eq.1"]}`,
	} {
		if _, err := read(t, "QUERY /t", body); err == nil || fault.As(err).Status != 400 {
			t.Errorf("%s: got %v, want a refusal with status 400", name, err)
		}
	}
	if _, err := read(t, "QUERY /t", "a=eq.1", "Content-Type", "text/csv"); fault.As(err).Code != fault.RestBadBody {
		t.Errorf("CSV: got %v, want %s", err, fault.RestBadBody)
	}
	if _, err := read(t, "QUERY /t", strings.Repeat("x", 16<<20+1), "Content-Type", parse.Form); fault.As(err).Status != 413 {
		t.Errorf("a long one: got %.200v, want 413", err)
	}
	if _, err := read(t, "QUERY /", ""); fault.As(err).Code != fault.RestBadMethod {
		t.Errorf("the root: got %v, want %s", err, fault.RestBadMethod)
	}
}

// TestTooMany: what would cost more than it is worth is refused before it is
// read to its end, wherever a body has room for it.
func TestTooMany(t *testing.T) {
	t.Parallel()
	for name, question := range map[string]string{
		"items":      "select=" + strings.Repeat("a,", 6000) + "a",
		"conditions": "or=(" + strings.Repeat("a.eq.1,", 6000) + "a.eq.1)", "orders": "order=" + strings.Repeat("a,", 6000) + "a",
		"columns": "columns=" + strings.Repeat("a,", 6000) + "a", "embeds on the way": strings.Repeat("a.", 6000) + "a=eq.1",
		"parameters": strings.Repeat("a=eq.1&", 6000),
	} {
		_, err := read(t, "QUERY /t", question, "Content-Type", parse.Form)
		if got := fault.As(err); got.Code != fault.RestBadQuery || got.Message != "The query string has more than 5000 terms" {
			t.Errorf("%s: got %s %s", name, got.Code, got.Message)
		}
	}
	if _, err := read(t, "GET /t?a"+strings.Repeat("->b", 600)+"=eq.1", ""); fault.As(err).Message != "The query string has more than 500 arrows in one path" {
		t.Errorf("arrows: got %v", err)
	}
	values := mustRead(t, "QUERY /t", "a=in.("+strings.Repeat("1,", 100_000)+"1)", "Content-Type", parse.Form)
	if got := len(values.Filters[0].Test.Values); got != 100_001 {
		t.Errorf("values of one list: got %d, want all 100001", got)
	}
}
