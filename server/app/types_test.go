package app

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/pgtest"
)

func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }

const generatedTypes = "../../client/src/api/schema.gen.ts"

func TestTheClientsRowTypesAreFresh(t *testing.T) {
	t.Parallel()
	pool, err := db.Open(t.Context(), pgtest.New(t).URL, db.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	kept, err := os.ReadFile(generatedTypes)
	if err != nil {
		t.Fatal(err)
	}
	err = pool.Conn(t.Context(), func(conn *db.Conn) error {
		fresh, err := typesOf(t.Context(), conn)
		if diff := cmp.Diff(string(kept), fresh); diff != "" {
			t.Errorf("schema.gen.ts does not fit the schema: run `make types`\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
