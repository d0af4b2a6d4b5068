package tests

import (
	"testing"

	website "github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/pgtest"
)

// AUTO_MIGRATE=false is about a start; whoever asks for the verb means it.
func TestTheVerbMigrateMigratesWhateverAStartDoes(t *testing.T) {
	t.Parallel()
	database, printed := pgtest.Empty(t), newOutput()
	environ := []string{
		"DATABASE_URL=" + database.URL, "AUTO_MIGRATE=false", "GOTRUE_JWT_SECRET=" + secret,
		"TOUBKAL_DATA_DIR=" + t.TempDir(),
	}
	booting.Lock()
	err := app.Command(t.Context(), website.Project(), []string{"migrate"}, environ, printed, testLog{t})
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
