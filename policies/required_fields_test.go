package policies_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A formTable is the list of all forms that write rows. client/src/site/pages/required-fields.test.tsx compares it with the forms.
type formTable map[string]form

type form struct {
	Table string
	// By is the name of the caller that writes.
	By string
	// Where is the row that the form changes; a form without it inserts one.
	Where string
	// Keys are the settings that a form of settings writes: its inputs are paths in their values.
	Keys []string
	// Required has a value of each required input, OneOf of inputs of which one is required.
	Required, OneOf map[string]any
	Optional        []string
	// Max is the longest text that an input takes.
	Max map[string]int
	// Columns has the column of an input that is not named like it (a path, in an array), or null where it is a part of
	// another column, or of another table.
	Columns map[string]*string
	// Filled are columns that the database computes where they are missing.
	Filled []string
	// Row is what is written besides.
	Row map[string]any
}

// What the forms refer to. The orders are of yesterday: at the end of a day in UTC it is tomorrow in Morocco, and a refund is not
// before its order.
const formRows = submissions + `
	insert into public.site_settings (key, value) values ('setup.checklist', '{}'), ('book.price_mad', '300');
	insert into public.book_orders (id, buyer_name, buyer_email, buyer_phone, quantity, total_amount, order_status, paid, created_at) values
		('00000000-0000-4000-8000-00000000d001', 'Sara', 'sara@example.test', '0600000000', 2, 600, 'cancelled', true, now() - interval '1 day'),
		('00000000-0000-4000-8000-00000000d002', 'Lina', 'lina@example.test', '0600000001', 1, 300, 'new', false, now() - interval '1 day');`

// What a form marks as required is what the database requires of it, and nothing else.
func TestRequiredMeansRequired(t *testing.T) {
	t.Parallel()
	forms := readForms(t)
	db := setupForms(t, forms)
	for name, f := range forms {
		t.Run(name, func(t *testing.T) {
			if got := f.write(t, db, nil); got != "" {
				t.Fatalf("a row with all that is required is refused: %s", got)
			}
			for input, value := range f.Required {
				if f.column(input) == "" || slices.Contains(f.Filled, input) {
					continue
				}
				missing := []any{nil}
				if _, isText := value.(string); isText {
					missing = append(missing, "", " \t")
				}
				for _, blank := range missing {
					if got := f.write(t, db, map[string]any{input: blank}); got == "" {
						t.Errorf("%s is marked as required, and accepted as %q", input, blank)
					}
				}
			}
			if len(f.OneOf) > 0 {
				none := maps.Clone(f.OneOf)
				for input := range none {
					none[input] = nil
				}
				if got := f.write(t, db, none); got == "" {
					t.Errorf("none of %v is accepted", slices.Sorted(maps.Keys(f.OneOf)))
				}
			}
			for _, input := range f.Optional {
				if f.By == anonymous.name && f.column(input) != "" {
					for _, blank := range []any{nil, ""} {
						if got := f.write(t, db, map[string]any{input: blank}); got != "" {
							t.Errorf("%s is not marked as required, and refused as %q: %s", input, blank, got)
						}
					}
				}
			}
			f.checkColumns(t, db)
		})
	}
}

// checkColumns compares the inputs with the columns of the table: each is one, and those without a default are required.
func (f form) checkColumns(t *testing.T, db *pgtest.DB) {
	t.Helper()
	if f.Table == "" {
		for _, key := range f.Keys {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(f.Required)), func(input string) bool { return input == key || strings.HasPrefix(input, key+".") }) {
				t.Errorf("no input of %s is required", key)
			}
		}
		return
	}
	const columns = `select attname || case when attnotnull and not atthasdef and attidentity = '' then ' required' else '' end
		from pg_attribute where attnum > 0 and not attisdropped and attrelid = 'public.`
	all := lines(t, db, columns+f.Table+`'::regclass`)
	given := slices.Concat(f.Filled, slices.Collect(maps.Keys(f.Row)))
	for input := range f.Required {
		given = append(given, strings.Split(f.column(input), ".")[0])
	}
	for _, input := range slices.Concat(given, slices.Collect(maps.Keys(f.OneOf)), f.Optional) {
		column := strings.Split(f.column(input), ".")[0]
		if column != "" && !slices.Contains(all, column) && !slices.Contains(all, column+" required") {
			t.Errorf("%s has no column %s", f.Table, column)
		}
	}
	for _, column := range all {
		column, isRequired := strings.CutSuffix(column, " required")
		if isRequired && f.Where == "" && !slices.Contains(given, column) {
			t.Errorf("%s is required, and not marked", column)
		}
	}
}

// A text as long as a form takes is accepted, and one that is longer than the database takes is refused by a constraint
// whose name tells the client that it is too long.
func TestLengthsOfForms(t *testing.T) {
	t.Parallel()
	forms := readForms(t)
	db := setupForms(t, forms)
	for name, f := range forms {
		if f.Table == "" {
			continue // setting-schemas.test.ts: their form refuses what is too long
		}
		for _, input := range slices.Concat(slices.Collect(maps.Keys(f.Required)), slices.Collect(maps.Keys(f.OneOf)), f.Optional) {
			column := f.column(input)
			// Of phones the field says itself what is wrong.
			if column == "" || strings.HasSuffix(column, "phone") || !slices.Contains(lines(t, db, `select attname from pg_attribute
				where attrelid = 'public.`+f.Table+`'::regclass and atttypid = 'text'::regtype`), column) {
				continue
			}
			if most, ok := f.Max[input]; ok {
				if got := f.write(t, db, map[string]any{input: longText(column, most)}); got != "" {
					t.Errorf("%s.%s takes %d characters, the database refuses them: %s", name, input, most, got)
				}
				continue
			}
			// A column of a select takes its values only, and a long address of e-mail is none.
			if got := f.write(t, db, map[string]any{input: longText(column, 200_000)}); !tooLong.MatchString(got) {
				t.Errorf("%s.%s: a long text is answered with %q", name, input, got)
			}
		}
	}
}

// tooLong are the constraints that a long text violates. Those of lengths are known to the client by their names.
var tooLong = regexp.MustCompile(`_(length|known|email_format)$`)

// longText is a text of so many characters that fits the format of the column.
func longText(column string, length int) string {
	text := strings.Repeat("x", length)
	switch {
	case strings.HasSuffix(column, "email"):
		return strings.Repeat("x", 64) + "@" + text[min(65, length):]
	case column == "flag":
		return strings.ToUpper(text)
	case strings.HasSuffix(column, "_url"):
		return "https://example.org/" + text[min(20, length):]
	}
	return text
}

// Each table that callers may write belongs to a form of the list, or to what has no required text.
func TestEachTableHasItsForm(t *testing.T) {
	t.Parallel()
	known := []string{
		"account_items", "blog_post_copies", "book_order_imports", "expedition_pictures", // made by the program of what is typed elsewhere
	}
	for _, f := range readForms(t) {
		known = append(known, f.Table)
	}
	db := setup(t, "")
	for _, table := range lines(t, db, `select distinct table_name from information_schema.column_privileges
		where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type in ('INSERT', 'UPDATE')`) {
		if !slices.Contains(known, table) && table != "site_settings" {
			t.Errorf("%s is in no form of client/tests/required-fields.json", table)
		}
	}
}

func readForms(t *testing.T) formTable {
	t.Helper()
	content, err := os.ReadFile("../client/tests/required-fields.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("$stranger", stranger.id, "$today", time.Now().UTC().Format(time.DateOnly)).Replace(string(content))
	var forms formTable
	if err := json.Unmarshal([]byte(text), &forms); err != nil {
		t.Fatal(err)
	}
	return forms
}

// column is the path of an input in its row, "" if it has none.
func (f form) column(input string) string {
	if column, ok := f.Columns[input]; ok {
		if column == nil {
			return ""
		}
		return *column
	}
	return input
}

// write writes what the form does, where some inputs have other values, and returns the constraint or the state by which it is
// refused, "" if it is accepted. Nothing stays.
func (f form) write(t *testing.T, db *pgtest.DB, changed map[string]any) string {
	t.Helper()
	as := callers[slices.IndexFunc(callers[:], func(c caller) bool { return c.name == f.By })]
	tx, err := db.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(t.Context())
	if _, err := tx.Exec(t.Context(), become, as.role, as.claims()); err != nil {
		t.Fatal(err)
	}
	for _, statement := range f.statements(t, f.row(changed)) {
		tag, err := tx.Exec(t.Context(), statement)
		if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
			return cmp.Or(failure.ConstraintName, failure.Code)
		}
		if err != nil || tag.RowsAffected() != 1 {
			t.Fatalf("%s: %d rows, %v", statement, tag.RowsAffected(), err)
		}
	}
	return ""
}

// row is the row that the form writes, or the tree of its settings, where some inputs have other values.
func (f form) row(changed map[string]any) map[string]any {
	var row any = map[string]any{}
	for _, values := range []map[string]any{f.Row, f.Required, f.OneOf, changed} {
		for input, value := range values {
			if column := f.column(input); column != "" {
				row = put(row, strings.Split(column, "."), value)
			}
		}
	}
	return row.(map[string]any)
}

// statements write the row: one, or one a setting.
func (f form) statements(t *testing.T, row map[string]any) (statements []string) {
	t.Helper()
	for _, key := range f.Keys {
		statements = append(statements, fmt.Sprintf("update public.site_settings set value = '%s' where key = '%s'", asJSON(t, at(row, key)), key))
	}
	if f.Table == "" {
		return statements
	}
	columns := strings.Join(slices.Sorted(maps.Keys(row)), ", ")
	values := fmt.Sprintf("select %s from json_populate_record(null::public.%s, '%s')", columns, f.Table, asJSON(t, row))
	switch {
	case columns == "":
		return []string{"insert into public." + f.Table + " default values"}
	case f.Where == "":
		return []string{"insert into public." + f.Table + " (" + columns + ") " + values}
	}
	return []string{"update public." + f.Table + " set (" + columns + ") = (" + values + ") where " + f.Where}
}

// at is the value of a setting.
func at(row map[string]any, key string) any {
	var value any = row
	for name := range strings.SplitSeq(key, ".") {
		value = value.(map[string]any)[name]
	}
	return value
}

// put returns the tree with a value at a path; a number is a place in a list.
func put(tree any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if place, err := strconv.Atoi(path[0]); err == nil {
		list, _ := tree.([]any)
		for len(list) <= place {
			list = append(list, nil)
		}
		list[place] = put(list[place], path[1:], value)
		return list
	}
	object, _ := tree.(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	object[path[0]] = put(object[path[0]], path[1:], value)
	return object
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "'", "''")
}

// setupForms is a database with what the forms refer to and change.
func setupForms(t *testing.T, forms formTable) *pgtest.DB {
	t.Helper()
	rows := formRows + objectOf("media", seen, "1") + pictureOf(seen) + ";"
	for _, f := range forms {
		for _, key := range f.Keys {
			rows += fmt.Sprintf("insert into public.site_settings (key, value) values ('%s', '%s') on conflict do nothing;", key, asJSON(t, at(f.row(nil), key)))
		}
	}
	return setup(t, rows)
}
