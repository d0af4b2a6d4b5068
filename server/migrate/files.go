package migrate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// file is one SQL file.
type file struct {
	version int64  // of a numbered file
	name    string // without folder, as "0001_roles.sql"
	text    string
	hash    string // SHA-256 of text with LF at the ends of lines, hex
	bytes   string // SHA-256 of the bytes, which is what was recorded before
}

// is reports whether a recorded hash is the file's: with any ends of lines and any encoding, which
// git and editors change from one machine to the next.
func (f file) is(recorded string) bool { return recorded == f.hash || recorded == f.bytes }

// read reads the *.sql files of a folder, in the order of their names. A folder
// that does not exist has none.
func read(folder Folder) ([]file, error) {
	if folder.Files == nil {
		return nil, nil
	}
	// Not fs.Glob, which takes a folder that cannot be read for an empty one.
	entries, err := fs.ReadDir(folder.Files, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the files of %s: %w", folder.Name, err)
	}
	var all []file
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.EqualFold(path.Ext(name), ".sql") {
			continue
		}
		if path.Ext(name) != ".sql" {
			return nil, fmt.Errorf("%s: name it %s.sql, in lower case", path.Join(folder.Name, name), strings.TrimSuffix(name, path.Ext(name)))
		}
		text, sum, err := readText(folder.Files, name, path.Join(folder.Name, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: name, text: text, hash: hash([]byte(strings.ReplaceAll(text, "\r\n", "\n"))), bytes: sum})
	}
	return all, nil
}

// readText reads a file of SQL: UTF-8, or what Windows' editors and PowerShell write, UTF-8
// or UTF-16 with a byte order mark. sum is the SHA-256 of its bytes.
func readText(folder fs.FS, name, label string) (text, sum string, err error) {
	content, err := fs.ReadFile(folder, name)
	if err != nil {
		return "", "", fmt.Errorf("read %s: %w", label, err)
	}
	decoded, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), content)
	if err != nil || bytes.IndexByte(decoded, 0) >= 0 {
		return "", "", fmt.Errorf("%s: it is no text in UTF-8, perhaps UTF-16 without a byte order mark: save it as UTF-8", label)
	}
	return string(decoded), hash(content), nil
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

var numbered = regexp.MustCompile(`^(\d{4,18})_[a-z0-9_]+\.sql$`)

// readNumbered reads NNNN_name.sql files, in order of their numbers. It refuses
// other names and a number that two files have.
func readNumbered(folder Folder) ([]file, error) {
	all, err := read(folder)
	if err != nil {
		return nil, err
	}
	for i, f := range all {
		m := numbered.FindStringSubmatch(f.name)
		if m == nil {
			return nil, fmt.Errorf("%s: name it NNNN_name.sql (a number of four or more digits, then lower case letters, digits and underscores)", path.Join(folder.Name, f.name))
		}
		all[i].version, _ = strconv.ParseInt(m[1], 10, 64)
	}
	slices.SortFunc(all, func(a, b file) int {
		return cmp.Or(cmp.Compare(a.version, b.version), cmp.Compare(a.name, b.name))
	})
	for i := 1; i < len(all); i++ {
		if all[i-1].version == all[i].version {
			return nil, fmt.Errorf("%s and %s have the same number: give the newer one a later number", path.Join(folder.Name, all[i-1].name), all[i].name)
		}
	}
	return all, nil
}

// table is the table that a policy file is about: public's, or schema.table.sql.
func (f file) table() (schema, name string) {
	base := strings.TrimSuffix(f.name, ".sql")
	if schema, name, ok := strings.Cut(base, "."); ok {
		return schema, name
	}
	return "public", base
}
