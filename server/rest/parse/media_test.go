package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/rest/parse"
)

func TestMedia(t *testing.T) {
	t.Parallel()
	plan := func(kind string, of parse.Media, options ...string) parse.Media {
		return parse.Media{Type: kind, Explain: &parse.Explain{For: of, Options: options}}
	}
	json := parse.Media{Type: parse.JSON}
	tests := []struct {
		name, accept string
		want         parse.Media
		text         string // as a Content-Type has it
	}{
		{name: "upper case, blanks and a charset", accept: "Text/CSV ; Charset=UTF-8", want: parse.Media{Type: parse.CSV}, text: "text/csv"},
		{name: "stripped of nulls", accept: "application/vnd.pgrst.object;nulls=stripped", want: parse.Media{Type: parse.Object, NullsStripped: true}, text: parse.Object + ";nulls=stripped"},
		{name: "stripped, with another parameter", accept: parse.Array + ";charset=utf-8;nulls=stripped", want: parse.Media{Type: parse.Array, NullsStripped: true}, text: parse.Array + ";nulls=stripped"},
		{name: "with its nulls", accept: parse.Array + ";nulls=kept", want: json, text: parse.JSON},
		{name: "JSON knows nothing of nulls", accept: "application/json;nulls=stripped", want: json, text: parse.JSON},
		{name: "a plan as text", accept: "application/vnd.pgrst.plan", want: plan(parse.PlanText, json), text: parse.PlanText + `; for="application/json"`},
		{name: "a plan as JSON, options in any order", accept: parse.PlanJSON + `; for="Application/vnd.pgrst.object"; options=wal|analyze|rows`, want: plan(parse.PlanJSON, parse.Media{Type: parse.Object}, "analyze", "wal"), text: parse.PlanJSON + `; for="application/vnd.pgrst.object+json"; options=analyze|wal`},
		{name: "a plan, without quotes", accept: "application/vnd.pgrst.plan+text;for=text/csv;options=", want: plan(parse.PlanText, parse.Media{Type: parse.CSV}), text: parse.PlanText + `; for="text/csv"`},
		{name: "a plan of nothing", accept: `application/vnd.pgrst.plan;for=""`, want: plan(parse.PlanText, json), text: parse.PlanText + `; for="application/json"`},
		{name: "OpenAPI of a version", accept: `application/openapi+json; version="3.1"`, want: parse.Media{Type: parse.OpenAPI, Version: "3.1"}, text: "application/openapi+json;version=3.1"},
		{name: "unknown, as it was said", accept: "Image/PNG; Depth=8", want: parse.Media{Type: "image/png", Raw: "Image/PNG;Depth=8"}, text: "Image/PNG;Depth=8"},
		{name: "no media type at all", accept: "undefined", want: parse.Media{Type: "undefined"}, text: "undefined"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := mustRead(t, "GET /t", "", "Accept", test.accept).Accept
			if diff := cmp.Diff([]parse.Media{test.want}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if text := got[0].String(); text != test.text {
				t.Errorf("got %s, want %s", text, test.text)
			}
		})
	}
}

func TestAcceptOrder(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, accept, want string }{
		{"by q", "a/a;q=0.2, b/b;q=0.9, c/c", "c/c b/b a/a"},
		{"alike: as written", "b/b, a/a", "b/b a/a"},
		{"a parameter is more specific, a star less", "*/*, a/*, a/a, a/b;x=y", "a/b;x=y a/a a/* */*"},
		{"a q that is no number is 1", "a/a;q=much, b/b;q=0.5, c/c;q=NaN", "a/a c/c b/b"},
		{"what follows the q is left out", "a/a;q=0.1;x=y, b/b;q=0.2", "b/b a/a"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, media := range mustRead(t, "GET /t", "", "Accept", test.accept).Accept {
				got = append(got, media.String())
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	tests := []struct {
		header string
		want   string
	}{
		{"", "*/*"},
		{"text/csv, application/json", "text/csv application/json"},
		{"text/html;q=0.5, */*;q=0.8", "*/* text/html"},
		{"*/*, Image/PNG", "Image/PNG */*"},
		{"application/vnd.pgrst.object", parse.Object},
		{"application/vnd.pgrst.array+json", parse.JSON},
		{"application/vnd.pgrst.array;nulls=stripped", parse.Array + ";nulls=stripped"},
	}
	for _, test := range tests {
		t.Run(test.header, func(t *testing.T) {
			t.Parallel()
			var headers []string
			if test.header != "" {
				headers = []string{"Accept", test.header}
			}
			var got []string
			for _, media := range mustRead(t, "GET /t", "", headers...).Accept {
				got = append(got, media.String())
			}
			same(t, strings.Join(got, " "), test.want)
		})
	}
}
