package schema_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

var (
	schemaFolder = migrate.Folder{Name: "schema", Files: schema.Files}
	policyFolder = migrate.Folder{Name: "policies", Files: policies.Files}
)

func seedFolder(t *testing.T) migrate.Folder {
	t.Helper()
	seeds, err := fs.Sub(schema.Files, "seeds")
	if err != nil {
		t.Fatal(err)
	}
	return migrate.Folder{Name: "schema/seeds", Files: seeds}
}

// start does what a program does with its database when it starts.
func start(t *testing.T, conn *pgx.Conn) (up, rights, seeded []string, err error) {
	t.Helper()
	up, err1 := migrate.Up(t.Context(), conn, schemaFolder, migrate.Options{})
	rights, err2 := migrate.Policies(t.Context(), conn, policyFolder, migrate.Options{})
	seeded, err3 := migrate.Seeds(t.Context(), conn, seedFolder(t))
	return up, rights, seeded, errors.Join(err1, err2, err3)
}

func TestTheSiteMigratesTwiceToTheSame(t *testing.T) {
	t.Parallel()
	conn := pgtest.Empty(t).Conn()
	for _, first := range []bool{true, false} {
		up, rights, seeded, err := start(t, conn)
		if err != nil {
			t.Fatal(err)
		}
		for what, list := range map[string][]string{"schema": up, "policies": rights, "seeds": seeded} {
			if (len(list) > 0) != first {
				t.Errorf("first run %t: %s applied %v", first, what, list)
			}
		}
	}
}

// TestCheck: nothing that the migrations need is missing on the embedded PostgreSQL.
func TestCheck(t *testing.T) {
	t.Parallel()
	offer, err := migrate.ReadOffer(t.Context(), pgtest.Empty(t).Conn())
	if err != nil {
		t.Fatal(err)
	}
	engine := migrate.EngineOffer("postgres")
	engine.Extensions = offer.Extensions
	if err := migrate.Check(schema.Files, "schema", engine); err != nil {
		t.Error(err)
	}
}
