package openapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
)

var update = flag.Bool("update", false, "write the golden files anew")

var here = Address{Scheme: "https", Host: "api.example.org", Path: "/rest/v1"}

func subject(change ...func(*Subject)) Subject {
	s := Subject{Catalog: fixture(), Schema: "huts"}
	for _, change := range change {
		change(&s)
	}
	return s
}

func TestDocumentsAsWritten(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2.0", "3.1"} {
		var got bytes.Buffer
		if err := json.Indent(&got, Describe(version, subject()).At(here), "", "  "); err != nil {
			t.Fatalf("%s is no JSON: %v", version, err)
		}
		got.WriteByte('\n')
		file := filepath.Join("testdata", "refuge."+version+".json")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
			t.Errorf("%s differs from %s (go test -update writes it anew):\n%s", version, file, diff)
		}
	}
}

// 2.0 has the names that PostgREST gives, which need not fit into OpenAPI 3:
// the table with an odd one is left out here.
func TestVersion20IsValid(t *testing.T) {
	t.Parallel()
	s := subject(func(s *Subject) {
		delete(s.Catalog.Tables, inHuts("Heights; of.all"))
		delete(s.Catalog.Functions, inHuts("keep")) // PostgREST names its argument ""
		s.Catalog.Tables[inHuts("ranges")].Columns = s.Catalog.Tables[inHuts("ranges")].Columns[:1]
		s.Security = true
	})
	var swagger openapi2.T
	if err := json.Unmarshal(Describe("2.0", s).At(here), &swagger); err != nil {
		t.Fatal(err)
	}
	document, err := openapi2conv.ToV3(&swagger)
	if err != nil {
		t.Fatal(err)
	}
	// PostgREST shows the default CURRENT_DATE as if it were a date.
	if err := document.Validate(t.Context(), openapi3.DisableSchemaDefaultsValidation()); err != nil {
		t.Error(err)
	}
}

func TestVersion31IsValid(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Subject{
		"all":     subject(),
		"nothing": subject(func(s *Subject) { s.Rights = &Rights{} }),
		"several": subject(func(s *Subject) { s.Catalog.Schemas = []string{"huts", "other"} }),
	} {
		document, err := openapi3.NewLoader().LoadFromData(Describe("3.1", s).At(here))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := document.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaDefaultsValidation()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// at follows a path of keys, "|" between them, into a document.
func at(t *testing.T, document []byte, path string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		t.Fatal(err)
	}
	for key := range strings.SplitSeq(path, "|") {
		members, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = members[key]
	}
	return value
}

func keys(value any) string {
	members, _ := value.(map[string]any)
	names := make([]string, 0, len(members))
	for _, name := range []string{"get", "post", "put", "patch", "delete"} {
		if members[name] != nil {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestRightsDecideWhatIsDescribed(t *testing.T) {
	t.Parallel()
	rights, err := ReadRights([]byte(`{"tables": {
		"refuges": {"select": ["id", "name"], "insert": ["name"], "update": null, "delete": true},
		"ranges": {"select": null, "insert": ["*"], "update": ["*"], "delete": false},
		"Heights; of.all": {"select": ["*"], "insert": ["*"], "update": ["*"], "delete": true}
	}, "functions": ["add(integer, integer)", "book(integer)", "find(text)"]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := subject(func(s *Subject) { s.Rights = rights })
	old, current := Describe("2.0", s).At(here), Describe("3.1", s).At(here)
	for _, c := range []struct{ name, got, want string }{
		{"2.0 shows all methods of what is seen at all", keys(at(t, old, "paths|/refuges")), "get post patch delete"},
		{"2.0 knows what a view cannot do", keys(at(t, old, "paths|/Heights; of.all")), "get"},
		{"3.1 shows what is allowed", keys(at(t, current, "paths|/refuges")), "get post delete"},
		{"3.1 writes without reading", keys(at(t, current, "paths|/ranges")), "post put patch"},
		{"3.1 knows what a view cannot do", keys(at(t, current, "paths|/Heights%3B%20of.all")), "get"},
		{"a function of the signature", keys(at(t, old, "paths|/rpc/add")), "get post"},
		{"a function of another signature", keys(at(t, old, "paths|/rpc/find")), ""},
		{"3.1 too", keys(at(t, current, "paths|/rpc/find")), ""},
		{"a function that writes", keys(at(t, current, "paths|/rpc/book")), "post"},
		{"columns to read", fmt.Sprint(at(t, current, "components|schemas|refuges|required")), "[id name]"},
		{"columns to write", fmt.Sprint(len(at(t, current, "components|schemas|refuges.insert|properties").(map[string]any))), "1"},
		{"columns to change", fmt.Sprint(at(t, current, "components|schemas|refuges.update")), "<nil>"},
		{"no filter by a column that may not be read", fmt.Sprint(at(t, current, "components|parameters|refuges.mood")), "<nil>"},
		{"a body without rows that may not be read", fmt.Sprint(at(t, current, "components|responses|ranges")), "<nil>"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}

func TestRightsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	if _, err := ReadRights([]byte(`{"tables": 1}`)); err == nil {
		t.Error("read rights that are none")
	}
}

func TestTypesOnTheSearchPathGoByTheirBareName(t *testing.T) {
	t.Parallel()
	document := Describe("2.0", subject(func(s *Subject) { s.Visible = []string{"huts"} })).At(here)
	items := at(t, document, "paths|/rpc/weather|post").(map[string]any)["parameters"].([]any)[0]
	format := items.(map[string]any)["schema"].(map[string]any)["properties"].(map[string]any)["moods"].(map[string]any)["format"]
	if format != "mood[]" {
		t.Errorf("got %v, want mood[]", format)
	}
	if column := at(t, document, "definitions|refuges|properties|mood|format"); column != "huts.mood" {
		t.Errorf("a column: got %v, want huts.mood", column)
	}
}

func TestInfoComesFromTheSchema(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, comment, title, description string }{
		{"none", "", "PostgREST API", "This is a dynamic API generated by PostgREST"},
		{"one line", "Huts", "Huts", ""},
		{"more lines", "Huts\n\nand\nmore", "Huts", "and\nmore"},
	} {
		s := subject(func(s *Subject) { s.Catalog.SchemaComments = map[string]string{"huts": c.comment} })
		document := Describe("2.0", s).At(here)
		if got := at(t, document, "info|title"); got != c.title {
			t.Errorf("%s: title %v, want %s", c.name, got, c.title)
		}
		if got := at(t, document, "info|description"); got != c.description {
			t.Errorf("%s: description %v, want %q", c.name, got, c.description)
		}
	}
}

// Names that OpenAPI would refuse must neither break a reference nor meet.
func TestSlugsDiffer(t *testing.T) {
	t.Parallel()
	names := []string{"a", "a.b", "a;b", "a.3b.b", "a b", "à", "books", "books.insert", "books.type", ".", ""}
	seen := map[string]string{}
	for _, name := range names {
		got := slug(name)
		if other, taken := seen[got]; taken {
			t.Errorf("%q and %q are both %q", name, other, got)
		}
		seen[got] = name
	}
	if got := slug("books.insert"); got == "books.insert" {
		t.Errorf("a table's name is that of a shape: %q", got)
	}
}

func TestTextInJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", `"quoted" \ back`, "line\nand\ttab", "<pk/> & 'é' 山 ", "\x00\x1f\x7f", "broken \xff utf-8"} {
		written := object{}.with(text, text).append(nil)
		var got map[string]string
		if err := json.Unmarshal(written, &got); err != nil {
			t.Errorf("%q is written as %s: %v", text, written, err)
			continue
		}
		if want := strings.ToValidUTF8(text, "\uFFFD"); got[want] != want {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	if written := appendText(nil, "<pk/>"); string(written) != `"<pk/>"` {
		t.Errorf("got %s, want the tag as it is", written)
	}
}

// A code that the API can answer with and the description does not explain would
// leave its reader alone.
func TestEveryCodeIsExplained(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("..", "..", "fault", "codes.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(source)) {
		_, code, ok := strings.Cut(line, `= "PGRST`)
		if !ok {
			continue
		}
		found++
		if code = "PGRST" + strings.TrimSuffix(strings.TrimSpace(code), `"`); !strings.Contains(codes(), "`"+code+"`") {
			t.Errorf("%s is not explained", code)
		}
	}
	if found < 30 {
		t.Errorf("only %d codes found: the test looks in the wrong place", found)
	}
}

// Two members of one name would leave it to the reader which one counts.
func TestNoMemberTwice(t *testing.T) {
	t.Parallel()
	s := subject(func(s *Subject) {
		computed := s.Catalog.ComputedColumns[inHuts("refuges")]
		computed["ranges"], computed["name"] = computed["beds_free"], computed["beds_free"]
	})
	for _, version := range []string{"2.0", "3.1"} {
		if name := twice(json.NewDecoder(bytes.NewReader(Describe(version, s).At(here)))); name != "" {
			t.Errorf("%s has %q twice in one object", version, name)
		}
	}
	if name := twice(json.NewDecoder(strings.NewReader(`[{"a": {"b": 1, "c": {"b": 2}, "b": 3}}]`))); name != "b" {
		t.Errorf("the search for doubles found %q, want b", name)
	}
}

// twice finds a name that some object of a document has twice.
func twice(d *json.Decoder) string {
	token, _ := d.Token()
	delim, ok := token.(json.Delim)
	if !ok {
		return ""
	}
	seen := map[any]bool{}
	for d.More() {
		if delim == '{' {
			name, _ := d.Token()
			if seen[name] {
				return name.(string)
			}
			seen[name] = true
		}
		if name := twice(d); name != "" {
			return name
		}
	}
	_, _ = d.Token() // the closing one
	return ""
}

func TestOtherSchemasAreLeftOut(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2.0", "3.1"} {
		if document := Describe(version, subject()).At(here); bytes.Contains(document, []byte("elsewhere")) {
			t.Errorf("%s describes a table of another schema", version)
		}
	}
}

// BenchmarkDescribe makes the document of 300 tables of 14 columns.
func BenchmarkDescribe(b *testing.B) {
	s := subject()
	table := s.Catalog.Tables[inHuts("refuges")]
	for i := range 300 {
		another := *table
		another.Name = inHuts(fmt.Sprintf("refuges_%d", i))
		s.Catalog.Tables[another.Name] = &another
		s.Catalog.Relationships[another.Name] = []*catalog.Relationship{{
			From: another.Name, To: inHuts("ranges"), Kind: catalog.ManyToOne, Columns: []catalog.Pair{{From: "range_id", To: "id"}},
		}}
	}
	for _, version := range []string{"2.0", "3.1"} {
		b.Run(version, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.SetBytes(int64(len(Describe(version, s).At(here))))
			}
		})
	}
}
