package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Layout says where a folder keeps what.
type Layout int

// The layouts of a folder.
const (
	// Native: schema/NNNN_name.sql, schema/seeds/, policies/. An empty folder is one.
	Native Layout = iota
	// Supabase: supabase/migrations/<version>_name.sql, seed.sql, config.toml.
	Supabase
)

// errBoth: two histories of one database cannot be merged.
var errBoth = errors.New("both schema/ and supabase/migrations/ are there: a database has one history of migrations, so keep one of the two folders")

// Load reads the project in a folder. The files are read again at each use, so
// that a running program sees what is saved.
func Load(dir string) (Project, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Project{}, fmt.Errorf("find the project's folder: %w", err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return Project{}, fmt.Errorf("%s is not a folder: name the folder of a project, or create one with `toubkal init`", dir)
	}
	p := Project{Name: filepath.Base(dir), Folder: dir}
	numbered, err := filepath.Glob(filepath.Join(dir, "schema", "[0-9][0-9][0-9][0-9]*_*.sql"))
	if err != nil {
		return Project{}, fmt.Errorf("find the migrations of %s: %w", dir, err)
	}
	switch supabase := isDir(dir, "supabase/migrations") || isFile(dir, "supabase/config.toml"); {
	case supabase && len(numbered) > 0:
		return Project{}, fmt.Errorf("%s: %w", dir, errBoth)
	case supabase, !isDir(dir, "schema") && isDir(dir, "supabase/functions"): // functions alone
		p.Layout = Supabase
		p.Migrations, p.Seeds = sub(dir, "supabase/migrations"), sub(dir, "supabase")
	default:
		p.Migrations, p.Seeds = sub(dir, "schema"), sub(dir, "schema/seeds")
	}
	p.Policies, p.Mail = sub(dir, "policies"), sub(dir, "mail")
	p.Static = Client(dir)
	return p, nil
}

// Client is the built client of a project's folder, the first of client/dist and
// public that holds an index.html; nil if none does.
func Client(dir string) fs.FS {
	for _, name := range []string{"client/dist", "public"} {
		if isFile(dir, name+"/index.html") {
			return sub(dir, name)
		}
	}
	return nil
}

// sub is a folder that may come to be, or go, while the program runs.
func sub(dir, name string) fs.FS { return os.DirFS(filepath.Join(dir, name)) }

func isDir(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.IsDir()
}

func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.Mode().IsRegular()
}
