package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/project"
)

// composed is the part of docker-compose.yml that these tests read.
type composed struct {
	Services map[string]struct {
		Command, Profiles []string
		Environment       map[string]string
		HealthCheck       map[string]any
	}
	Secrets map[string]struct{ File string }
}

// compose reads docker-compose.yml where no variable is set.
func compose(t *testing.T) (c composed) {
	t.Helper()
	text, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`\$\{\w+(:-([^}]*))?\}`).ReplaceAll(text, []byte("$2"))
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatalf("docker-compose.yml does not parse: %v", err)
	}
	return c
}

func TestComposeSetsOnlyVariablesThatExist(t *testing.T) {
	t.Parallel()
	server := compose(t).Services["server"]
	if len(server.Environment) == 0 {
		t.Fatal("the server has no environment: the test looks in the wrong place")
	}
	known := append(config.Variables(), "TMPDIR") // which Go reads
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
			value = filepath.Join(dir, filepath.Base(value))
			if err := os.WriteFile(value, []byte(strings.Repeat("s", 40)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		environ = append(environ, name+"="+value)
	}
	c, err := config.Read(project.Project{}, environ)
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
			if value != "" && regexp.MustCompile(`(?i)(password|secret|_key)$`).MatchString(variable) {
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
		if !strings.HasPrefix(secret.File, ".secrets/") || !strings.Contains(string(ignored), "/.secrets/\n") {
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
