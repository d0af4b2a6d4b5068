package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/migrate"
)

// Statement is a statement of a project's SQL files that creates something, or alters a table.
type Statement struct {
	Kind string // policy, table, view or function
	// Schema and Table are the table, the view or the function; Policy is the name of a policy.
	Schema, Table, Policy string
	File                  string
	Line                  int
	Comments              []string // the lines of comments right before it, without --
}

const ident = `("(?:[^"]|"")+"|[\pL_][\pL\pN_$]*)`

var statements = []struct {
	kind    string
	pattern *regexp.Regexp
}{
	{"policy", regexp.MustCompile(`(?is)^create\s+policy\s+` + ident + `\s+on\s+(?:` + ident + `\s*\.\s*)?` + ident)},
	{"table", regexp.MustCompile(`(?is)^(?:create\s+(?:unlogged\s+|foreign\s+)?table|alter\s+table)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?()(?:` + ident + `\s*\.\s*)?` + ident)},
	{"view", regexp.MustCompile(`(?is)^create\s+(?:or\s+replace\s+)?(?:materialized\s+)?view\s+(?:if\s+not\s+exists\s+)?()(?:` + ident + `\s*\.\s*)?` + ident)},
	{"function", regexp.MustCompile(`(?is)^create\s+(?:or\s+replace\s+)?function\s+()(?:` + ident + `\s*\.\s*)?` + ident)},
}

// Scan finds the statements about policies, tables, views and functions in the SQL files of a folder, in the order
// of their names. A name without a schema is public's. A folder that does not exist has none.
func Scan(folder migrate.Folder) ([]Statement, error) { return new(Scanner).Scan(folder) }

// Scanner is Scan for one who asks often: a file is read again where its size or its time of change is
// another. The zero value is ready. It may be used by several at once.
type Scanner struct {
	mu    sync.Mutex
	known map[string]scanned // by path
}

type scanned struct {
	size    int64
	changed time.Time
	found   []Statement
}

// Scan finds the statements of a folder. The caller does not change them.
func (s *Scanner) Scan(folder migrate.Folder) ([]Statement, error) {
	if folder.Files == nil {
		return nil, nil
	}
	names, err := fs.Glob(folder.Files, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list the files of %s: %w", folder.Name, err)
	}
	var all []Statement
	for _, name := range names {
		found, err := s.file(folder, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read %s: %w", path.Join(folder.Name, name), err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func (s *Scanner) file(folder migrate.Folder, name string) ([]Statement, error) {
	info, err := fs.Stat(folder.Files, name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	file := path.Join(folder.Name, name)
	if known, ok := s.known[file]; ok && known.size == info.Size() && known.changed.Equal(info.ModTime()) {
		return known.found, nil
	}
	text, err := fs.ReadFile(folder.Files, name)
	if err != nil {
		return nil, err
	}
	if s.known == nil {
		s.known = map[string]scanned{}
	}
	s.known[file] = scanned{info.Size(), info.ModTime(), scan(file, string(text))}
	return s.known[file].found, nil
}

func scan(file, text string) (all []Statement) {
	lines, before := strings.Split(text, "\n"), 0
	for _, statement := range migrate.Split(text) {
		for _, s := range statements {
			m := s.pattern.FindStringSubmatch(statement.Text)
			if m == nil {
				continue
			}
			found := Statement{Kind: s.kind, Policy: unquote(m[1]), Schema: "public", Table: unquote(m[3]), File: file, Line: statement.Line}
			if m[2] != "" {
				found.Schema = unquote(m[2])
			}
			for i := before; i < statement.Line-1 && i < len(lines); i++ {
				if comment, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "--"); ok {
					found.Comments = append(found.Comments, strings.TrimSpace(comment))
				} else if strings.TrimSpace(lines[i]) == "" {
					found.Comments = nil // they are about something else
				}
			}
			all = append(all, found)
		}
		before = statement.Line + strings.Count(statement.Text, "\n")
	}
	return all
}

// unquote is the name that an identifier stands for.
func unquote(identifier string) string {
	if strings.HasPrefix(identifier, `"`) {
		return strings.ReplaceAll(identifier[1:len(identifier)-1], `""`, `"`)
	}
	return strings.ToLower(identifier)
}

// FileName is the name of the file about a table in the folder of policies, without its ending: public is left out.
func FileName(schema, table string) string {
	if schema != "public" {
		table = schema + "." + table
	}
	return filepath.Base(table)
}
