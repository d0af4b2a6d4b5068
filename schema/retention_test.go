package schema_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// expired calls the function as the server does, once.
func expired(t *testing.T, pool *pgxpool.Pool) (count int) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "set local role service_role"); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), "select public.expire_personal_data()").Scan(&count)
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// putBack gives all rows of the person an age: their periods and as many days.
func putBack(t *testing.T, pool *pgxpool.Pool, days string) {
	t.Helper()
	run(t, pool, `do $$
	declare days interval := '`+days+`';
	begin
		update public.contact_submissions set created_at = now() - interval '24 months' - days;
		update public.speaking_inquiries set created_at = now() - interval '24 months' - days;
		update public.sponsorship_inquiries set created_at = now() - interval '24 months' - days;
		update public.retreat_inquiries set created_at = now() - interval '24 months' - days;
		update public.book_reviews set created_at = now() - interval '24 months' - days;
		update public.newsletter_subscribers set created_at = now() - interval '30 days' - days;
		update public.book_orders set created_at = now() - interval '10 years' - days;
		update private.trash_rows set was = was || jsonb_build_object('created_at', now() - interval '24 months' - days);
	end $$`)
}

func TestPersonalDataExpires(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `insert into public.contact_submissions (id, name, email, subject, message, language) values
			('00000000-0000-4000-8000-00000000c009', 'Zineb Corbeille', 'corbeille@person.test', 'x', 'In the trash', 'fr');
		insert into public.inquiry_replies (form_type, inquiry_id, language, subject, body) values
			('contact', '00000000-0000-4000-8000-00000000c009', 'fr', 'Re', 'To Corbeille');
		insert into public.newsletter_subscribers (email, status, confirmed_at) values
			('pending@person.test', 'pending', null), ('again@person.test', 'pending', now()), ('left@person.test', 'unsubscribed', null);
		insert into public.book_reviews (id, name, email, comment_en, status) values
			('00000000-0000-4000-8000-00000000f009', 'Rejected', 'rejected@person.test', 'No', 'rejected')`)
	if state, _ := asAdmin(t, pool, `delete from public.contact_submissions where id = '00000000-0000-4000-8000-00000000c009'`); state != "" {
		t.Fatal(state)
	}
	left := func() []string {
		return rows[string](t, pool, `select what || ' ' || count(*) from (
			select 'inquiry' as what from public.form_submissions where form_type <> 'book_order'
			union all select 'reply' from public.inquiry_replies
			union all select 'trash ' || table_name from public.trash
			union all select 'file ' || bucket_id from storage.objects
			union all select 'review ' || status from public.book_reviews
			union all select 'order of ' || buyer_name || ' ' || order_status from public.book_orders
			union all select 'subscriber ' || email from public.newsletter_subscribers
		) as x group by what order by what collate "C"`)
	}

	putBack(t, pool, "-1 day")
	before := left()
	if n := expired(t, pool); n != 0 {
		t.Errorf("%d rows expired a day before their time", n)
	}
	if now := left(); !slices.Equal(now, before) {
		t.Errorf("a day before their time:\ngot  %q\nwant %q", now, before)
	}

	putBack(t, pool, "1 day")
	if n := expired(t, pool); n != 9 {
		t.Errorf("%d rows expired, want 4 inquiries and one in the trash, a review, a subscription and 2 orders", n)
	}
	want := []string{
		"file review-proofs 1", "order of erased fulfilled 1", "order of erased new 1", "review pending 1", "subscriber again@person.test 1",
		"subscriber left@person.test 1", "subscriber zineb@person.test 1", "trash book_reviews 1",
	}
	if now := left(); !slices.Equal(now, want) {
		t.Errorf("a day after their time:\ngot  %q\nwant %q", now, want)
	}
	for _, trace := range traces(t, pool, "Corbeille", "I am Zineb", "Dear Zineb", "impasse Unique", "98765432", "autre@other", "pending@", "rejected@", "Personne.pdf") {
		// The account of the person has its phone.
		if trace[:5] != "auth." {
			t.Errorf("left over: %s", trace)
		}
	}
	if n := expired(t, pool); n != 0 {
		t.Errorf("%d rows expired again", n)
	}
}

func TestPersonalDataExpiresInBatches(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	run(t, pool, `insert into public.retreat_inquiries (name, email, phone, language, created_at)
		select 'Old', 'old' || n || '@person.test', '0612345678', 'fr', now() - interval '3 years' from generate_series(1, 450) as n`)
	got := []int{expired(t, pool), expired(t, pool), expired(t, pool), expired(t, pool)}
	if !slices.Equal(got, []int{200, 200, 50, 0}) {
		t.Errorf("batches of %d", got)
	}
	if state, _ := asAdmin(t, pool, `select public.expire_personal_data()`); state != "42501" {
		t.Errorf("an admin gets %q", state)
	}
}

// The trash is emptied without another delete.
func TestTrashIsEmptied(t *testing.T) {
	t.Parallel()
	pool := withPerson(t)
	for _, c := range []struct {
		age  string
		want int
	}{{"29 days", 1}, {"31 days", 0}} {
		run(t, pool, `update public.trash set deleted_at = now() - interval '`+c.age+`'`)
		if got := expired(t, pool); got != 1-c.want {
			t.Errorf("after %s %d entries went", c.age, got)
		}
		if got := rows[int](t, pool, `select count(*)::int from public.trash`)[0]; got != c.want {
			t.Errorf("after %s %d entries are in the trash, want %d", c.age, got, c.want)
		}
	}
}
