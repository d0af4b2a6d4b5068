package policies_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The site sells at 300 and has 6 copies beside the one that was sent, on the day that the tests import.
const importShop = `
insert into public.site_settings (key, value) values ('book.price_mad', '300'), ('book.stock', '7'), ('book.reservation_days', '7');
insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, quantity, total_amount, fulfilled, created_at, language) values
  ('BO1763000000000123', 'Sara', 'sara@example.test', '06 12 34 56 78', 1, 300, true, '2025-03-01 12:00+00', 'fr');`

// imported is the call for records, each a JSON object without its braces. The common fields are added.
func imported(check bool, records ...string) string {
	all := make([]string, len(records))
	for i, r := range records {
		all[i] = fmt.Sprintf(`{"line": %d, "buyer_name": "Amal", "buyer_email": "amal@example.test", "buyer_phone": "06612345%02d", %s}`, i+2, i, r)
	}
	return fmt.Sprintf(`select * from public.import_orders('[%s]', %t)`, strings.Join(all, ","), check)
}

// outcomes is the call as one text, a part for each line.
func outcomes(call string) string {
	return `(select string_agg(concat_ws(' ', line, outcome, reason, nullif(taken, 0)), ', ' order by line) from (` + call + `) as answer)`
}

func TestBookOrderImports(t *testing.T) {
	t.Parallel()
	one := imported(false, `"order_status": "fulfilled", "fulfilled": true`)
	try(t, importShop,
		[]act{
			{one, [5]string{refused, refused, "1", refused, "1"}},
			{imported(true, `"quantity": 1`), [5]string{refused, refused, "1", refused, "1"}},
			{`select * from public.book_order_imports`, [5]string{refused, "0", "0", "0", "0"}},
			{`insert into public.book_order_imports (added, known, refused, copies) values (1, 0, 0, 0)`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_order_imports set added = 2`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_order_imports`, [5]string{refused, refused, refused, refused, refused}},
			{
				`insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, import_id) values ('a', 'a@b.test', '0612345678', 'x', 'y', gen_random_uuid())`,
				[5]string{refused, refused, refused, refused, refused},
			},
		},
		[]claim{
			{admin, one, "1", `(select made_by = 'admin@example.test' and added = 1 and copies = 0 from public.book_order_imports)
				and (select buyer_name = 'Amal' and import_id is not null and language is null and buyer_phone = '+212661234500' and total_amount = 300 and fulfilled from public.book_orders where import_id is not null)
				and (select count(*) = 1 from public.audit_log where table_name = 'book_order_imports' and actor_role = 'admin')
				and (select count(*) = 1 from public.audit_log l join public.book_orders o on l.row_id = o.id::text where o.import_id is not null)`},
			{admin, imported(true, `"quantity": 1`), "1", `not exists (select from public.book_orders where import_id is not null) and not exists (select from public.book_order_imports)`},
			{admin, `select public.import_orders('{}')`, "PT400", ""},
			{admin, `select public.import_orders(null)`, "PT400", ""},
			{admin, `select public.import_orders((select jsonb_agg(jsonb_build_object('line', n)) from generate_series(1, 5001) n))`, "PT400", ""},
			{admin, `select public.import_orders((select jsonb_agg(jsonb_build_object('notes', repeat('x', 600000))) from generate_series(1, 10) n))`, "PT400", ""},
			{admin, `select public.import_orders('[{"line": "x"}]')`, "22P02", ""},
		})
}

func TestWhatAnImportDoes(t *testing.T) {
	t.Parallel()
	old := `"created_at": "2025-03-01T10:00:00Z"`
	for _, c := range []struct {
		name    string
		records []string
		says    string
		then    string
	}{
		{
			"states and dates of old orders",
			[]string{
				old + `, "order_status": "returned", "confirmed": true, "paid": true, "fulfilled": true, "paid_at": "2025-03-02T10:00:00Z"`,
				old + `, "order_status": "cancelled", "quantity": 2, "total_amount": 123.45`, old + `, "order_status": "spam"`,
				old + `, "order_number": "BO17630000000009", "confirmed": true, "fulfilled": true, "paid": true, "payment_method": "card", "edition": "ar", "notes": "by phone"`,
			},
			"2 added, 3 added, 4 added, 5 added",
			`(select string_agg(concat_ws(' ', order_status, payment_status, total_amount, (paid_at at time zone 'UTC')::date, payment_method, edition, notes), ', ' order by buyer_phone)
				= 'returned paid 300.00 2025-03-02 cash, cancelled pending 123.45 cash, spam pending 300.00 cash, fulfilled paid 300.00 2025-03-01 card ar by phone'
				from public.book_orders where import_id is not null and (created_at at time zone 'UTC')::date = '2025-03-01')`,
		},
		{
			"orders that are there already",
			[]string{
				`"order_number": "BO1763000000000123"`,
				`"buyer_phone": "+212 612-345678", "created_at": "2025-03-01T20:00:00Z"`,
				`"buyer_phone": "0612345678", "created_at": "2025-03-01T20:00:00Z", "quantity": 2, "order_status": "cancelled"`,
				`"buyer_phone": "0612345678", "created_at": "2025-03-02T20:00:00Z"`,
				`"buyer_phone": "0612345678", "created_at": "2025-03-02T21:00:00Z"`,
			},
			"2 known, 3 known, 4 added, 5 added, 6 known", "true",
		},
		{
			"lines with errors, and the rest",
			[]string{
				`"buyer_phone": "12"`, `"buyer_email": "nowhere"`, `"buyer_name": " "`, `"quantity": 0`, `"quantity": 1001`, `"total_amount": -1`, `"payment_method": "gold"`,
				`"order_status": "lost"`, `"order_status": "returned"`, `"created_at": "2099-01-01T00:00:00Z"`, `"created_at": "1999-01-01T00:00:00Z"`,
				`"paid": true, "paid_at": "2099-01-01T00:00:00Z"`, `"order_number": "12"`, `"total_amount": 1e12`, `"order_status": "cancelled"`,
			},
			"2 refused book_orders_buyer_phone_format, 3 refused book_orders_buyer_email_format, 4 refused book_orders_buyer_name_length, 5 refused book_orders_quantity_range, " +
				"6 stock, 7 refused book_orders_total_amount_range, 8 refused book_orders_payment_method_known, 9 refused book_orders_order_status_known, " +
				"10 refused book_orders_order_status_of_flags, 11 refused book_orders_created_at_range, 12 refused book_orders_created_at_range, 13 refused book_orders_paid_at_range, " +
				"14 refused book_orders_order_number_format, 15 refused, 16 added",
			`(select added = 1 and known = 0 and refused = 14 from public.book_order_imports)`,
		},
		{
			"the stock",
			[]string{
				`"quantity": 4`, `"quantity": 3, "confirmed": true`, `"quantity": 2, "paid": true, ` + old, `"quantity": 50, ` + old,
				`"quantity": 50, "fulfilled": true`, `"quantity": 50, "order_status": "refused", "fulfilled": true`, `"quantity": 1`,
			},
			"2 added 4, 3 stock, 4 added 2, 5 added, 6 added, 7 added, 8 stock",
			`(select value = '0' from public.site_settings where key = 'book.stock') and not exists (select from private.book_stock_holds where copies is null)
				and (select copies = 6 from public.book_order_imports)`,
		},
		{
			"an open order that takes no copies, and then one that does",
			[]string{`"quantity": 2, ` + old, `"quantity": 4`},
			"2 added, 3 added 4",
			`(select string_agg(ordered || ' ' || copies, ', ' order by ordered) = '2 0, 4 4' from private.book_stock_holds where order_id in (select id from public.book_orders where import_id is not null))`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := setup(t, importShop)
			for _, only := range []bool{true, false} {
				got := ""
				tx, err := db.Admin.Begin(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if _, err := tx.Exec(t.Context(), become, admin.role, admin.claims()); err != nil {
					t.Fatal(err)
				}
				if err := tx.QueryRow(t.Context(), "select "+outcomes(imported(only, c.records...))).Scan(&got); err != nil {
					t.Fatal(err)
				}
				if err := tx.Commit(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got != c.says {
					t.Errorf("only check %t:\ngot  %s\nwant %s", only, got, c.says)
				}
			}
			if got := lines(t, db, "select ("+c.then+")::text"); !slices.Equal(got, []string{"true"}) {
				t.Errorf("not true: %s, but %q", c.then, lines(t, db, `select concat_ws(' ', order_status, payment_status, total_amount, paid_at, notes) from public.book_orders where import_id is not null order by buyer_phone`))
			}
			for what, count := range map[string]string{
				"e-mails": `select count(*)::text from toubkal_mail.messages`, "jobs": `select count(*)::text from toubkal_jobs.river_job`, "notices": `select count(*)::text from public.mail_notices`,
			} {
				if got := lines(t, db, count); got[0] != "0" {
					t.Errorf("the import has made %s %s", got[0], what)
				}
			}
		})
	}
}

// What is imported goes back to the stock, or not, as any order does.
func TestStockAfterAnImport(t *testing.T) {
	t.Parallel()
	const left = `(select value::int from public.site_settings where key = 'book.stock')`
	db := setup(t, importShop)
	for _, step := range []struct {
		name, does string
		left       string
	}{
		{"imported", imported(false, `"quantity": 4, "confirmed": true`, `"quantity": 3, "confirmed": true, "fulfilled": true`, `"quantity": 2, "created_at": "2025-03-01T10:00:00Z"`), "2"},
		{"an old one is confirmed", `update public.book_orders set confirmed = true where quantity = 2`, "0"},
		{"cancelled", `insert into public.book_order_changes (order_id, from_status, to_status, reason) select id, 'confirmed', 'cancelled', 'x' from public.book_orders where quantity = 4`, "4"},
		{"a sent one comes back", `insert into public.book_order_changes (order_id, from_status, to_status, reason, restock) select id, 'fulfilled', 'returned', 'x', true from public.book_orders where quantity = 3`, "7"},
	} {
		tx, err := db.Admin.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), become, admin.role, admin.claims()); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), step.does); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := lines(t, db, "select "+left+"::text"); got[0] != step.left {
			t.Errorf("%s: %s copies left, want %s", step.name, got[0], step.left)
		}
	}
}

// Orders are inserted in batches; lines that the database refuses, and lines that are twice in a batch, are still told
// one by one.
func TestBatchesOfAnImport(t *testing.T) {
	t.Parallel()
	const count = 600
	records := make([]string, count)
	want := map[string]string{}
	for n := range records {
		line, quantity, outcome := n+2, n+1, "added"
		switch {
		case n%97 == 5 || n == 300 || n == 301:
			quantity, outcome = 0, "refused book_orders_quantity_range"
		case n%50 == 49: // the phone and the quantity of the line before
			quantity, outcome = n, "known"
		}
		want[fmt.Sprint(line)] = outcome
		records[n] = fmt.Sprintf(`{"line": %d, "buyer_name": "Amal", "buyer_email": "amal@example.test", "buyer_phone": "0661234500", "quantity": %d,
			"order_status": "fulfilled", "fulfilled": true, "created_at": "2025-03-01T10:00:00Z"}`, line, quantity)
	}
	db := setup(t, importShop)
	check(t, db, claim{
		admin, fmt.Sprintf(`create temp table answer as select * from public.import_orders('[%s]')`, strings.Join(records, ",")), fmt.Sprint(count),
		`(select count(*) = (select added from public.book_order_imports) and bool_and(quantity > 0) from public.book_orders where import_id is not null)
			and (select array_agg(a.line order by n) = array_agg(a.line order by a.line) from (select line, row_number() over () as n from answer) as a)
			and not exists (
				select from answer a full join jsonb_each_text('` + encoded(t, want) + `') as w on w.key = a.line::text
				where concat_ws(' ', a.outcome, a.reason) is distinct from w.value or a.taken <> 0
			)`,
	})
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The index of the search holds what an earlier definition of private.pieces has returned.
func TestPiecesOfATextStayTheSame(t *testing.T) {
	t.Parallel()
	db := setup(t, "")
	for _, text := range []string{"", "a", "ab", "aaaa", "a b\nc\r\nd", "شراء كتاب 12", "😀é😀", "..%_\\", "BO1763000000000123\nrabat"} {
		var same bool
		if err := db.Admin.QueryRow(t.Context(), `select private.pieces($1) is not distinct from
			(select array_agg(distinct substr($1, at, size)) from generate_series(1, char_length($1)) as at, generate_series(1, 2) as size)`, text).Scan(&same); err != nil {
			t.Fatal(err)
		}
		if !same {
			t.Errorf("other pieces of %q than before", text)
		}
	}
}
