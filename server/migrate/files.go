package migrate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// file is one SQL file.
type file struct {
	version int    // of a numbered file
	name    string // without folder, as "0001_roles.sql"
	text    string
	hash    string // SHA-256 of text, hex
}

// read reads the *.sql files of a folder, in the order of their names.
func read(files fs.FS) ([]file, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list the SQL files: %w", err)
	}
	slices.Sort(names)
	all := make([]file, 0, len(names))
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		sum := sha256.Sum256(text)
		all = append(all, file{name: name, text: string(text), hash: hex.EncodeToString(sum[:])})
	}
	return all, nil
}

var numbered = regexp.MustCompile(`^(\d{4})_[a-z0-9_]+\.sql$`)

// readNumbered reads NNNN_name.sql files and refuses other names and a number
// that two files have.
func readNumbered(files fs.FS, folder string) ([]file, error) {
	all, err := read(files)
	if err != nil {
		return nil, err
	}
	for i, f := range all {
		m := numbered.FindStringSubmatch(f.name)
		if m == nil {
			return nil, fmt.Errorf("%s: name it NNNN_name.sql (four digits, then lower case letters, digits and underscores)", path.Join(folder, f.name))
		}
		all[i].version, _ = strconv.Atoi(m[1])
		if i > 0 && all[i].version == all[i-1].version {
			return nil, fmt.Errorf("%s: number %s is already that of %s: give it the next free one", path.Join(folder, f.name), m[1], all[i-1].name)
		}
	}
	return all, nil
}

// noGaps refuses numbers that do not run 1, 2, 3 …
func noGaps(all []file, folder string) error {
	for i, f := range all {
		if f.version != i+1 {
			return fmt.Errorf("%s: number %04d is missing before it: numbers have no gaps", path.Join(folder, f.name), i+1)
		}
	}
	return nil
}

// table is the table that a policy file is about: public's, or schema.table.sql.
func (f file) table() (schema, name string) {
	base := strings.TrimSuffix(f.name, ".sql")
	if schema, name, ok := strings.Cut(base, "."); ok {
		return schema, name
	}
	return "public", base
}
