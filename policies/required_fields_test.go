package policies_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// What the public forms mark as required is what the database requires of a visitor, and nothing else.
// client/src/pages/public/required-fields.test.tsx compares the same list with the forms.
func TestRequiredMeansRequired(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../client/tests/required-fields.json")
	if err != nil {
		t.Fatal(err)
	}
	var forms map[string]map[string]struct {
		// Column is null where the value is a part of another column, or of none.
		Column   *string `json:"column"`
		Value    any     `json:"value"`
		Required bool    `json:"required"`
	}
	if err := json.Unmarshal(list, &forms); err != nil {
		t.Fatal(err)
	}
	db := setup(t, `insert into public.site_settings (key, value) values ('book.price_mad', '300')`)
	for table, fields := range forms {
		row := map[string]any{}
		for _, field := range fields {
			if field.Column != nil {
				row[*field.Column] = field.Value
			}
		}
		// sees is what a visitor sees of the row where one column is another value.
		sees := func(column string, value any) string {
			changed := maps.Clone(row)
			changed[column] = value
			text, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			names := strings.Join(slices.Sorted(maps.Keys(changed)), ", ")
			does := fmt.Sprintf("insert into public.%s (%s) select %[2]s from json_populate_record(null::public.%[1]s, '%[3]s')", table, names, text)
			got, _, err := attempt(t, db, claim{as: anonymous, does: does})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		for name, field := range fields {
			if field.Column == nil {
				continue
			}
			if got := sees(*field.Column, field.Value); got != "1" {
				t.Fatalf("%s: the row with all fields is refused: %s", table, got)
			}
			for _, missing := range []any{nil, "", " \t"} {
				if _, isText := field.Value.(string); !isText && missing != nil {
					continue
				}
				if *field.Column == "email" && table == "book_reviews" && missing == " \t" {
					continue // no form sends spaces: the field is one of e-mails, whose value is trimmed
				}
				got := sees(*field.Column, missing)
				if refused := got != "1"; refused != field.Required {
					t.Errorf("%s.%s as %q: got %s; the form says required: %t", table, name, missing, got, field.Required)
				}
			}
		}
	}
}
