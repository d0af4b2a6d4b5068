package main

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

var everything = regexp.MustCompile("")

func files() fstest.MapFS {
	return fstest.MapFS{
		"groups.json": {Data: []byte(`{"base": {"db-max-rows": null, "db-schemas": ["test"], "db-plan-enabled": false, "db-pool": 10, "app.settings.app_host": "h"},
			"groups": {"default": {}, "limited": {"db-max-rows": 2, "db-schemas": ["v1", "a \"b"], "db-extra-search-path": []}, "empty": {}}}`)},
		"cases.json": {Data: []byte(`[{"id": "One:1", "file": "One", "group": "limited", "pg": {}, "tags": [], "steps": []},
			{"id": "Two:1", "file": "Two", "group": "default", "pg": {"min": 160000, "max_excl": 180000}, "tags": ["x", "planner"], "steps": []}]`)},
	}
}

func TestReadSuite(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		groups []string
		only   string
		want   string
	}{
		{"all", nil, "", "default:Two:1 limited:One:1"},
		{"one group", []string{"limited"}, "", "limited:One:1"},
		{"by id", nil, "^Two", "default:Two:1"},
		{"none", []string{"limited"}, "^Two", ""},
		{"one that is none, beside another", []string{"limited", "limitless"}, "", ""},
		{"an id that is none", nil, "^Three", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			s, err := readSuite(files(), test.groups, regexp.MustCompile(test.only))
			if (err != nil) != (test.want == "") {
				t.Fatalf("error %v", err)
			}
			for i := 0; s != nil && i < len(s.groups); i++ {
				got = append(got, s.groups[i].name+":"+s.groups[i].cases[0].ID)
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestACaseOfNoGroupIsNotLeftOut(t *testing.T) {
	t.Parallel()
	lost := files()
	lost["groups.json"] = &fstest.MapFile{Data: []byte(`{"base": {}, "groups": {"limited": {}}}`)}
	if s, err := readSuite(lost, nil, everything); err == nil || !strings.Contains(err.Error(), `Two:1 is of group "default"`) {
		t.Errorf("got %v, %v; want a refusal that names the case", s, err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	s, err := readSuite(files(), []string{"limited"}, everything)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"DATABASE_URL=postgres://x", "SERVICES=rest", "AUTO_MIGRATE=false", "HOST=127.0.0.1", "PORT=0",
		"PGRST_APP_SETTINGS_APP_HOST=h", "PGRST_DB_EXTRA_SEARCH_PATH=", "PGRST_DB_MAX_ROWS=2",
		"PGRST_DB_PLAN_ENABLED=false", "PGRST_DB_POOL=10", `PGRST_DB_SCHEMAS=v1,a "b`,
	}
	if diff := cmp.Diff(want, s.groups[0].environment("postgres://x")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFits(t *testing.T) {
	t.Parallel()
	s, err := readSuite(files(), []string{"default"}, everything)
	if err != nil {
		t.Fatal(err)
	}
	c := s.groups[0].cases[0]
	for version, want := range map[int]bool{159999: false, 160000: true, 179999: true, 180000: false} {
		if got := c.fits(version); got != want {
			t.Errorf("fits(%d) = %v, want %v", version, got, want)
		}
	}
	if got := c.excuse(); got != "planner" {
		t.Errorf("excuse = %q, want planner", got)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	wrong := []failure{{"GET /a", 7, 500, []finding{{"status", "status 500, expected 200"}}}}
	mine, theirs := testCase{ID: "A:1", File: "A", Group: "g"}, testCase{ID: "B:1", File: "B", Group: "g", Tags: []string{"postgis"}}
	tests := []struct {
		name   string
		add    func(*report)
		passed bool
		says   []string
	}{
		{"all pass", func(r *report) { r.add(mine, nil) }, true, []string{"conformance: 1 of 1 pass\n", "   1 of    1  g "}},
		{"one fails", func(r *report) { r.add(mine, nil); r.add(mine, wrong) }, false, []string{
			"FAIL A:1 [g]\n   GET /a  (line 7) -> 500\n      status: status 500, expected 200\n", "conformance: 1 of 2 pass; 1 fail\n",
		}},
		{"one that is excused", func(r *report) { r.add(theirs, wrong) }, true, []string{"fail B:1 [g] (postgis)", "conformance: 0 of 1 pass; 1 fail as postgis\n"}},
		{"one of another version", func(r *report) { r.add(mine, nil); r.skip(theirs) }, true, []string{"1 of 2 pass; 1 are of another PostgreSQL\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			r := &report{out: &out}
			test.add(r)
			if got := r.close(); got != test.passed {
				t.Errorf("passed = %v, want %v", got, test.passed)
			}
			for _, want := range test.says {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the report lacks %q:\n%s", want, out.String())
				}
			}
		})
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	dump := "create table a (x text);\nCOPY a (x) FROM stdin;\none\n\\N\n\\.\n\nselect 1;\nCOPY b (y) FROM stdin;\n\\.\n\ncopy (select 1) to '@CSV@';\n"
	want := []part{
		{"create table a (x text);\n", "COPY a (x) FROM stdin", "one\n\\N\n"},
		{"\n\nselect 1;\n", "COPY b (y) FROM stdin", ""},
		{sql: "\n\ncopy (select 1) to '@CSV@';\n"},
	}
	if diff := cmp.Diff(want, parts(dump), cmp.AllowUnexported(part{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSpellable(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"f(a int, json json, jsonb jsonb)": `f(a int, "json" json, jsonb jsonb)`,
		"f(json json)":                     `f("json" json)`,
		"f(OUT my_json json)":              "f(OUT my_json json)",
		"    data_json json,":              "    data_json json,",
	} {
		if got := quoteJSONArguments(sql); got != want {
			t.Errorf("spellable(%s) = %s, want %s", sql, got, want)
		}
	}
}
