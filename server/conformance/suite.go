package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// suite is the part of the cases that is asked for.
type suite struct {
	groups []group
	files  fs.FS
}

// group is a set of cases that presume the same options.
type group struct {
	name    string
	options map[string]any // by PostgREST's names; nil is an option that is not set
	cases   []testCase
}

// testCase is one specification: requests in turn, each with what must come back.
type testCase struct {
	ID          string
	File        string
	Group       string
	Tags        []string
	Concurrency int // how often each request is sent at the same time; 0 means once
	PG          struct {
		Min     int // server_version_num from which the case holds
		MaxExcl int `json:"max_excl"` // and below which; 0 means no bound
	}
	Steps []step
}

func (c *testCase) fits(version int) bool {
	return version >= c.PG.Min && (c.PG.MaxExcl == 0 || version < c.PG.MaxExcl)
}

// excused are the tags of cases whose failure is not ours: what PostgREST's own
// SQL costs, and extensions that a PostgreSQL may lack.
var excused = []string{"planner", "postgis", "ext_safeupdate"}

// excuse is the tag for which a failure of the case does not count, or "".
func (c *testCase) excuse() string {
	for _, tag := range excused {
		if slices.Contains(c.Tags, tag) {
			return tag
		}
	}
	return ""
}

// step is one request and what must come back.
type step struct {
	Method  string
	Path    place
	Headers []header
	Body    *body
	Line    int // in the specification
	Expect  *expectation
}

// place is a path, or the header of an earlier answer that holds one:
// "/items" or {"$header": [0, "Location"]}.
type place struct {
	path   string
	step   int
	header string
}

func (p *place) UnmarshalJSON(text []byte) error {
	var from struct {
		Header [2]json.RawMessage `json:"$header"`
	}
	if json.Unmarshal(text, &p.path) == nil {
		return nil
	}
	if err := json.Unmarshal(text, &from); err != nil {
		return err
	}
	return errors.Join(json.Unmarshal(from.Header[0], &p.step), json.Unmarshal(from.Header[1], &p.header))
}

// header is a name and a value, or a name and a token to sign.
type header struct {
	name, value string
	token       *token
}

func (h *header) UnmarshalJSON(text []byte) error {
	var pair [2]json.RawMessage
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	if err := json.Unmarshal(pair[0], &h.name); err != nil {
		return err
	}
	if json.Unmarshal(pair[1], &h.value) == nil {
		return nil
	}
	var signed struct {
		JWT *token `json:"$jwt"`
	}
	err := json.Unmarshal(pair[1], &signed)
	h.token = signed.JWT
	return err
}

// body is one of several things to send.
type body struct {
	Text     *string
	JSON     json.RawMessage
	Base64   []byte
	Validate *struct {
		Schema   string // a file beside the cases
		FromStep int    `json:"data_from_step"`
	} `json:"openapi_validate"`
}

// expectation is what must come back. What it does not name may be anything.
type expectation struct {
	Status          int // 0 means any
	Headers         []header
	AbsentHeaders   []string `json:"absent_headers"`
	SingleHeaders   []string `json:"single_headers"`
	HeaderContains  []header `json:"header_contains"`
	HeaderRegex     []header `json:"header_regex"`
	JSONContentType bool     `json:"json_content_type"`
	Body            *body
	Checks          []check
}

// check is one more thing to look at, by its type t.
type check struct {
	T     string
	Op    string
	Not   bool
	Path  []any
	Value json.RawMessage
	Text  string
	Name  string
}

// readSuite reads the cases of the wanted groups (none means all) whose ids
// match only, in the order of the files.
func readSuite(files fs.FS, wanted []string, only *regexp.Regexp) (*suite, error) {
	var groups struct {
		Base   map[string]any
		Groups map[string]map[string]any
	}
	var cases []testCase
	if err := errors.Join(read(files, "groups.json", &groups), read(files, "cases.json", &cases)); err != nil {
		return nil, err
	}
	byGroup := map[string][]testCase{}
	for _, c := range cases {
		if _, ok := groups.Groups[c.Group]; !ok { // else it would be left out in silence
			return nil, fmt.Errorf("case %s is of group %q, which groups.json has not", c.ID, c.Group)
		}
		if only.MatchString(c.ID) {
			byGroup[c.Group] = append(byGroup[c.Group], c)
		}
	}
	for _, name := range wanted {
		if _, ok := groups.Groups[name]; !ok {
			return nil, fmt.Errorf("there is no group %q: groups.json lists them", name)
		}
	}
	s := &suite{files: files}
	for _, name := range slices.Sorted(maps.Keys(groups.Groups)) {
		if len(byGroup[name]) == 0 || wanted != nil && !slices.Contains(wanted, name) {
			continue
		}
		options := maps.Clone(groups.Base)
		maps.Copy(options, groups.Groups[name])
		s.groups = append(s.groups, group{name, options, byGroup[name]})
	}
	if len(s.groups) == 0 {
		return nil, errors.New("no case is selected: see groups.json for the groups, cases.json for the ids")
	}
	return s, nil
}

func read(files fs.FS, name string, into any) error {
	text, err := fs.ReadFile(files, name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// environment is how PostgREST's options are said to this program.
func (g *group) environment(login string) []string {
	environ := []string{
		"DATABASE_URL=" + login, "SERVICES=rest", "AUTO_MIGRATE=false", "HOST=127.0.0.1", "PORT=0",
	}
	for _, name := range slices.Sorted(maps.Keys(g.options)) {
		if value, ok := optionValue(g.options[name]); ok {
			environ = append(environ, "PGRST_"+strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))+"="+value)
		}
	}
	return environ
}

// optionValue is an option's value in a variable; false where it is not set.
func optionValue(value any) (string, bool) {
	switch v := value.(type) {
	case nil:
		return "", false
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = fmt.Sprint(item)
		}
		return strings.Join(items, ","), true
	default:
		return fmt.Sprint(v), true
	}
}
