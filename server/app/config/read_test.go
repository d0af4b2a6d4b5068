package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDotEnv(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want, refused string }{
		{"what the environment lacks", "HOST=0.0.0.0\nPORT=1", "8000", ""},
		{"a quote that is not closed", "PORT=1\nSMTP_PASS=\"swordfish\n", "", "not lines of NAME=value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), ".env")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			values, err := withDotEnv(file, map[string]string{"PORT": "8000"})
			switch {
			case c.refused == "" && (err != nil || values["PORT"] != c.want || values["HOST"] != "0.0.0.0"):
				t.Errorf("%v (%v), want the environment's PORT and the file's HOST", values, err)
			case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
				t.Errorf("error %v, want %q", err, c.refused)
			case err != nil && strings.Contains(err.Error(), "swordfish"):
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
	if _, err := withDotEnv(filepath.Join(t.TempDir(), ".env"), nil); err != nil {
		t.Errorf("no file is refused: %v", err)
	}
}
