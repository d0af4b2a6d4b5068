package schema_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// The database and the client accept the same phone numbers.
func TestPhoneNumbers(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../client/site/telephone/testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Typed  string
		Number *string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	pool := pgtest.New(t).Admin
	for _, c := range cases {
		var got *string
		if err := pool.QueryRow(t.Context(), `select private.phone_number($1)`, c.Typed).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if written(got) != written(c.Number) {
			t.Errorf("phone_number(%q) = %s, want %s", c.Typed, written(got), written(c.Number))
		}
	}
}

func written(number *string) string {
	if number == nil {
		return "null"
	}
	return *number
}

// The client marks the field by the constraint's name.
func TestOrderOfNoPhone(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	const order = `insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city)
		values ('Amal', 'a@example.test', '12', '1, rue A', 'Rabat')`
	_, err := pool.Exec(t.Context(), `set role anon; `+order)
	var broken *pgconn.PgError
	if !errors.As(err, &broken) || broken.Code != "23514" || broken.ConstraintName != "book_orders_buyer_phone_format" {
		t.Errorf("an order with the phone 12: %v, want a violation of book_orders_buyer_phone_format", err)
	}
	run(t, pgtest.New(t).Admin, order)
}
