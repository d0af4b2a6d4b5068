package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func reads[T any](t *testing.T, text string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func kinds(findings []finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.kind)
	}
	return all
}

func came(status int, body string, headers ...string) answer {
	h := http.Header{}
	for pair := range slices.Chunk(headers, 2) {
		h.Add(pair[0], pair[1])
	}
	return answer{status, h, []byte(body)}
}

// TestJudge plants a wrong answer of each kind beside a right one.
func TestJudge(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, expect string
		right, wrong answer
		kinds        []string // of what is wrong
	}{
		{"status", `{"status": 201}`, came(201, ""), came(200, ""), []string{"status"}},
		{
			"header", `{"headers": [["Content-Range", "0-1/*"]]}`,
			came(200, "", "Content-Range", "0-1/*"), came(200, "", "Content-Range", "0-1/2"),
			[]string{"header:content-range"},
		},
		{
			"one of several", `{"headers": [["Set-Cookie", "b"]]}`,
			came(200, "", "Set-Cookie", "a", "Set-Cookie", "b"), came(200, "", "Set-Cookie", "a"),
			[]string{"header:set-cookie"},
		},
		{
			"single header", `{"single_headers": ["Vary"]}`,
			came(200, "", "Vary", "a"), came(200, "", "Vary", "a", "Vary", "b"),
			[]string{"header:vary"},
		},
		{"absent header", `{"absent_headers": ["Location"]}`, came(200, ""), came(200, "", "Location", "/"), []string{"absent:location"}},
		{
			"part of a header", `{"header_contains": [["Server-Timing", "jwt"]]}`,
			came(200, "", "Server-Timing", "jwt;dur=1"), came(200, "", "Server-Timing", "plan;dur=1"),
			[]string{"header:server-timing"},
		},
		{
			"header by expression", `{"header_regex": [["Content-Length", "^(?!0$)"]]}`,
			came(200, "", "Content-Length", "10"), came(200, "", "Content-Length", "0"),
			[]string{"header:content-length"},
		},
		{
			"absent, by expression", `{"header_regex": [["Content-Length", "^(?!0$)"]]}`,
			came(200, "", "Content-Length", "01"), came(200, ""),
			[]string{"header:content-length"},
		},
		{
			"content type", `{"json_content_type": true}`,
			came(200, "", "Content-Type", "application/json; charset=utf-8"), came(200, "", "Content-Type", "application/json; x=1"),
			[]string{"header:content-type"},
		},
		{"JSON body", `{"body": {"json": {"a": [1, null]}}}`, came(200, `{"a":[1.0,null]}`), came(200, `{"a":[1,0]}`), []string{"body"}},
		{"JSON that is none", `{"body": {"json": null}}`, came(200, `null`), came(200, ``), []string{"body"}},
		{"more than JSON", `{"body": {"json": []}}`, came(200, ` [] `), came(200, `[] []`), []string{"body"}},
		{"text body", `{"body": {"text": "a\n"}}`, came(200, "a\n"), came(200, "a"), []string{"body"}},
		{"no body", `{"body": {"text": ""}}`, came(200, ""), came(200, " "), []string{"body"}},
		{"bytes", `{"body": {"base64": "/w=="}}`, came(200, "\xff"), came(200, "\xfe"), []string{"body"}},
		{
			"a value within", `{"checks": [{"t": "json_path", "path": ["a", 0, "b"], "op": "eq", "value": 1}]}`,
			came(200, `{"a": [{"b": 1}]}`), came(200, `{"a": [{"b": "1"}]}`),
			[]string{"check:json_path"},
		},
		{
			"a value within that is not there", `{"checks": [{"t": "json_path", "path": ["a", 1], "op": "eq", "value": null}]}`,
			came(200, `{"a": [0, null]}`), came(200, `{"a": [0]}`),
			[]string{"check:json_path"},
		},
		{
			"existence", `{"checks": [{"t": "json_path", "path": ["a"], "op": "exists"}]}`,
			came(200, `{"a": null}`), came(200, `{"b": null}`),
			[]string{"check:json_path"},
		},
		{
			"absence", `{"checks": [{"t": "json_path", "path": ["a"], "op": "missing"}]}`,
			came(200, `{"b": null}`), came(200, `{"a": null}`),
			[]string{"check:json_path"},
		},
		{
			"absence in a refusal", `{"checks": [{"t": "json_path", "path": ["a"], "op": "missing"}]}`,
			came(200, `{}`), came(404, `{}`),
			[]string{"check:json_path"},
		},
		{
			"expression within", `{"checks": [{"t": "json_path", "path": ["a"], "op": "regex", "value": "^x+$"}]}`,
			came(200, `{"a": "xx"}`), came(200, `{"a": "xy"}`),
			[]string{"check:json_path"},
		},
		{
			"plan cost", `{"checks": [{"t": "plan_cost", "op": "<", "value": 5.5}]}`,
			came(200, `[{"Plan": {"Total Cost": 5.4}}]`), came(200, `[{"Plan": {}}]`),
			[]string{"check:plan_cost"},
		},
		{
			"part of the body", `{"checks": [{"t": "body_contains", "text": "Hash"}]}`,
			came(200, "a Hash Join"), came(200, "a Loop"),
			[]string{"check:body_contains"},
		},
		{
			"no part of the body", `{"checks": [{"t": "body_contains", "text": "Hash", "not": true}], "status": 200}`,
			came(200, "a Loop"), came(200, "a Hash Join"),
			[]string{"check:body_contains"},
		},
		{
			"beginning of the body", `{"checks": [{"t": "body_prefix", "text": "a,b"}]}`,
			came(200, "a,b\n"), came(200, "b,a\n"),
			[]string{"check:body_prefix"},
		},
		{
			"how often", `{"checks": [{"t": "body_count", "text": "x", "op": "==", "value": 2}]}`,
			came(200, "xx"), came(200, "xxx"),
			[]string{"check:body_count"},
		},
		{
			"form of a refusal", `{"checks": [{"t": "error_format"}]}`,
			came(400, `{"message": "no", "code": "1"}`), came(400, `{"message": "no", "stack": ""}`),
			[]string{"check:error_format"},
		},
		{
			"blank headers", `{"status": 200, "checks": [{"t": "no_blank_headers"}]}`,
			came(200, ""), came(200, "", "", "x"),
			[]string{"check:no_blank_headers"},
		},
		{
			"timing", `{"checks": [{"t": "server_timing", "name": "plan", "op": "<", "value": 9}]}`,
			came(200, "", "Server-Timing", "jwt;dur=10, plan;dur=8.5"), came(200, "", "Server-Timing", "jwt;dur=1, plan;dur=9.5"),
			[]string{"check:server_timing"},
		},
		{
			"what no check knows", `{"status": 200, "checks": [{"t": "body_contains", "text": ""}, {"t": "no_such_check", "not": true}]}`,
			came(200, ""), came(201, ""),
			[]string{"status"},
		},
		{
			"a refusal where only absence is expected", `{"absent_headers": ["Location"]}`,
			came(200, ""), came(404, ""),
			[]string{"implied"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			expect := reads[expectation](t, test.expect)
			s := step{Method: "GET", Expect: &expect}
			if got := compareAnswer(s, test.right); len(got) > 0 {
				t.Errorf("the right answer: %v", got)
			}
			if diff := cmp.Diff(test.kinds, kinds(compareAnswer(s, test.wrong))); diff != "" {
				t.Errorf("the wrong answer (-want +got):\n%s", diff)
			}
		})
	}
}

func TestJudgeLeavesOutTheBodyOfHead(t *testing.T) {
	t.Parallel()
	expect := reads[expectation](t, `{"body": {"json": [1]}}`)
	if got := compareAnswer(step{Method: "HEAD", Expect: &expect}, came(200, "")); len(got) > 0 {
		t.Errorf("findings: %v, want none", got)
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want, got string
		places          []string
	}{
		{"equal, in another order", `{"a": 1, "b": [true]}`, `{"b": [true], "a": 1e0}`, nil},
		{"a large number", `12345678901234567890123`, `12345678901234567890124`, []string{"$: got 12345678901234567890124, expected 12345678901234567890123"}},
		{"true is not 1", `1`, `true`, []string{"$: got true, expected 1"}},
		{"null is not absent", `{"a": null}`, `{}`, []string{"$.a: missing, expected null"}},
		{"more than expected", `{}`, `{"a": "<"}`, []string{`$.a: unexpected "<"`}},
		{"fewer items", `[1, 2]`, `[3]`, []string{"$: 1 items, expected 2", "$[0]: got 3, expected 1"}},
		{"an object for a list", `[]`, `{}`, []string{"$: got {}, expected []"}},
		{"six places at most", `[1,2,3,4,5,6,7]`, `[0,0,0,0,0,0,0]`, []string{
			"$[0]: got 0, expected 1", "$[1]: got 0, expected 2", "$[2]: got 0, expected 3",
			"$[3]: got 0, expected 4", "$[4]: got 0, expected 5", "$[5]: got 0, expected 6",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want, _ := parse([]byte(test.want))
			got, _ := parse([]byte(test.got))
			if diff := cmp.Diff(test.places, differences(want, got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
