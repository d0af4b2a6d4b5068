package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/localpg"
)

// database is the cases' database, made afresh.
type database struct {
	owner   string // URL of a superuser
	login   string // URL of the role that PostgREST signs in as
	version int    // server_version_num: 180001
	stop    func(context.Context) error
}

// prepare makes the database on the PostgreSQL that o names, or on one of our own
// that goes away with it.
func prepare(ctx context.Context, o options) (d *database, err error) {
	d = &database{stop: func(context.Context) error { return nil }}
	address := o.database
	if address == "" {
		server, err := localpg.Start(ctx, localpg.Options{Throwaway: true})
		if err != nil {
			return nil, err
		}
		address, d.stop = server.URL("rest_cases"), server.Stop
	}
	fixture, err := os.ReadFile(filepath.Join(o.cases, "fixture.sql"))
	if err == nil {
		err = d.make(ctx, address, string(fixture))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make the cases' database: %w", err), d.stop(context.WithoutCancel(ctx)))
	}
	return d, nil
}

// make drops and creates the database of an address, and fills it.
func (d *database) make(ctx context.Context, address, fixture string) error {
	at, err := url.Parse(address)
	if err != nil || at.Path == "" {
		return errors.New("-database: not a URL like postgres://postgres@127.0.0.1:5432/rest_cases")
	}
	if err := create(ctx, *at); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := load(ctx, conn, fixture); err != nil {
		return err
	}
	d.owner, d.login = address, login(*at)
	return conn.QueryRow(ctx, "select current_setting('server_version_num')::int").Scan(&d.version)
}

// roles are PostgREST's; a password is given since a server may ask for one.
const roles = `
do $$
declare
  name text;
begin
  foreach name in array array['postgrest_test_anonymous', 'postgrest_test_default_role', 'postgrest_test_author',
    'postgrest_test_superuser', 'Postgrest_Test_Authenticator'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
  end loop;
end
$$;
alter role postgrest_test_superuser superuser;
alter role "Postgrest_Test_Authenticator" login noinherit password 'authenticator';
grant postgrest_test_anonymous, postgrest_test_default_role, postgrest_test_author, postgrest_test_superuser
  to "Postgrest_Test_Authenticator"`

// create makes the roles, and the empty database.
func create(ctx context.Context, at url.URL) error {
	name := pgx.Identifier{strings.TrimPrefix(at.Path, "/")}.Sanitize()
	at.Path = "/postgres"
	conn, err := pgx.Connect(ctx, at.String())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	for _, sql := range []string{
		roles,
		"drop database if exists " + name + " with (force)",
		"create database " + name + " encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0",
		"alter database " + name + " set timezone = 'utc'",
		"alter database " + name + ` set "request.jwt.claim.id" = '-1'`,
		"alter database " + name + " set compute_query_id = on", // a plan shows it
	} {
		if _, err := conn.PgConn().Exec(ctx, sql).ReadAll(); err != nil {
			return err
		}
	}
	return nil
}

// login is how the specifications have the server sign in.
func login(at url.URL) string {
	at.User = url.UserPassword("Postgrest_Test_Authenticator", "authenticator")
	q := at.Query()
	q.Set("options", "-c search_path=public,test")
	q.Set("timezone", "utc")
	at.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // as libpq reads it
	return at.String()
}

// load fills the database, and has PostgreSQL count the rows: planned counts come
// from there.
func load(ctx context.Context, conn *pgx.Conn, fixture string) error {
	var folder string
	if err := conn.QueryRow(ctx, "select current_setting('data_directory')").Scan(&folder); err != nil {
		return err
	}
	// The foreign table's file: the server itself writes and reads it, wherever
	// it runs and as whom.
	fixture = strings.ReplaceAll(fixture, "@CSV@", strings.ReplaceAll(folder, "'", "''")+"/rest_cases.csv")
	for _, part := range parts(quoteJSONArguments(fixture)) {
		if err := part.run(ctx, conn); err != nil {
			return err
		}
	}
	_, err := conn.Exec(ctx, "vacuum analyze")
	return err
}

var jsonArgument = regexp.MustCompile(`([(, ])json json\b`)

// quoteJSONArguments quotes the arguments that are named json: since PostgreSQL 17 that is
// a word of SQL's own.
func quoteJSONArguments(sql string) string {
	return jsonArgument.ReplaceAllString(sql, `$1"json" json`)
}

// part is SQL up to a `copy … from stdin`, and the rows after it, as pg_dump
// writes them.
type part struct{ sql, copy, rows string }

var copyRows = regexp.MustCompile(`(?m)^(COPY .* FROM stdin);\n((?:.*\n)*?)\\\.$`)

func parts(dump string) []part {
	var all []part
	begin := 0
	for _, at := range copyRows.FindAllStringSubmatchIndex(dump, -1) {
		all = append(all, part{dump[begin:at[0]], dump[at[2]:at[3]], dump[at[4]:at[5]]})
		begin = at[1]
	}
	return append(all, part{sql: dump[begin:]})
}

func (p part) run(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.PgConn().Exec(ctx, p.sql).ReadAll(); err != nil {
		return err
	}
	if p.copy == "" {
		return nil
	}
	if _, err := conn.PgConn().CopyFrom(ctx, strings.NewReader(p.rows), p.copy); err != nil {
		return fmt.Errorf("%s: %w", p.copy, err)
	}
	return nil
}
