package policies_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// What a policy file publishes is told row by row to whoever may read the row. So each such table is
// one whose rows are guarded and have a key: the old row of a change is its key alone, which is all
// that the back-office needs to find the row again. REPLICA IDENTITY stays the default: FULL would write every
// old row into the WAL, and would send what was deleted, and the words before a change, past the
// policies, which know only of rows that are there.
func TestPublishedTablesAreGuarded(t *testing.T) {
	t.Parallel()
	rows, err := pgtest.New(t).Admin.Query(t.Context(), `select c.relname || case when not c.relrowsecurity then ' has no row policies'
			when not c.relforcerowsecurity then ' does not hold its owner to them'
			when c.relreplident <> 'd' then ' sends more of an old row than its key'
			when not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) then ' has no primary key' end
		from pg_publication_tables p join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
		where p.pubname = 'supabase_realtime' and not (c.relrowsecurity and c.relforcerowsecurity and c.relreplident = 'd'
			and exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary))`)
	if err != nil {
		t.Fatal(err)
	}
	complaints, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, complaints); diff != "" {
		t.Errorf("published tables (-want +got):\n%s", diff)
	}
}

// Anonymous users get nothing of the back-office: not even that a row was there.
func TestAnonymousReadsNothingPublishedForAdmins(t *testing.T) {
	t.Parallel()
	rows, err := pgtest.New(t).Admin.Query(t.Context(), `select tablename::text from pg_publication_tables
		where pubname = 'supabase_realtime' and not has_any_column_privilege('anon', format('%I.%I', schemaname, tablename), 'select') order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	closed, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"account_items", "admin_users", "blog_post_copies", "book_orders", "contact_submissions", "newsletters",
		"retreat_inquiries", "speaking_inquiries", "sponsorship_inquiries",
	}
	if diff := cmp.Diff(want, closed); diff != "" {
		t.Errorf("published and closed to anonymous users (-want +got):\n%s", diff)
	}
}
