package project

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// templates are the files of new projects: common/, one of empty/ and todo/, and
// for a client public/ or vite/.
//
//go:embed all:template
var templates embed.FS

// New says what Create writes.
type New struct {
	// Template is "empty" or "todo" (todo lists for teams).
	Template string
	// Client is "none", "public" (files without a build step) or "vite" (React,
	// supabase-js). The two clients are for the template todo.
	Client string
	// Force adds the files that are missing to a folder that holds others.
	Force bool
}

// Create writes a new project into dir and returns the paths of its files,
// relative to dir. It never overwrites a file. It refuses a folder that holds
// files unless Force is set.
func Create(dir string, n New) (created []string, err error) {
	if !slices.Contains([]string{"empty", "todo"}, n.Template) {
		return nil, fmt.Errorf("there is no template %q: use empty or todo", n.Template)
	}
	if !slices.Contains([]string{"none", "public", "vite"}, n.Client) {
		return nil, fmt.Errorf("there is no client %q: use none, public or vite", n.Client)
	}
	if n.Client != "none" && n.Template == "empty" {
		return nil, fmt.Errorf("the client %s shows todos: use it with --template todo", n.Client)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("find the folder: %w", err)
	}
	if err := refuseFilled(dir, n.Force); err != nil {
		return nil, err
	}
	for _, part := range []string{"common", n.Template, n.Client} {
		if part == "none" {
			continue
		}
		files, err := fs.Sub(templates, "template/"+part)
		if err != nil {
			return created, err
		}
		err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			wrote, err := write(dir, name, files, n)
			if wrote {
				created = append(created, name)
			}
			return err
		})
		if err != nil {
			return created, fmt.Errorf("create the project: %w", err)
		}
	}
	slices.Sort(created)
	return created, nil
}

// refuseFilled names what is in the way.
func refuseFilled(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || len(entries) == 0 && err == nil || force && err == nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("create the project: %w", err)
	}
	var names []string
	for _, entry := range entries[:min(3, len(entries))] {
		name := entry.Name()
		if entry.IsDir() {
			name += "/"
		}
		names = append(names, name)
	}
	if len(entries) > 3 {
		names = append(names, "…")
	}
	return fmt.Errorf("%s is not empty (%s). Nothing was written. Use another folder, or --force to add only files that are missing", filepath.Base(dir), strings.Join(names, ", "))
}

// write adds a file unless one is there. The README is a text template.
func write(dir, name string, files fs.FS, n New) (wrote bool, err error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return false, err
	}
	if name == "README.md" {
		var text bytes.Buffer
		values := struct{ Name, Client string }{filepath.Base(dir), n.Client}
		if err := template.Must(template.New(name).Parse(string(content))).Execute(&text, values); err != nil {
			return false, err
		}
		content = text.Bytes()
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	// #nosec G301 -- sources of a project
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	// #nosec G302 G304 -- sources of a project, in the folder that the developer names
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = file.Write(content)
	return true, errors.Join(err, file.Close())
}
