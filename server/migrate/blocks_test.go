package migrate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/migrate"
)

// A DO block creates what a statement of a migration creates.
func TestExtensionsInADOBlock(t *testing.T) {
	t.Parallel()
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, conn := place(t)
			_, notes, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", `
				do $$
				begin -- create extension of a comment;
					if not exists (select from pg_extension where extname = 'pg_cron') then
						create extension pg_cron with schema pg_catalog;
					end if;
					raise notice 'create extension %', 'of a text';
					execute 'create extension if not exists "pgjwt" with schema extensions;';
					create extension if not exists hypopg;
					execute 'create extension index_advisor';
					create extension if not exists citext with schema extensions;
				exception when insufficient_privilege then raise notice 'no right to do so';
				end $$ language plpgsql;
				do language plpgsql $block$ begin create extension if not exists pg_net with schema extensions; exception when others then null; end $block$;
				do $$ begin create extension absent; exception when feature_not_supported then null; end $$;
				select cron.schedule('a', '@hourly', 'select 1'); select net.http_get('https://example.test');
				select extensions.sign('{}', 'secret'), 'a'::extensions.citext;`)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{
				"1_a.sql:5: extension pg_cron is of this program's own make", "1_a.sql:8: extension pgjwt is", "1_a.sql:9: left out", "1_a.sql:10: left out",
				"1_a.sql:14: extension pg_net is",
			} {
				if !slices.ContainsFunc(notes, func(line string) bool { return strings.Contains(line, want) }) {
					t.Errorf("no note has %q: %q", want, notes)
				}
			}
			if got := one(t, d, "select count(*) from cron.job"); got != "1" {
				t.Errorf("%s jobs are there, want that of the migration", got)
			}
		})
	}
}

// What a block goes on without is not refused, and what it needs is refused by PostgreSQL.
func TestAMissingExtensionInADOBlock(t *testing.T) {
	t.Parallel()
	_, conn := withoutOwn(t)
	_, _, err := supabase(t, conn, migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql", "select 1;\ndo $$ begin create extension vector; end $$")
	wants(t, "Supabase", err, "1_a.sql:2:", `extension "vector" is not available`)
}
