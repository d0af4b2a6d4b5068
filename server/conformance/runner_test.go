package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// served makes a runner for a program that is f.
func served(t *testing.T, f http.HandlerFunc) *runner {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return &runner{address: server.URL, files: fstest.MapFS{"files/s.json": {Data: []byte(`{"type":"object"}`)}}}
}

// repeat answers with the request itself.
func repeat(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Location", "/next?a=eq.%E5%9C%8D")
	_, _ = fmt.Fprintf(w, "%s %s length=%d host=%s %q %s", r.Method, r.RequestURI, r.ContentLength, r.Host, r.Header, body)
}

func TestRequestsAreSentAsWritten(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, steps, want string }{
		{
			"no header of its own, no normal form of the path",
			`[{"method": "GET", "path": "/a?b=eq.%22x%2C{}()|\"&&c", "headers": [["Host", "here"]], "body": null, "expect": {"body": {"text": "W"}}}]`,
			`GET /a?b=eq.%22x%2C{}()|"&&c length=0 host=here map[] `,
		},
		{
			"JSON, short; a header twice, bytes as characters",
			`[{"method": "POST", "path": "/", "headers": [["Host", "h"], ["Prefer", "a"], ["Prefer", "Ø"]], "body": {"json": {"b": [1.0, "é"]}}, "expect": {"body": {"text": "W"}}}]`,
			`POST / length=16 host=h map["Content-Length":["16"] "Prefer":["a" "\xd8"]] {"b":[1.0,"é"]}`,
		},
		{
			"a POST without a body says so",
			`[{"method": "POST", "path": "/", "headers": [["Host", "h"]], "body": null, "expect": {"body": {"text": "W"}}}]`,
			`POST / length=0 host=h map["Content-Length":["0"]] `,
		},
		{
			"where an earlier answer leads",
			`[{"method": "GET", "path": "/", "headers": [], "body": null, "expect": null},
			  {"method": "DELETE", "path": {"$header": [0, "Location"]}, "headers": [["Host", "h"]], "body": {"base64": "AQ=="}, "expect": {"body": {"text": "W"}}}]`,
			"DELETE /next?a=eq.%E5%9C%8D length=1 host=h map[\"Content-Length\":[\"1\"]] \x01",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := testCase{Steps: reads[[]step](t, test.steps)}
			c.Steps[len(c.Steps)-1].Expect.Body.Text = &test.want
			for _, f := range served(t, repeat).try(t.Context(), c) {
				t.Errorf("%v", f)
			}
		})
	}
}

func TestWhatCannotBeSentIsAnError(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, step string }{
		{"a header that did not come", `{"method": "GET", "path": {"$header": [0, "Location"]}, "headers": [], "body": null}`},
		{"a body to validate that did not come", `{"method": "POST", "path": "/", "headers": [], "body": {"openapi_validate": {"schema": "s.json", "data_from_step": 0}}}`},
		{"a schema that is not there", `{"method": "POST", "path": "/", "headers": [], "body": {"openapi_validate": {"schema": "x.json", "data_from_step": 0}}}`},
		{"a character that is no byte", `{"method": "POST", "path": "/", "headers": [["Prefer", "圍"]], "body": null}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			failed := served(t, repeat).try(t.Context(), testCase{Steps: []step{reads[step](t, test.step)}})
			if len(failed) != 1 || failed[0].findings[0].kind != "error" {
				t.Errorf("failures %v, want one error", failed)
			}
		})
	}
}

func TestValidationCarriesSchemaAndData(t *testing.T) {
	t.Parallel()
	tester := served(t, func(http.ResponseWriter, *http.Request) {})
	got, err := tester.validation("s.json", 0, []answer{came(200, `{"a": 1}`)})
	if want := `{"data":{"a":1},"schema":{"type":"object"}}`; err != nil || string(got) != want {
		t.Errorf("sent %s, %v; want %s", got, err, want)
	}
}

// Each of the requests that are sent at the same time is checked.
func TestConcurrentRequests(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	tester := served(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 7 {
			w.WriteHeader(http.StatusTeapot)
		}
	})
	s := reads[step](t, `{"method": "GET", "path": "/", "headers": [], "body": null, "expect": {"status": 200}}`)
	failed := tester.try(t.Context(), testCase{Concurrency: 10, Steps: []step{s}})
	if asked.Load() != 10 || len(failed) != 1 || len(failed[0].findings) != 1 {
		t.Errorf("%d requests, failures %v; want 10 with one finding", asked.Load(), failed)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	h := reads[header](t, `["Authorization", {"$jwt": {"prefix": "Bearer ", "secret": "s", "claims": {"exp": {"$now": -5}, "role": "a"}}}]`)
	got, err := h.text(time.Unix(1005, 0))
	if err != nil {
		t.Fatal(err)
	}
	// printf %s HEAD.BODY | openssl dgst -sha256 -hmac s -binary | basenc --base64url
	const want = "Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjEwMDAsInJvbGUiOiJhIn0.mVvKrwkupgOefrqg1ATkhWyot_u2-GhNIyDm7UmeJCA"
	if got != want {
		t.Errorf("token = %s, want %s", got, want)
	}
}
