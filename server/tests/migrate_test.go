package tests

import (
	"testing"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/pgtest"
)

// AUTO_MIGRATE=false is about a start; whoever asks for the verb means it.
func TestTheVerbMigrateMigratesWhateverAStartDoes(t *testing.T) {
	t.Parallel()
	database, printed := pgtest.Empty(t), newOutput()
	environ := []string{
		"DATABASE_URL=" + database.URL, "AUTO_MIGRATE=false", "GOTRUE_JWT_SECRET=" + secret,
		"TOUBKAL_DATA_DIR=" + t.TempDir(), "TOUBKAL_POLICIES_DIR=" + t.TempDir() + "/none",
	}
	booting.Lock()
	err := app.Run(t.Context(), []string{"migrate"}, environ, printed, testLog{t})
	booting.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	var expeditions int
	if err := database.Admin.QueryRow(t.Context(), "select count(*) from public.expeditions").Scan(&expeditions); err != nil || expeditions != 14 {
		t.Errorf("%d expeditions (%v) after migrate, want the 14 of the seeds", expeditions, err)
	}
	printed.wait(t, `(are applied)`)
}
