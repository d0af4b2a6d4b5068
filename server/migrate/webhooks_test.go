package migrate_test

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/migrate"
)

// The extensions that the program works for are made in both ways, and a trigger of a dump finds Database Webhooks.
func TestExtensionsOfTheProgramsOwnWorkers(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, conn := place(t)
			_, notes, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql",
				`create extension if not exists pg_cron with schema pg_catalog; grant usage on schema cron to postgres;
				create extension if not exists "http" with schema "extensions";
				create table orders (id int primary key);
				create trigger hook after insert on orders for each row execute function supabase_functions.http_request('http://localhost:1/', 'POST', '{}', '{}', '1000');
				create extension if not exists "pg_net" with schema "extensions";
				select cron.schedule('nightly', '0 3 * * *', 'delete from orders');
				insert into orders values (1);`, "migrations/2_b.sql",
				"select pg_catalog.setval('supabase_functions.hooks_id_seq', 5, true); insert into orders values (2);")
			if err != nil {
				t.Fatalf("%v (%q)", err, notes)
			}
			if got := one(t, d, `select string_agg(method || ' ' || url || ' ' || h.id, ', ' order by h.id) from net.http_request_queue q join supabase_functions.hooks h on h.request_id = q.id`); got != "POST http://localhost:1/ 1, POST http://localhost:1/ 6" {
				t.Errorf("the queue has %s", got)
			}
			if got := one(t, d, "select username || ' ' || jobname from cron.job"); got != "postgres nightly" {
				t.Errorf("cron.job has %s", got)
			}
			if n := len(notes); n != 3 || !strings.Contains(strings.Join(notes, "\n"), "1_a.sql:4: extension pg_net is of this program's own make") {
				t.Errorf("notes %q", notes)
			}
			_, _, err = supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "", "migrations/2_b.sql", "",
				"migrations/3_c.sql", "drop extension http; drop extension pg_cron cascade; drop extension pg_net; create extension http; create extension pg_cron; create extension pg_net")
			if err != nil {
				t.Error(err)
			}
		})
	}
}
