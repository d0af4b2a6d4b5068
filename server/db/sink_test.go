package db_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"testing"

	"github.com/toubkal/toubkal/server/db"
)

// gathered keeps what it is given, up to a row that it refuses.
type gathered struct {
	begun  int
	lines  []string
	refuse string
	binary bool // the numbers are
}

func (g *gathered) Binary(oid uint32) bool { return oid == 23 }

var errFull = errors.New("full")

func (g *gathered) Begin(columns iter.Seq2[string, uint32], binary bool) error {
	g.binary = binary
	g.begun++
	g.lines = nil
	for name, oid := range columns {
		g.lines = append(g.lines, fmt.Sprint(name, " ", oid))
	}
	if g.refuse == "columns" {
		return errFull
	}
	return nil
}

func (g *gathered) Row(values [][]byte) error {
	line := ""
	for _, value := range values {
		if value == nil {
			line += "∅"
		}
		if g.binary && len(value) == 4 {
			value = append(strconv.AppendUint(nil, uint64(binary.BigEndian.Uint32(value)), 10), '!')
		}
		line += string(value) + ";"
	}
	if g.lines = append(g.lines, line); line == g.refuse && line != "" {
		return errFull
	}
	return nil
}

func TestASinkTakesTheRows(t *testing.T) {
	t.Parallel()
	pool, base := open(t, db.Options{MaxConns: 1})
	if _, err := base.Admin.Exec(t.Context(), `create table public.t (n int, w text); insert into public.t values (1, 'one'), (2, null); grant all on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	ask := func(sink *gathered, sql string) ([]db.Result, error) {
		pour, after := step(sql, nil), step("select 'after'", nil)
		pour.Sink = sink
		return pool.Script(t.Context(), as("anon"), pour, after)
	}
	for _, c := range []struct {
		name, sql, refuse string
		want              []string
		fails             error
	}{
		{"rows", "select * from public.t order by n", "", []string{"n 23", "w 25", "1;one;", "2;∅;"}, nil},
		{"the same again, prepared", "select * from public.t order by n", "", []string{"n 23", "w 25", "1!;one;", "2!;∅;"}, nil},
		{"none", "select n from public.t where n > 2", "", []string{"n 23"}, nil},
		{"no columns", "select from public.t", "", []string{"", ""}, nil},
		{"columns that are refused", "select n from public.t", "columns", []string{"n 23"}, errFull},
		{"a row that is refused", "select n from public.t order by n", "1;", []string{"n 23", "1;"}, errFull},
	} {
		sink := &gathered{refuse: c.refuse}
		results, err := ask(sink, c.sql)
		if !errors.Is(err, c.fails) || !slices.Equal(sink.lines, c.want) || sink.begun != 1 {
			t.Errorf("%s: got %q in %d goes, %v; want %q, %v", c.name, sink.lines, sink.begun, err, c.want, c.fails)
		}
		if err == nil && (len(results) != 2 || results[0].Rows != nil || string(results[1].Rows[0][0]) != "after") {
			t.Errorf("%s: the results are %v", c.name, results)
		}
	}
	if _, err := base.Admin.Exec(t.Context(), "alter table public.t alter n type text"); err != nil {
		t.Fatal(err)
	}
	sink := &gathered{}
	if _, err := ask(sink, "select * from public.t order by n"); err != nil || sink.lines[0] != "n 25" {
		t.Errorf("after a change of the table: %q, %v; want a text", sink.lines, err)
	}
	if _, err := ask(sink, "select 1 / (n::int - 2) from public.t order by n"); err == nil || db.Fault(err, true).Code != "22012" {
		t.Errorf("a failure behind the first row: %v", err)
	}
}

// TestASinkThatFailsLosesNoStatement: what a pipeline prepares behind a sink that
// fails gets into the cache, or PostgreSQL would keep one more each time.
func TestASinkThatFailsLosesNoStatement(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 1})
	const kept = "select count(*) from pg_prepared_statements where statement like '%behind%' and statement not like '%pg_prepared%'"
	for range 3 {
		pour := step("select 1 as n", nil)
		pour.Sink = &gathered{refuse: "columns"}
		if _, err := pool.Script(t.Context(), as("anon"), pour, step("select 'behind'", nil)); !errors.Is(err, errFull) {
			t.Fatalf("got %v, want %v", err, errFull)
		}
	}
	if got := read(t, pool, as("anon"), kept); got != "1" {
		t.Errorf("%s statements are prepared behind the refusal, want 1", got)
	}
}
