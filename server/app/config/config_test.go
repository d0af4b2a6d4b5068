package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := Read(project.Project{}, nil)
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
	_, err := Read(project.Project{Variables: checked}, []string{
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

// Links in the e-mails of an app on phones open it; nothing else follows from its address.
func TestTheSiteMayBeAnApp(t *testing.T) {
	t.Parallel()
	for address, website := range map[string]string{"https://example.org": "https://example.org", "climbs://": "", "com.example.climbs://login": ""} {
		c, err := Read(project.Project{}, []string{"GOTRUE_SITE_URL=" + address})
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if c.SiteURL != address || c.Website() != website {
			t.Errorf("%s: got %q and the website %q, want %q", address, c.SiteURL, c.Website(), website)
		}
	}
	for _, address := range []string{"example.org", "javascript://example.org", "://", "https://", "my app://"} {
		if _, err := Read(project.Project{}, []string{"GOTRUE_SITE_URL=" + address}); err == nil || !strings.Contains(err.Error(), "myapp://") {
			t.Errorf("%s: got %v, want a refusal", address, err)
		}
	}
}

func TestAVariableMayNameAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(strings.Repeat("k", 40)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(project.Project{}, []string{"GOTRUE_JWT_SECRET_FILE=" + file})
	if err != nil {
		t.Fatal(err)
	}
	if c.JWTSecret != strings.Repeat("k", 40) {
		t.Errorf("the secret is %q, want the file's content without its newline", c.JWTSecret)
	}
	if _, err := Read(project.Project{}, []string{"GOTRUE_JWT_SECRET_FILE=/nowhere/secret"}); err == nil {
		t.Error("a file that is not there was accepted")
	}
}

func TestTheConnectionsOfANodeAreBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, environ    string
		total, pool, six int32
		refused          string
	}{
		{"by default", "LOG_LEVEL=info", 61, 10, 6, ""},
		{"a larger pool of tables", "PGRST_DB_POOL=30", 81, 30, 6, ""},
		{"without realtime", "SERVICES=rest,auth,storage", 46, 10, 6, ""},
		{"without the console", "TOUBKAL_CONSOLE=off", 56, 10, 6, ""},
		{"half", "TOUBKAL_DB_CONNECTIONS=38", 38, 5, 3, ""},
		{"the least", "TOUBKAL_DB_CONNECTIONS=27", 27, 2, 2, ""},
		{"too few", "TOUBKAL_DB_CONNECTIONS=26", 0, 0, 0, "use 27 or more"},
	} {
		c, err := Read(project.Project{}, []string{test.environ})
		if test.refused != "" {
			if err == nil || !strings.Contains(err.Error(), test.refused) {
				t.Errorf("%s: %v, want %q", test.name, err, test.refused)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if c.DBConnections != test.total || c.PoolShare(c.PoolSize) != test.pool || c.PoolShare(6) != test.six {
			t.Errorf("%s: %d connections, %d for tables, %d of 6; want %d, %d, %d", test.name, c.DBConnections, c.PoolShare(c.PoolSize), c.PoolShare(6), test.total, test.pool, test.six)
		}
		if all := c.fixedConns() + c.PoolShare(c.PoolSize) + c.PoolShare(10) + 3*c.PoolShare(6) + c.PoolShare(8); c.fixedConns() == 15 && all > test.total {
			t.Errorf("%s: the pools sum up to %d, want at most %d", test.name, all, test.total)
		}
		if want := fmt.Sprintf("TOUBKAL_DB_CONNECTIONS=%d\n", test.total); !strings.Contains(c.Print(), want) {
			t.Errorf("%s: toubkal config does not print %q", test.name, want)
		}
	}
}
