package cron

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/system/extensions"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A job has the role of its owner, in a session of its own, with Supabase's search path; nothing of it
// stays for the next one.
func TestSessionsOfJobs(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	exec(t, d, `create table seen (session_role text, role text, path text, database text);
		select cron.schedule('1 second', $$set role anon; set search_path = x; create temp table t (); reset role;
			insert into public.seen select session_user, current_user, s.reset_val, current_database() from pg_settings s where name = 'search_path'$$);
		alter database `+pgx.Identifier{d.Name}.Sanitize()+` set cron.timezone = 'Africa/Casablanca'`)
	node(t, d, c, d.URL)
	c.advance(t, time.Second)
	d.Until("1", "select count(*) from cron.job_run_details where status <> 'running'")
	c.advance(t, time.Second)
	d.Until("succeeded INSERT 0 1, succeeded INSERT 0 1", outcomes)
	d.Until("2", "select count(*) from seen where session_role = 'postgres' and role = 'postgres' and database = current_database()")
}

// A role that was let into the schema cannot have the scheduler work with the rights of another.
func TestOtherRolesCannotRunJobs(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	intruder := pgx.Identifier{"intruder_" + d.Name}.Sanitize()
	exec(t, d, "create role "+intruder+"; grant usage on schema cron to "+intruder+"; grant all on all tables in schema cron to "+intruder+`;
		grant all on all sequences in schema cron to `+intruder+`; grant execute on all functions in schema cron to `+intruder+`;
		create table stolen (by text); select cron.schedule('own', '* * * * *', 'select 1')`)
	dropRole(t, d, intruder)
	for _, test := range []struct{ sql, want string }{
		{"select cron.schedule('* * * * *', 'reset role; insert into stolen values (current_user)')", "cannot run jobs: they run as role \"postgres\""},
		{"select cron.schedule_in_database('x', '* * * * *', 'y', current_database(), 'postgres')", "must be superuser to create a job for another role"},
		{"insert into cron.job (schedule, command, username) values ('* * * * *', 'insert into stolen values (current_user)', 'postgres')", "violates row-level security policy"},
		{"update cron.job set command = 'insert into stolen values (current_user)'", ""}, // sees none
		{"select cron.alter_job(1, command := 'insert into stolen values (current_user)')", "does not exist or you don't own it"},
		{"select cron.unschedule(1)", "could not find valid entry"},
		{"insert into cron.job (schedule, command) values ('* * * * *', 'reset role; insert into stolen values (current_user)')", ""}, // runs never
		{"update cron.job set username = 'postgres'", "violates row-level security policy"},
	} {
		conn := d.Conn()
		_, err := conn.PgConn().Exec(t.Context(), "set role "+intruder+"; "+test.sql).ReadAll()
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: got %v, want %q", test.sql, err, test.want)
		}
	}
	node(t, d, c, d.URL)
	c.advance(t, time.Minute)
	d.Until("succeeded", "select string_agg(status, ' ') from cron.job_run_details where jobid = 1")
	d.Until(fmt.Sprintf(`failed role "intruder_%s" cannot run jobs: they run as role "postgres"`, d.Name), outcomes+" where jobid <> 1")
	d.Until("0", "select count(*) from stolen")
	conn := d.Conn()
	var seen int
	if _, err := conn.Exec(t.Context(), "set role "+intruder); err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), "select count(*) from cron.job_run_details where username = 'postgres'").Scan(&seen); err != nil || seen != 0 {
		t.Errorf("another role sees %d runs of postgres (%v), want none", seen, err)
	}
}

// On a server of somebody else's the program is no superuser, and the script is run in place of the extension.
func TestOwnerWithoutPrivileges(t *testing.T) {
	t.Parallel()
	d, c := pgtest.New(t), newClock()
	owner := "owner_" + d.Name
	exec(t, d, "create role "+owner+" login password 'p'; grant create on database "+d.Name+" to "+owner+"; create table public.seen (by text); grant insert on public.seen to "+owner+"; grant usage on schema public to "+owner)
	dropRole(t, d, owner)
	address, err := url.Parse(d.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(owner, "p")
	conn, err := pgconn.Connect(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	own, _ := extensions.Find("pg_cron")
	if _, err := conn.Exec(t.Context(), own.Script()+"select cron.schedule('1 second', 'reset session authorization; insert into public.seen values (current_user)')").ReadAll(); err != nil {
		t.Fatal(err)
	}
	node(t, d, c, address.String())
	c.advance(t, time.Second)
	d.Until("succeeded INSERT 0 1", outcomes)
	d.Until(owner, "select by from public.seen")
}

// dropRole drops a role, which belongs to the cluster, after the test.
func dropRole(t *testing.T, d *pgtest.DB, role string) {
	t.Helper()
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, d.URL)
		if err == nil {
			defer conn.Close(ctx)
			_, err = conn.PgConn().Exec(ctx, "drop owned by "+role+" cascade; drop role "+role).ReadAll()
		}
		if err != nil {
			t.Error(err)
		}
	})
}
