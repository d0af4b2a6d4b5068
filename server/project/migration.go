package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ErrMigrationName is the error of a migration whose name has neither letters nor digits.
var ErrMigrationName = errors.New("name the migration in letters and digits, such as add_tags")

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// AddMigration writes a migration after the last one, and returns its path within the project.
func AddMigration(p Project, name, text string, now time.Time) (string, error) {
	if p.Folder == "" {
		return "", errors.New("this program's project is compiled in: name the folder of its files, as `toubkal --project . migration new NAME`")
	}
	name = strings.Trim(notInNames.ReplaceAllString(strings.ToLower(name), "_"), "_")
	if name == "" {
		return "", ErrMigrationName
	}
	file := filepath.Join("supabase", "migrations", now.UTC().Format("20060102150405")+"_"+name+".sql")
	if p.Layout != Supabase {
		names, err := fs.Glob(p.Migrations, "*.sql")
		if err != nil {
			return "", fmt.Errorf("list the migrations: %w", err)
		}
		last := 0
		for _, name := range names {
			version, _, _ := strings.Cut(name, "_")
			if n, err := strconv.Atoi(version); err == nil {
				last = max(last, n)
			}
		}
		file = filepath.Join("schema", fmt.Sprintf("%04d_%s.sql", last+1, name))
	}
	if _, err := os.Lstat(filepath.Join(p.Folder, file)); err == nil {
		return "", fmt.Errorf("%s is there already", file) // of the same second
	}
	if err := WriteFile(filepath.Join(p.Folder, file), text); err != nil {
		return "", fmt.Errorf("create the migration: %w", err)
	}
	return file, nil
}

// WriteFile writes a source file of the project aside and then in its place, so that nothing
// which watches the folder reads half of it.
func WriteFile(path, text string) error {
	aside, err := writeAside(path, text)
	if err != nil {
		return err
	}
	return os.Rename(aside, path)
}

// CreateFile is WriteFile for a file that is not there: of one that is, the error is fs.ErrExist.
func CreateFile(path, text string) error {
	aside, err := writeAside(path, text)
	if err != nil {
		return err
	}
	return errors.Join(os.Link(aside, path), os.Remove(aside))
}

// writeAside writes a text beside its file, whose folder it makes.
func writeAside(path, text string) (aside string, err error) {
	// #nosec G301 G703 -- sources of the project, where the developer says
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	aside = path + "~"
	// #nosec G306 G703 -- sources of the project, where the developer says
	return aside, os.WriteFile(aside, []byte(text), 0o644)
}
