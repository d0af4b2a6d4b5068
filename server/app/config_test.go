package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := ReadConfig(project.Project{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Address() != "127.0.0.1:8000" || c.JWTExpiry != 3600 || c.Schemas[0] != "public" || !c.AutoMigrate {
		t.Errorf("defaults are %+v", c)
	}
}

func TestEveryBadVariableIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	checked := []project.Variable{{Name: "HUTS_EMAIL", Check: func(string) error { return errors.New("refused") }}}
	_, err := ReadConfig(project.Project{Variables: checked}, []string{
		"PORT=eighty", "AUTO_MIGRATE=perhaps", "TOUBKAL_ENV=staging", "GOTRUE_JWT_SECRET=short-but-secret", "GOTRUE_JWT_EXP=60",
		"GOTRUE_SITE_URL=example.org", "LOG_LEVEL=loud", "PGRST_DB_POOL=0", "PGRST_DB_MAX_ROWS=-1",
	})
	if err == nil {
		t.Fatal("nothing was refused")
	}
	for _, want := range []string{
		`PORT: "eighty" is not a whole number`, `AUTO_MIGRATE: "perhaps" is neither true nor false`, "TOUBKAL_ENV", "GOTRUE_JWT_SECRET", "GOTRUE_JWT_EXP", "GOTRUE_SITE_URL", "LOG_LEVEL",
		"PGRST_DB_POOL", "PGRST_DB_MAX_ROWS", "HUTS_EMAIL",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the report lacks %s:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "short-but-secret") {
		t.Errorf("the report tells a secret:\n%v", err)
	}
}

func TestAVariableMayNameAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(strings.Repeat("k", 40)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConfig(project.Project{}, []string{"GOTRUE_JWT_SECRET_FILE=" + file})
	if err != nil {
		t.Fatal(err)
	}
	if c.JWTSecret != strings.Repeat("k", 40) {
		t.Errorf("the secret is %q, want the file's content without its newline", c.JWTSecret)
	}
	if _, err := ReadConfig(project.Project{}, []string{"GOTRUE_JWT_SECRET_FILE=/nowhere/secret"}); err == nil {
		t.Error("a file that is not there was accepted")
	}
}

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	t.Parallel()
	c := Config{DataDir: filepath.Join(t.TempDir(), "data")}
	if err := openDataDir(c); err != nil {
		t.Fatal(err)
	}
	first, err := secret(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := secret(c)
	if err != nil || again != first || len(first) < 32 {
		t.Errorf("the second start reads %q (%v), want %q", again, err, first)
	}
	info, err := os.Stat(c.keyFile("jwt-secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file is %v (%v), want its owner's alone", info.Mode(), err)
	}
	if err := os.WriteFile(c.keyFile("jwt-secret"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secret(c); err == nil {
		t.Error("a damaged secret was accepted")
	}
}
