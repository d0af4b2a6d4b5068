package mcp

import (
	"context"
	"strings"

	"github.com/toubkal/toubkal/server/migrate"
)

// A read-only transaction alone keeps an assistant from little: COPY … TO PROGRAM, dblink and
// lo_export write elsewhere, and a user's statement may set the claims of another user. So where
// writing is not allowed, a statement is a query all of whose functions only read. PostgreSQL says
// so: the query becomes a temporary view that is rolled back, whose stored form names each function.

// checkSQL reads the functions that the view calls directly, and that may do more than read.
const checkSQL = `
select pg_catalog.format('%s.%s', n.nspname, p.proname)
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
left join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
left join pg_catalog.pg_extension e on e.oid = d.refobjid
where p.oid in (
	select found.match[1]::pg_catalog.oid from pg_catalog.pg_rewrite r,
		pg_catalog.regexp_matches(r.ev_action::pg_catalog.text, ':(?:funcid|opfuncid|aggfnoid|winfnoid) (\d+)', 'g') found (match)
	where r.ev_class = 'pg_temp.toubkal_mcp_query'::pg_catalog.regclass)
and not case
	when e.extname is not null then p.provolatile = 'i' or p.provolatile = 's' and e.extname::pg_catalog.text = any ($2)
	when n.nspname = 'pg_catalog' then p.provolatile <> 'v' or p.proname::pg_catalog.text = any ($1)
	else p.provolatile <> 'v' end
order by 1 limit 1`

// harmless are volatile functions of PostgreSQL that change nothing.
var harmless = []string{
	"random", "random_normal", "gen_random_uuid", "uuidv4", "uuidv7", "clock_timestamp", "timeofday", "pg_sleep",
	"pg_relation_size", "pg_table_size", "pg_indexes_size", "pg_total_relation_size", "pg_database_size", "pg_tablespace_size",
	"currval", "lastval", "pg_blocking_pids", "pg_is_in_recovery", "pg_sequence_last_value",
}

// reading are the extensions whose stable functions execute no text as SQL; tablefunc and xml2 do.
var reading = []string{"citext", "fuzzystrmatch", "hstore", "intarray", "ltree", "pg_trgm", "pgcrypto", "postgis", "unaccent", "vector"}

// query is the text of a statement, alone, without its semicolon.
func query(text string) (string, error) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	all := migrate.Split(text)
	if len(all) != 1 {
		return "", invalid("Send one statement in each call.")
	}
	return strings.TrimRight(all[0].Text, "; \n\t"), nil
}

// check refuses what is no query, or calls a function that may do more than read.
func (s session) check(ctx context.Context, sql string) error {
	if err := s.begin(ctx, false); err != nil {
		return err
	}
	defer func() { _ = s.run(context.WithoutCancel(ctx), "rollback") }()
	if err := s.run(ctx, "create temporary view toubkal_mcp_query as select count(*) from (\n"+sql+"\n) as q"); err != nil {
		return err
	}
	var found *string
	if err := s.QueryRow(ctx, "select ("+checkSQL+")", harmless, reading).Scan(&found); err != nil {
		return err
	}
	if found != nil {
		return invalid("The function %s is volatile: it may do more than read, and the operator has not allowed that (toubkal mcp --write). A function of the project that only reads is declared stable.", *found)
	}
	return nil
}
