package catalog_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// world loads the fixture of testdata.
func world(t testing.TB) *catalog.Snapshot {
	t.Helper()
	fixture, err := os.ReadFile("testdata/fixture.sql")
	if err != nil {
		t.Fatal(err)
	}
	return loaded(t, pgtest.Empty(t), string(fixture), "public")
}

// loaded runs sql and reads the catalog of the schemas.
func loaded(t testing.TB, db *pgtest.DB, sql string, schemas ...string) *catalog.Snapshot {
	t.Helper()
	if _, err := db.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatalf("make the fixture: %v", err)
	}
	conn, err := pgx.Connect(t.Context(), db.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	snapshot, err := catalog.Load(t.Context(), conn, schemas)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return snapshot
}

func TestLoad(t *testing.T) {
	t.Parallel()
	s := world(t)
	t.Run("tables", func(t *testing.T) { tables(t, s) })
	t.Run("columns", func(t *testing.T) { columns(t, s) })
	t.Run("relationships", func(t *testing.T) { relationships(t, s) })
	t.Run("functions", func(t *testing.T) { functions(t, s) })
	t.Run("computed columns", func(t *testing.T) { computed(t, s) })
	t.Run("remaining", func(t *testing.T) { remaining(t, s) })
}

func TestAbsentSchemas(t *testing.T) {
	t.Parallel()
	s := loaded(t, pgtest.Empty(t), `create schema "a b"`, "nosuch", "a b", "public", "Public")
	if diff := cmp.Diff([]string{"nosuch", "Public"}, s.MissingSchemas); diff != "" {
		t.Errorf("absent (-want +got):\n%s", diff)
	}
}

func tables(t *testing.T, s *catalog.Snapshot) {
	want := map[string]string{ // kind, what it can do, primary key
		"teams": "r iud id", "climbers": "r iud id", "passports": "r iud climber_id",
		"peaks": "r iud height,country", "ascents": "r iud climber_id,country,height",
		"sightings": "r iud id", "logs": "p iud at,climber_id",
		"stories": "v iud story_id", "roster": "v iud the, {climber}", "twice": "v iud id",
		"heights": "m  country,height", "only_half": "v iud ", "joined": "v  climber_id,country,height",
		"united": "v  ", "nested": "v  id",
	}
	got := map[string]string{}
	for name, table := range s.Tables {
		if name != table.Name || name.Schema != "public" {
			t.Errorf("table %v is kept as %v", table.Name, name)
		}
		got[name.Name] = fmt.Sprintf("%c %s %s", table.Kind, abilities(table), strings.Join(table.PrimaryKey, ","))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if got := s.Table("public", "teams").Comment; got != "Who climbs together" {
		t.Errorf("comment of teams = %q", got)
	}
	if s.Table("hidden", "secrets") != nil || s.Table("public", "logs_2025") != nil {
		t.Error("a hidden table or a partition is exposed")
	}
}

func abilities(table *catalog.Table) string {
	able := ""
	if table.Insertable {
		able += "i"
	}
	if table.Updatable {
		able += "u"
	}
	if table.Deletable {
		able += "d"
	}
	return able
}

func columns(t *testing.T, s *catalog.Snapshot) {
	pg := func(name string) catalog.Name { return catalog.Name{Schema: "pg_catalog", Name: name} }
	mood := catalog.Name{Schema: "public", Name: "mood"}
	want := []catalog.Column{
		{Name: "id", Type: "bigint", Base: "bigint", TypeName: pg("int8"), Default: "nextval('public.teams_id_seq')", Identity: 'd'},
		{Name: "name", Type: "character varying(40)", Base: "character varying", TypeName: pg("varchar"), MaxLength: 40, Comment: "As painted on the tents"},
		{Name: "mood", Type: "public.mood", Base: "public.mood", TypeName: mood, Default: "'calm'::public.mood", Enum: []string{"calm", "wild"}},
		{Name: "status", Type: "text", Base: "text", TypeName: pg("text"), Default: "'new'::text", Allowed: []string{"new", "old"}},
		{Name: "short", Type: "character(3)", Base: "character", TypeName: pg("bpchar"), Nullable: true, MaxLength: 3, Allowed: []string{"abc", "def"}},
		{Name: "long_name", Type: "text", Base: "text", TypeName: pg("text"), Nullable: true},
		{Name: "codes", Type: "bit(8)", Base: "bit", TypeName: pg("bit"), Nullable: true, MaxLength: 8},
		{Name: "colour", Type: "public.colour", Base: "text", Domain: "public.colour", TypeName: pg("text"), Nullable: true, Allowed: []string{"red", `it's "blue"`}},
		{Name: "contact", Type: "public.work_email", Base: "character varying", Domain: "public.work_email", TypeName: pg("varchar"), Default: "'nobody@example.org'::character varying", MaxLength: 320},
		{Name: "base", Type: "public.place", Base: "public.place", TypeName: catalog.Name{Schema: "public", Name: "place"}, Nullable: true, Composite: true},
		{Name: "tags", Type: "text[]", Base: "text[]", TypeName: pg("text"), Nullable: true, Array: true},
		{Name: "moods", Type: "public.mood[]", Base: "public.mood[]", TypeName: mood, Nullable: true, Array: true},
		{Name: "mails", Type: "public.email[]", Base: "public.email[]", TypeName: pg("varchar"), Nullable: true, Array: true},
		{Name: "made", Type: "text", Base: "text", TypeName: pg("text"), Nullable: true, Generated: 's'},
		{Name: "serial", Type: "integer", Base: "integer", TypeName: pg("int4"), Identity: 'a'},
		{Name: "at", Type: "timestamp with time zone", Base: "timestamp with time zone", TypeName: pg("timestamptz"), Nullable: true, Default: "now()"},
	}
	if diff := cmp.Diff(want, s.Table("public", "teams").Columns, cmpopts.IgnoreFields(catalog.Column{}, "TypeOID", "DefaultOID")); diff != "" {
		t.Errorf("columns of teams (-want +got):\n%s", diff)
	}
	if c := s.Table("public", "teams").Column("serial"); !c.HasDefault() {
		t.Error("an identity column has no default")
	}
	if c := s.Table("public", "teams").Column("nosuch"); c != nil {
		t.Errorf("found a column that is not there: %v", c)
	}
}

// arrow writes a relationship in one line, so that a table of them reads.
func arrow(r *catalog.Relationship) string {
	kind := map[catalog.RelationshipKind]string{
		catalog.OneToMany: "o2m", catalog.ManyToOne: "m2o", catalog.OneToOne: "o2o", catalog.ManyToMany: "m2m",
	}[r.Kind]
	line := []string{r.To.Name, kind}
	if r.Parent {
		line = append(line, "parent")
	}
	switch {
	case r.Computed():
		line = append(line, "by "+r.Function.Name)
	case r.Junction != nil:
		j := r.Junction
		line = append(line, fmt.Sprintf("through %s %s%v %s%v", j.Table.Name, j.FromConstraint, j.FromColumns, j.ToConstraint, j.ToColumns))
	default:
		line = append(line, fmt.Sprintf("%s%v", r.Constraint, r.Columns))
	}
	return strings.Join(line, " ")
}

func arrows(s *catalog.Snapshot, from string) []string {
	var lines []string
	for _, r := range s.From("public", from) {
		lines = append(lines, arrow(r))
	}
	return lines
}

func relationships(t *testing.T, s *catalog.Snapshot) {
	tests := []struct {
		name, from string
		want       []string
	}{
		{"one to one by a shared key, and through every view of it", "passports", []string{
			"climbers o2o passports_climber_id_fkey[{climber_id id}]",
			"joined o2o passports_climber_id_fkey[{climber_id climber_id}]",
			"nested o2o passports_climber_id_fkey[{climber_id id}]",
			"roster o2o passports_climber_id_fkey[{climber_id the, {climber}}]",
			"twice o2o passports_climber_id_fkey[{climber_id id}]",
		}},
		{"the other ends; a column shown twice gives two; no junction by unique", "teams", []string{
			"climbers o2m climbers_team_id_fkey[{id team_id}]",
			"climbers o2o parent climbers_leads[{id leads_id}]",
			"nested o2m climbers_team_id_fkey[{id team_id}]",
			"roster o2m climbers_team_id_fkey[{id team}]",
			"sightings o2m sightings_team_id_fkey[{id team_id}]",
			"twice o2m climbers_team_id_fkey[{id new_team}]",
			"twice o2m climbers_team_id_fkey[{id old_team}]",
		}},
		{"to itself both ways, junctions, computed ones in place of detected", "climbers", []string{
			"ascents o2m ascents_climber_id_fkey[{id climber_id}]",
			"climbers o2m climbers_mentor_id_fkey[{id mentor_id}]",
			"climbers m2o climbers_mentor_id_fkey[{mentor_id id}]",
			"heights m2m through ascents ascents_climber_id_fkey[{id climber_id}] ascents_peak[{country country} {height height}]",
			"joined m2o climbers_mentor_id_fkey[{mentor_id climber_id}]",
			"joined m2m through ascents ascents_climber_id_fkey[{id climber_id}] ascents_peak[{country country} {height height}]",
			"logs o2m logs_climber_id_fkey[{id climber_id}]",
			"nested m2o climbers_mentor_id_fkey[{mentor_id id}]",
			"passports o2o parent passports_climber_id_fkey[{id climber_id}]",
			"peaks m2m through ascents ascents_climber_id_fkey[{id climber_id}] ascents_peak[{country country} {height height}]",
			"roster m2o climbers_mentor_id_fkey[{mentor_id the, {climber}}]",
			"sightings o2m sightings_climber_id_fkey[{id climber_id}]",
			"stories o2m secrets_climber_id_fkey[{id teller}]",
			"twice m2o climbers_mentor_id_fkey[{mentor_id id}]",
			"climbers o2m by friends",
			"teams o2o by teams",
		}},
		{"a composite key", "ascents", []string{
			"climbers m2o ascents_climber_id_fkey[{climber_id id}]",
			"heights m2o ascents_peak[{country country} {height height}]",
			"joined m2o ascents_climber_id_fkey[{climber_id climber_id}]",
			"joined m2o ascents_peak[{country country} {height height}]",
			"nested m2o ascents_climber_id_fkey[{climber_id id}]",
			"peaks m2o ascents_peak[{country country} {height height}]",
			"roster m2o ascents_climber_id_fkey[{climber_id the, {climber}}]",
			"twice m2o ascents_climber_id_fkey[{climber_id id}]",
		}},
		{"a view over a hidden table, with a rule beside it", "stories", []string{
			"climbers m2o secrets_climber_id_fkey[{teller id}]",
			"joined m2o secrets_climber_id_fkey[{teller climber_id}]",
			"nested m2o secrets_climber_id_fkey[{teller id}]",
			"roster m2o secrets_climber_id_fkey[{teller the, {climber}}]",
			"twice m2o secrets_climber_id_fkey[{teller id}]",
		}},
		{"a view over a hidden view, with an awkward column name", "roster", []string{
			"ascents o2m ascents_climber_id_fkey[{the, {climber} climber_id}]",
			"climbers o2m climbers_mentor_id_fkey[{the, {climber} mentor_id}]",
			"heights m2m through ascents ascents_climber_id_fkey[{the, {climber} climber_id}] ascents_peak[{country country} {height height}]",
			"joined m2m through ascents ascents_climber_id_fkey[{the, {climber} climber_id}] ascents_peak[{country country} {height height}]",
			"logs o2m logs_climber_id_fkey[{the, {climber} climber_id}]",
			"passports o2o parent passports_climber_id_fkey[{the, {climber} climber_id}]",
			"peaks m2m through ascents ascents_climber_id_fkey[{the, {climber} climber_id}] ascents_peak[{country country} {height height}]",
			"sightings o2m sightings_climber_id_fkey[{the, {climber} climber_id}]",
			"stories o2m secrets_climber_id_fkey[{the, {climber} teller}]",
			"teams m2o climbers_team_id_fkey[{team id}]",
		}},
		{"a partitioned table has its own, and its partitions none", "logs", []string{
			"climbers m2o logs_climber_id_fkey[{climber_id id}]",
			"joined m2o logs_climber_id_fkey[{climber_id climber_id}]",
			"nested m2o logs_climber_id_fkey[{climber_id id}]",
			"roster m2o logs_climber_id_fkey[{climber_id the, {climber}}]",
			"twice m2o logs_climber_id_fkey[{climber_id id}]",
		}},
		{"half a key leads nowhere", "only_half", nil},
		{"a union leads nowhere: its columns come from no one table", "united", nil},
		{"nor does a hidden table", "secrets", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, arrows(s, test.from)); diff != "" {
				t.Errorf("from %s (-want +got):\n%s", test.from, diff)
			}
		})
	}
	for from, some := range s.Relationships {
		for _, r := range some {
			if r.From != from || s.Tables[r.From] == nil || s.Tables[r.To] == nil {
				t.Errorf("%v leads from %v to %v, which are not both exposed", from, r.From, r.To)
			}
			if r.FromView != slices.Contains([]catalog.TableKind{catalog.View, catalog.MaterializedView}, s.Tables[r.From].Kind) && !r.Computed() {
				t.Errorf("%s of %v: FromView = %v", arrow(r), from, r.FromView)
			}
		}
	}
}
