package tests

import (
	"context"
	"math/rand/v2"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// vocabulary are the names in a schema: a request that succeeds needs true
// names, or it all ends at the first one that does not exist.
type vocabulary struct {
	tables, columns, functions, arguments, types []string
	columnsOf, argumentsOf                       map[string][]string
	tokens                                       []string // signed with the right key, whatever they claim
}

// readVocabulary reads the names of a schema, and of all types that there are.
func readVocabulary(ctx context.Context, pool *pgxpool.Pool, schema string) (v vocabulary, err error) {
	for _, names := range []struct {
		list *[]string
		sql  string
	}{
		{&v.tables, `select relname from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'v', 'm', 'p')`},
		{&v.columns, `select distinct attname from pg_attribute join pg_class c on attrelid = c.oid
			where relnamespace = $1::regnamespace and attnum > 0 and not attisdropped`},
		{&v.functions, `select distinct proname from pg_proc where pronamespace = $1::regnamespace and prorettype <> 'trigger'::regtype
			and proname <> 'rls_auto_enable'`},
		{&v.arguments, `select distinct unnest(proargnames) from pg_proc where pronamespace = $1::regnamespace`},
		{&v.types, `select distinct typname from pg_type where typname !~ '^_?(pg_|sql_)' or typnamespace = $1::regnamespace
			or typtype = 'p' or typname in ('pg_lsn', 'pg_node_tree', 'pg_ndistinct', 'pg_mcv_list', 'pg_class')`},
	} {
		rows, queryErr := pool.Query(ctx, names.sql+" order by 1", schema)
		if queryErr != nil {
			return v, queryErr
		}
		if *names.list, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return v, err
		}
	}
	if v.columnsOf, err = members(ctx, pool, `select relname, attname from pg_attribute join pg_class c on attrelid = c.oid
		where relnamespace = $1::regnamespace and attnum > 0 and not attisdropped order by 1, attnum`, schema); err != nil {
		return v, err
	}
	v.argumentsOf, err = members(ctx, pool, `select proname, name from pg_proc, unnest(proargnames) as name
		where pronamespace = $1::regnamespace order by 1, 2`, schema)
	return v, err
}

// members reads rows of a name and one that belongs to it.
func members(ctx context.Context, pool *pgxpool.Pool, sql, schema string) (map[string][]string, error) {
	rows, err := pool.Query(ctx, sql, schema)
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	var of, name string
	_, err = pgx.ForEachRow(rows, []any{&of, &name}, func() error {
		all[of] = append(all[of], name)
		return nil
	})
	return all, err
}

// generator makes requests out of a vocabulary; the same seed makes the same ones.
type generator struct {
	*rand.Rand
	vocabulary
	// about has the columns of the table that the request is for, or the
	// arguments of its function.
	about []string
	// tame spells what it asks for as it must be spelled: of the others hardly one
	// comes past the first stage. Values are strange all the same.
	tame bool
}

func newGenerator(v vocabulary, seed, turn uint64) generator {
	return generator{Rand: rand.New(rand.NewPCG(seed, turn)), vocabulary: v, tame: turn%4 != 0}
}

// in is true with a probability of one in n.
func (g generator) in(n int) bool { return g.IntN(n) == 0 }

func (g generator) of(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[g.IntN(len(list))]
}

func (g generator) times(max int, one func() string) []string {
	var list []string
	for range g.IntN(max + 1) {
		list = append(list, one())
	}
	return list
}

// some is one of good, or of bad ones where nothing is tame.
func (g generator) some(good []string, bad ...string) string {
	if g.tame {
		return g.of(good)
	}
	return g.of(append(good[:len(good):len(good)], append(bad, g.malformed())...))
}

// strange are texts that something or other has been known to trip over.
var strange = []string{
	"", " ", ".", "..", "*", "%", "%%", "%00", "\x00", "\xff\xfe", "\xc3", "\xed\xa0\x80", "\ufeff", "\u202e", "é", "e\u0301", "💥", "null", "NULL", "NaN",
	"-", "--", "->", "->>", "::", ":", ",", "(", ")", "()", "((", "))", "{", "}", "{}", "[", "]", "[]", "\"", "\"\"", "\\", "\\\"", "'", "''", "';--", "/*", "*/", "$1", "$$", "?", "??", "!",
	"0", "-0", "1", "-1", "007", "1e1000", "1e-400", "9e99", "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "99999999999999999999999", "0x10", "1_000", "1.5", ".5", "+1", "٣", "Infinity", "-infinity",
	"true", "t", "2020-02-30", "0000-00-00", "infinity", "24:00:01", "epoch", "now", "10000000-01-01", "4714-01-01 BC",
	"a&", "a & | b", "!", "a <-> b", "<0>", "a:*", "a:ABCDE", "(a+)+$", "(((", "[[:alpha:", "a{99999}", "\\1", "(a)\\1", "(?=x)", "***:x", "***=", "(?xyz)", "a**", "[z-a]", "\\Z\\M\\y", "(.*)*(.*)*(.*)*x",
	"{1,2", "{{1},{2,3}}", "[1:3]={1,2,3}", "[9:1]={}", "{\"a", "(1,2", "(1,2)", "empty", "[2,1]", "[1,2", "{[1,2),}", "<(0,0),-1>", "((0,0),", "$.", "$[*] ? (@ > ", "$.**{1 to 2}", "strict $.a.b.c",
	"english", "pg_class", "no_such", "public.x", "a.b.c", "int4(3)", "x'00'", "b'1'", "E'\\x'", "U&'\\0061'", "eq.1", "not.", "not.not.eq.1", "any", "in.(", "is.null",
}

func (g generator) malformed() string {
	switch g.IntN(12) {
	case 0:
		return strings.Repeat(g.of(strange), 1+g.IntN(60))
	case 1:
		return g.of(strange) + g.of(strange)
	case 2:
		raw := make([]byte, g.IntN(12))
		for i := range raw {
			raw[i] = byte(g.IntN(256))
		}
		return string(raw)
	}
	return g.of(strange)
}

// name is one of list, or now and then not quite.
func (g generator) name(list []string) string {
	name := g.of(list)
	if g.tame {
		return spelled(name)
	}
	switch g.IntN(20) {
	case 0:
		return g.malformed()
	case 1:
		return name + g.malformed()
	case 2:
		return strings.ToUpper(name)
	case 3:
		return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
	}
	return spelled(name)
}

// spelled quotes a name where it must be.
func spelled(name string) string {
	if strings.ContainsAny(name, `"$%(,.:- ?\`) {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return name
}

func (g generator) column() string {
	of := g.about
	if len(of) == 0 || g.in(12) {
		of = g.columns
	}
	name := g.name(of)
	for g.in(9) {
		name += g.of([]string{"->", "->>"}) + g.some([]string{"a", "b", "0", "-1", "2147483648", "x y", `"q"`})
	}
	return name
}

// escaped writes text for a query string, mostly as a browser would.
func (g generator) escaped(text string) string {
	if !g.tame && g.in(10) { // nothing that would end the request line
		return strings.NewReplacer(" ", "+", "\r", "", "\n", "", "\x00", "%00").Replace(text)
	}
	return url.QueryEscape(text)
}
