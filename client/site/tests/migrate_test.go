package tests

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// AUTO_MIGRATE=false is about a start; whoever asks for the verb means it.
func TestTheVerbMigrateMigratesWhateverAStartDoes(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	database := pgtest.Empty(t)
	environ := []string{
		"DATABASE_URL=" + database.URL, "AUTO_MIGRATE=false", "GOTRUE_JWT_SECRET=" + apptest.Secret,
		"TOUBKAL_DATA_DIR=" + t.TempDir(),
	}
	if err := apptest.RunCommand(t, site.Project(), "migrate", environ, &printed); err != nil {
		t.Fatal(err)
	}
	var expeditions int
	if err := database.Admin.QueryRow(t.Context(), "select count(*) from public.expeditions").Scan(&expeditions); err != nil || expeditions != 14 {
		t.Errorf("%d expeditions (%v) after migrate, want the 14 of the seeds", expeditions, err)
	}
	if !strings.Contains(printed.String(), "are applied") {
		t.Errorf("migrate does not say that migrations are applied: %s", &printed)
	}
}
