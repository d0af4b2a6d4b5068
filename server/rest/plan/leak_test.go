package plan_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/rest/plan/plantest"
	"github.com/toubkal/toubkal/server/rest/query"
)

// vocabulary is all that a statement may consist of, but for quoted names and
// parameters: what the source of package query spells, and the types and
// defaults of a catalog.
type vocabulary struct {
	words    map[string]bool
	literals map[string]bool
}

// token is a piece of SQL, in the order of trying: a quoted name, a literal, a
// parameter, a word, a number, or one other character.
var (
	sqlToken = regexp.MustCompile(`"(?:[^"]|"")*"|'(?:[^']|'')*'|\$\d+|[\pL_][\pL\d_]*|\d+|\s+|(?s:.)`)
	sqlWord  = regexp.MustCompile(`[\pL_][\pL\d_]*`)
	literal  = regexp.MustCompile(`'(?:[^']|'')*'`)
)

// spelled reads the vocabulary once.
var spelled = sync.OnceValues(func() (vocabulary, error) {
	v := vocabulary{words: map[string]bool{"E": true}, literals: map[string]bool{}}
	files, err := filepath.Glob(filepath.Join("..", "query", "*.go"))
	if err != nil || len(files) == 0 {
		return v, fmt.Errorf("the source of package query is not there: %w", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return v, err
		}
		if err := v.addSource(file, source); err != nil {
			return v, err
		}
	}
	v.addCatalog(plantest.Mountains())
	return v, nil
})

// addSource adds what the string constants of a file say.
func (v vocabulary) addSource(name string, source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if constant, ok := n.(*ast.BasicLit); ok && constant.Kind == token.STRING {
			text, _ := strconv.Unquote(constant.Value)
			v.add(text)
		}
		return true
	})
	v.add("AND OR") // squirrel's own
	return nil
}

func (v vocabulary) add(sql string) {
	for _, word := range sqlWord.FindAllString(sql, -1) {
		v.words[word] = true
	}
	for _, constant := range literal.FindAllString(sql, -1) {
		v.literals[constant] = true
	}
}

// addCatalog adds the types and defaults that a catalog has, and its columns as
// literals: the key that a row may lack.
func (v vocabulary) addCatalog(s *catalog.Snapshot) {
	for _, table := range s.Tables {
		for _, column := range table.Columns {
			v.add(column.Type)
			v.add(column.Default)
			v.literals["'"+column.Name+"'"] = true
		}
	}
	for _, overloads := range s.Functions {
		for _, function := range overloads {
			for _, arg := range function.Args {
				v.add(arg.Type)
				v.add(arg.Cast)
			}
		}
	}
}

// leaks lists what a statement has that is neither of its vocabulary nor a
// quoted name or a parameter that has a value.
func (v vocabulary) leaks(sql query.SQL) []string {
	var found []string
	parameters := map[string]bool{}
	before := ""
	for _, piece := range sqlToken.FindAllString(sql.Text, -1) {
		switch c := piece[0]; {
		case c >= '0' && c <= '9' && before == "limit": // a number of ours, see limited
		case c == '"' && len(piece) > 1, strings.TrimSpace(piece) == "", v.words[piece], v.literals[piece]:
		case c == '$' && len(piece) > 1:
			parameters[piece] = true
		case c >= '0' && c <= '9' && len(piece) < 4: // a position
		case len(piece) == 1 && strings.IndexByte("()[],.*=<>!~@&|:+-#", c) >= 0:
		default:
			found = append(found, piece)
		}
		if piece != " " {
			before = piece
		}
	}
	if strings.Contains(strip(sql.Text), "--") || strings.Contains(strip(sql.Text), "/*") {
		found = append(found, "a comment")
	}
	for n := range len(sql.Args) {
		delete(parameters, "$"+strconv.Itoa(n+1))
	}
	for parameter := range parameters {
		found = append(found, parameter+" of "+strconv.Itoa(len(sql.Args)))
	}
	slices.Sort(found)
	return found
}

// strip takes names and literals out of SQL.
func strip(sql string) string {
	return sqlToken.ReplaceAllStringFunc(sql, func(piece string) string {
		if len(piece) > 1 && (piece[0] == '"' || piece[0] == '\'') {
			return ""
		}
		return piece
	})
}

// TestLeaksAreSeen plants what a mistake in package query would let through.
func TestLeaksAreSeen(t *testing.T) {
	t.Parallel()
	v, err := spelled()
	if err != nil {
		t.Fatal(err)
	}
	good := query.SQL{Text: `select "t"."a ;--" from "api"."t" as "t" where "t"."b" = $1 limit $2`, Args: [][]byte{nil, nil}}
	if found := v.leaks(good); found != nil {
		t.Errorf("%s: got the leaks %q, want none", good.Text, found)
	}
	for name, bad := range map[string]string{
		"a word":                  `select dropped from "t"`,
		"a value in quotes":       `select "a" from "t" where "b" = 'Toubkal'`,
		"a value that breaks out": `select "a" from "t" where "b" = '' or true; drop table "t"`,
		"a name that breaks out":  `select "a" from "t"" where "b" = $1`,
		"a number":                `select "a" from "t" offset 12345`,
		"a comment":               `select "a" from "t" --`,
		"a comment in between":    `select "a" /**/ from "t"`,
		"a parameter too many":    `select "a" from "t" where "b" = $3`,
		"a question mark":         `select "a" from "t" where "b" ? $1`,
		"a backslash":             `select "a" from "t" where "b" = E'\'`,
		"a NUL":                   "select \"a\" from \"t\"\x00",
	} {
		if v.leaks(query.SQL{Text: bad, Args: [][]byte{nil, nil}}) == nil {
			t.Errorf("%s: no leak was seen in %s", name, bad)
		}
	}
}
