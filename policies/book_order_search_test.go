package policies_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// divided is the SQLSTATE of a division by zero.
const divided = "22012"

func TestBookOrderSearch(t *testing.T) {
	t.Parallel()
	try(t, orders, []act{
		{`select * from public.book_order_search`, [5]string{refused, "0", "1", "0", "1"}},
		{`select id from public.book_order_search where pieces @> '{sa}' and search_text like '%sara%'`, [5]string{refused, "0", "1", "0", "1"}},
		// What is not shown is not read either: a division by zero would tell of it.
		{`select id from public.book_order_search where 1 / (quantity - 1) = 1`, [5]string{refused, "0", divided, "0", divided}},
		{`select * from public.order_counts()`, [5]string{refused, "0", "1", "0", "1"}},
		{`select * from public.order_counts(pieces => '{sa}', patterns => '{%sara%}')`, [5]string{refused, "0", "1", "0", "1"}},
		{`select * from public.order_cities()`, [5]string{refused, "0", "0", "0", "0"}}, // the order has no city
		{`select * from public.mark_orders('[{"id": "00000000-0000-4000-8000-00000000d001"}]', 'paid')`, [5]string{refused, refused, "1", refused, "1"}},
		{`select * from public.cancel_orders('[{"id": "00000000-0000-4000-8000-00000000d001"}]', 'asked')`, [5]string{refused, refused, "1", refused, "1"}},
		{`insert into public.book_order_search (buyer_name) values ('Sara')`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.book_order_search set paid = true`, [5]string{refused, refused, refused, refused, refused}},
		{`delete from public.book_order_search`, [5]string{refused, refused, refused, refused, refused}},
	}, nil)
}

// The client folds the same texts in the same way: client/src/shared/i18n/fold.test.ts.
func TestFolded(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../client/src/shared/i18n/fold-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Name, Written, Want string }
	if err := json.Unmarshal(file, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	db := pgtest.New(t)
	for _, c := range cases {
		var got string
		if err := db.Admin.QueryRow(t.Context(), `select private.folded($1)`, c.Written).Scan(&got); err != nil || got != c.Want {
			t.Errorf("%s: got %q, %v, want %q", c.Name, got, err, c.Want)
		}
	}
}

// The client compares cities in the same way: client/src/shared/i18n/city.test.ts.
func TestCityKey(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../client/src/shared/i18n/cities.json")
	if err != nil {
		t.Fatal(err)
	}
	var cities []struct {
		En, Fr, Ar string
		Also       []string
	}
	if err := json.Unmarshal(file, &cities); err != nil || len(cities) == 0 {
		t.Fatalf("%d cities, %v", len(cities), err)
	}
	db := pgtest.New(t)
	keyOf := func(written string) (key string) {
		if err := db.Admin.QueryRow(t.Context(), `select private.city_key($1)`, written).Scan(&key); err != nil {
			t.Fatal(err)
		}
		return key
	}
	known := map[string]string{}
	for _, city := range cities {
		want := keyOf(city.Fr)
		if other, ok := known[want]; ok {
			t.Errorf("%s and %s are both %q", city.Fr, other, want)
		}
		known[want] = city.Fr
		for _, name := range append(city.Also, city.En, city.Ar) {
			if got := keyOf(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
	for written, want := range map[string]string{
		"الدّار البيضاء": "casablanca", "طنجه": "tanger", "Béni-Mellal": "beni mellal", "M'diq": "m diq", " Aït  Ourir ": "ait ourir", "": "",
	} {
		if got := keyOf(written); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// found is what the list asks for a search (client: order-search.ts).
func found(text string) string {
	letters := []rune(text)
	var pieces []string
	for at := range max(1, len(letters)-1) {
		pieces = append(pieces, string(letters[at:min(at+2, len(letters))]))
	}
	query := fmt.Sprintf(`select * from public.book_order_search where pieces @> '{%s}'`, strings.Join(pieces, ","))
	if len(letters) > 2 {
		query += fmt.Sprintf(` and search_text like '%%%s%%'`, text)
	}
	return query
}

func planOf(t *testing.T, db *pgtest.DB, query string) string {
	t.Helper()
	tx, err := db.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), become, admin.role, admin.claims()); err != nil {
		t.Fatalf("become an admin: %v", err)
	}
	rows, err := tx.Query(t.Context(), "explain (costs off) "+query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(plan, "\n")
}
