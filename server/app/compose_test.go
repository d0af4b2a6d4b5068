package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"

	"github.com/toubkal/toubkal/server/project"
)

const composeFile = "../../docker-compose.yml"

func compose(t *testing.T) *types.Project {
	t.Helper()
	details := types.ConfigDetails{
		WorkingDir:  filepath.Dir(composeFile),
		ConfigFiles: []types.ConfigFile{{Filename: composeFile}},
		Environment: types.Mapping{},
	}
	composed, err := loader.LoadWithContext(t.Context(), details, loader.WithProfiles([]string{"*"}))
	if err != nil {
		t.Fatalf("docker-compose.yml does not parse: %v", err)
	}
	return composed
}

func TestComposeSetsOnlyVariablesThatExist(t *testing.T) {
	t.Parallel()
	server := compose(t).Services["server"]
	if len(server.Environment) == 0 {
		t.Fatal("the server has no environment: the test looks in the wrong place")
	}
	known := append(Variables(), "TMPDIR") // which Go reads
	for name := range server.Environment {
		if !slices.Contains(known, name) && !slices.Contains(known, strings.TrimSuffix(name, "_FILE")) {
			t.Errorf("docker-compose.yml sets %s, which the configuration does not have", name)
		}
	}
}

func TestComposeConfigurationIsAccepted(t *testing.T) {
	t.Parallel()
	dir, environ := t.TempDir(), []string{}
	for name, value := range compose(t).Services["server"].Environment {
		if strings.HasSuffix(name, "_FILE") {
			secret := filepath.Join(dir, filepath.Base(*value))
			if err := os.WriteFile(secret, []byte(strings.Repeat("s", 40)), 0o600); err != nil {
				t.Fatal(err)
			}
			value = &secret
		}
		environ = append(environ, name+"="+*value)
	}
	c, err := ReadConfig(project.Project{}, environ)
	if err != nil {
		t.Fatal(err)
	}
	if c.DatabaseURL == "" || c.JWTSecret == "" || c.Host != "0.0.0.0" || c.Env != "production" {
		t.Errorf("the container would run with %+v", c)
	}
}

func TestComposeIsFitForADeployment(t *testing.T) {
	t.Parallel()
	project := compose(t)
	for name, service := range project.Services {
		if service.HealthCheck == nil {
			t.Errorf("%s has no health check", name)
		}
		for variable, value := range service.Environment {
			if value != nil && regexp.MustCompile(`(?i)(password|secret|_key)$`).MatchString(variable) {
				t.Errorf("%s: %s is a secret in the file; give it as a file", name, variable)
			}
		}
		optional := name != "db" && name != "server"
		if got := len(service.Profiles) > 0; got != optional {
			t.Errorf("%s: behind a profile = %v, want %v", name, got, optional)
		}
	}
	for _, setting := range []string{"wal_level=logical", "max_slot_wal_keep_size=1GB"} {
		if db := project.Services["db"]; !slices.Contains(db.Command, setting) {
			t.Errorf("db: command %v lacks %s", db.Command, setting)
		}
	}
	ignored, err := os.ReadFile("../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range project.Secrets {
		if !strings.Contains(secret.File, "/.secrets/") || !strings.Contains(string(ignored), "/.secrets/\n") {
			t.Errorf("secret %s is in %s, which git does not ignore", name, secret.File)
		}
	}
}

func TestImageIsSmallAndNotRoot(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	_, last, found := strings.Cut(string(text), "\nFROM scratch\n")
	if !found {
		t.Fatal("the last stage is not FROM scratch")
	}
	if strings.Contains(last, "\nRUN ") {
		t.Error("the last stage runs a command, so it holds more than the program")
	}
	if !regexp.MustCompile(`(?m)^USER [1-9]\d*:[1-9]\d*$`).MatchString(last) {
		t.Error("the last stage does not run as an ordinary user")
	}
	folder := regexp.MustCompile(`(?m)^ENV TMPDIR=(\S+)$`).FindStringSubmatch(last)
	if folder == nil || !strings.Contains(last, "\nVOLUME "+folder[1]+"\n") {
		t.Error("no folder that can be written to has temporary files: long answers would fail")
	}
}
