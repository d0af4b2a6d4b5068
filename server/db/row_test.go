package db_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// Values are read in whichever format PostgreSQL sends them: in text the first time, in
// binary once the statement is prepared.
func TestReadRow(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 2})
	const sql = `select $1::text, true, 7::bigint, '2026-11-22 12:00:00.5+00'::timestamptz, null::timestamptz, '{"a": [1]}'::jsonb,
		current_user = session_user and current_setting('request.jwt.claims', true) is null`
	for range 5 {
		var text, object string
		var yes, own bool
		var number int64
		var at, never *time.Time
		if err := pool.ReadRow(t.Context(), sql, [][]byte{[]byte("é")}, &text, &yes, &number, &at, &never, &object, &own); err != nil {
			t.Fatal(err)
		}
		want := time.Date(2026, 11, 22, 12, 0, 0, 500_000_000, time.UTC)
		if text != "é" || !yes || number != 7 || at == nil || !at.Equal(want) || never != nil || object != `{"a": [1]}` || !own {
			t.Errorf("got %q %v %d %v %v %s, as the login itself: %v", text, yes, number, at, never, object, own)
		}
	}
}

func TestReadRowRefusals(t *testing.T) {
	t.Parallel()
	pool, _ := open(t, db.Options{MaxConns: 2})
	for range 5 { // the later ones share connections
		var n int
		if err := pool.ReadRow(t.Context(), `select 1 where $1::int = 2`, [][]byte{[]byte("1")}, &n); !errors.Is(err, db.ErrNoRows) {
			t.Errorf("without a row: %v", err)
		}
		if err := pool.ReadRow(t.Context(), `select 1, 2`, nil, &n); err == nil || !strings.Contains(err.Error(), "2 columns into 1 variables") {
			t.Errorf("too many columns: %v", err)
		}
		if err := pool.ReadRow(t.Context(), `select 'x'::text`, nil, &n); err == nil || !strings.Contains(err.Error(), "column 1") {
			t.Errorf("a text for a number: %v", err)
		}
		if err := pool.ReadRow(t.Context(), `select 1/$1::int`, [][]byte{[]byte("0")}, &n); err == nil {
			t.Error("a division by zero was read")
		}
	}
}

// Reads of many callers at once, as each and as the login, do not get each other's rows or roles.
func TestReadRowsShareWithOthers(t *testing.T) {
	t.Parallel()
	pool, _, _ := tappedPool(t, 0)
	crowd(200, func(number int) {
		var got int
		var own bool
		err := pool.ReadRow(t.Context(), `select $1::int, current_user = session_user and nullif(current_setting('request.jwt.claims', true), '') is null`,
			[][]byte{[]byte(strconv.Itoa(number))}, &got, &own)
		claims, failed := ask(t.Context(), pool, number, `select current_user || $1 || current_setting('request.jwt.claims')`, " ")
		if want := "anon " + strconv.Itoa(number); err != nil || failed != nil || got != number || !own || claims != want {
			t.Errorf("%d: read %d as the login: %v, %v; as anon %q, %v", number, got, own, err, claims, failed)
		}
	})
}
