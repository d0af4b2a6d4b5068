package pgtest

import (
	"os"
	"strings"
)

// dumpRoles are the roles of a Supabase project that its dumps name, beside the engine's.
const dumpRoles = `do $$
declare
	name text;
begin
	foreach name in array '{postgres,supabase_admin,dashboard_user,supabase_storage_admin}'::text[] loop
		if not exists (select from pg_roles where rolname = name) then
			begin
				execute format('create role %I', name);
			exception when duplicate_object or unique_violation then
				null; -- another test was faster
			end;
		end if;
	end loop;
end
$$`

// Load runs a dump in the form of pg_dump's plain text, COPY included, as psql would, and
// creates the roles that a dump of a Supabase project names.
func (d *DB) Load(file string) {
	d.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		d.t.Fatal(err)
	}
	// The engine's roles first, by its own SQL: they belong to the cluster.
	if _, err := d.cluster.once.make(d.t.Context(), d.cluster); err != nil {
		d.t.Fatalf("pgtest: make the template database: %v", err)
	}
	conn := d.Conn().PgConn()
	run := func(sql string) {
		d.t.Helper()
		if _, err := conn.Exec(d.t.Context(), sql).ReadAll(); err != nil {
			d.t.Fatalf("pgtest: load %s: %v; in:\n%s", file, err, sql)
		}
	}
	run(dumpRoles)
	var sql, rows strings.Builder
	copying := ""
	for line := range strings.Lines(string(text)) {
		switch {
		case copying != "" && line == "\\.\n":
			if _, err := conn.CopyFrom(d.t.Context(), strings.NewReader(rows.String()), copying); err != nil {
				d.t.Fatalf("pgtest: load %s: %s: %v", file, copying, err)
			}
			rows.Reset()
			copying = ""
		case copying != "":
			rows.WriteString(line)
		case strings.HasPrefix(line, "COPY "):
			run(sql.String())
			sql.Reset()
			copying = strings.TrimSuffix(line, ";\n")
		case !strings.HasPrefix(line, `\`): // a command of psql
			sql.WriteString(line)
		}
	}
	run(sql.String())
}
