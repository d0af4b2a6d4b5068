package migrate_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// pg_dump leaves out the rows of an extension's tables, and the values of its sequences, unless the extension names
// them. The queue of net and its responses are unlogged and of the hour.
func TestRowsOfExtensionsAreDumped(t *testing.T) {
	t.Parallel()
	d := pgtest.Empty(t)
	_, _, err := supabase(t, d.Conn(), migrate.SupabaseOptions{NoSeed: true}, "migrations/1_a.sql",
		"create extension pg_cron; create extension pg_net; create extension pgmq; select pgmq.create('mails');")
	if err != nil {
		t.Fatal(err)
	}
	const left = `select coalesce(string_agg(c.oid::regclass::text, ' ' order by c.oid::regclass::text), '')
		from pg_depend m join pg_extension e on e.oid = m.refobjid and m.refclassid = 'pg_extension'::regclass
		join pg_class c on c.oid = m.objid and m.classid = 'pg_class'::regclass
		where m.deptype = 'e' and e.extname in ('pg_cron', 'pg_net', 'pgmq', 'supabase_vault') and c.relkind in ('r', 'p', 'S') and c.relpersistence <> 'u'
		and not c.oid = any(coalesce(e.extconfig, '{}'))`
	if got := one(t, d, left); got != "" {
		t.Errorf("a dump leaves out %s", got)
	}
	// A queue belongs to the database, not to the extension that has made it.
	const members = `select count(*) from pg_depend where deptype = 'e' and classid = 'pg_class'::regclass
		and objid in ('pgmq.q_mails'::regclass, 'pgmq.a_mails'::regclass)`
	if got := one(t, d, members); got != "0" {
		t.Errorf("%s tables of a queue are the extension's", got)
	}
}
