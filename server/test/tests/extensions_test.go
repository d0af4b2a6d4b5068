package tests

import (
	"context"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A database without the extensions pays no connection for them; they may come, and go, while the program runs.
func TestExtensionsThatComeWhileItRuns(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	bootOn(t, d, "DATABASE_URL="+d.URL)
	const (
		workers = `select count(*)::text from pg_stat_activity where datname = current_database()
			and (application_name = 'toubkal cron' or query like '%toubkal_net%' and pid <> pg_backend_pid())`
		runs      = "select count(*)::text from cron.job_run_details where status = 'succeeded' having count(*) > 1"
		responses = "select count(*)::text from net._http_response having count(*) > 1"
	)
	await(t, d, workers, "0")
	for range 2 { // a second time, after a drop
		conn := d.Conn()
		if _, err := conn.PgConn().Exec(t.Context(), `create extension pg_cron; create extension pg_net;
			select cron.schedule('1 second', $$select net.http_get('http://169.254.169.254/')$$)`).ReadAll(); err != nil {
			t.Fatal(err)
		}
		await(t, d, runs, "")
		await(t, d, responses, "")
		await(t, d, workers, "2")
		if _, err := conn.PgConn().Exec(t.Context(), "drop extension pg_cron; drop extension pg_net").ReadAll(); err != nil {
			t.Fatal(err)
		}
		await(t, d, workers, "0")
	}
}

// await asks until the answer is the wanted one; "" is any.
func await(t *testing.T, d *pgtest.DB, sql, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	for {
		var got string
		err := d.Admin.QueryRow(ctx, sql).Scan(&got)
		if err == nil && (want == "" || got == want) {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("%s: got %q (%v), want %q", sql, got, err, want)
		}
	}
}
