package schema_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The columns that the forms of the back-office mark as required are those that the database requires: it refuses
// an empty value of each, and requires no other.
func TestRequiredColumns(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../client/tests/required-columns.json")
	if err != nil {
		t.Fatal(err)
	}
	var required map[string][]string
	if err := json.Unmarshal(content, &required); err != nil {
		t.Fatal(err)
	}
	pool := shop(t, 1)
	for table, columns := range required {
		t.Run(table, func(t *testing.T) {
			for _, column := range columns {
				values := maps.Clone(contentRows[table])
				if _, ok := values[column]; !ok {
					t.Fatalf("the test has no value of %s", column)
				}
				values[column] = map[bool]string{true: "''", false: "null"}[strings.HasPrefix(values[column], "'") && column != "date"]
				if strings.HasPrefix(values[column], "'") && column == "outcomes_en" {
					values[column] = "'{}'"
				}
				if state, _ := stateOf(t, insertRow(t, pool, table, values)); state != "23502" && state != "23514" {
					t.Errorf("%s is marked as required, and an empty one is answered with %q", column, state)
				}
			}
			if err := insertRow(t, pool, table, contentRows[table]); err != nil {
				t.Errorf("a row with all that is required: %v", err)
			}
			// Texts that need a character, and values without a default.
			for _, column := range rows[string](t, pool, `
				select a.attname from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
				where a.attrelid = ('public.' || '`+table+`')::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and d.oid is null`) {
				if !slices.Contains(columns, column) {
					t.Errorf("%s is required, and not marked", column)
				}
			}
		})
	}
}

// contentRows have a value of each required column, and of what else a row needs.
var contentRows = map[string]map[string]string{
	"awards":           {"title_en": "'a'", "organization": "'a'", "year": "2020", "category": "'achievement'"},
	"expeditions":      {"name_en": "'a'", "slug": "'a'", "year": "2020", "height_m": "1", "continent": "'Asia'", "country": "'a'", "duration_days": "0"},
	"media_coverage":   {"title_en": "'a'", "type": "'radio'", "date": "'2020-01-01'", "outlet": "'a'"},
	"media_highlights": {"title_en": "'a'", "date": "'2020-01-01'", "image_url": "'/a.jpg'"},
	"speaking_topics":  {"title_en": "'a'", "slug": "'a'", "outcomes_en": "'{a,b,c}'"},
	"testimonials":     {"quote_en": "'a'", "author_name": "'a'"},
}

// insertRow inserts a row of SQL expressions.
func insertRow(t *testing.T, pool *pgxpool.Pool, table string, values map[string]string) error {
	t.Helper()
	columns := slices.Sorted(maps.Keys(values))
	expressions := make([]string, len(columns))
	for i, column := range columns {
		expressions[i] = values[column]
	}
	_, err := pool.Exec(t.Context(), "insert into public."+table+" ("+strings.Join(columns, ", ")+") values ("+strings.Join(expressions, ", ")+")")
	return err
}
