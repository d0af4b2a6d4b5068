package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
	policytest "github.com/toubkal/toubkal/server/policy/check"
)

// pgTAP runs files of pgTAP as pg_prove does with psql: a file begins its transactions itself, and ends at its first error.
type pgTAP struct {
	database *installation.Database
	out      io.Writer
	touched  *policytest.Coverage
	vars     psqlVars // of the file that runs
	ready    bool
	added    bool // the extension, for these tests
}

// run runs a file, and reports whether it has passed.
func (p *pgTAP) run(ctx context.Context, file testFile) (passed bool, err error) {
	if !p.ready {
		if err := p.database.AsOwner(ctx, func(conn *db.Conn) error { return p.add(ctx, conn) }); err != nil {
			return false, err
		}
		p.ready = true
	}
	err = p.database.AsOwner(ctx, func(conn *db.Conn) error { // whose end rolls back what the file has not ended
		if _, err := conn.Exec(ctx, testSearchPath); err != nil {
			return fmt.Errorf("set the search path: %w", err)
		}
		lines := &tapLines{out: p.out}
		p.vars = psqlVars{}
		if err := p.statements(ctx, conn, file, lines, 0); err != nil {
			lines.print("not ok - " + strings.ReplaceAll(err.Error(), "\n", " "))
			return ctx.Err()
		}
		passed = lines.passed()
		return nil
	})
	return passed, err
}

const testSearchPath = `set search_path = "$user", public, extensions`

// maxIncluded bounds the files that include each other.
const maxIncluded = 16

var (
	includeCommand = regexp.MustCompile(`^\\(?:i|ir|include|include_relative)\s+'?([^']+?)'?\s*$`)
	outputCommand  = regexp.MustCompile(`^\\(?:pset|echo|timing|x|t|a|o)(?:\s|$)`)
)

// statements runs the statements of a file and of those that it includes. Commands that are about psql's output are left out.
func (p *pgTAP) statements(ctx context.Context, conn *db.Conn, file testFile, lines *tapLines, depth int) error {
	all := migrate.Split(file.text)
	for i, statement := range all {
		var err error
		switch text := statement.Text; {
		case !strings.HasPrefix(text, `\`):
			var results []result
			if results, err = p.statement(ctx, conn, p.vars.replace(text)); err != nil {
				break
			}
			if i+1 < len(all) && gsetCommand.MatchString(all[i+1].Text) {
				err = p.vars.gset(gsetCommand.FindStringSubmatch(all[i+1].Text)[1], results)
			} else {
				lines.results(results)
			}
		case includeCommand.MatchString(text):
			err = p.include(ctx, conn, file, includeCommand.FindStringSubmatch(text)[1], lines, depth)
		case setCommand.MatchString(text):
			err = p.vars.set(text)
		case outputCommand.MatchString(text), gsetCommand.MatchString(text) && i > 0:
		default:
			command, _, _ := strings.Cut(text, " ")
			err = fmt.Errorf("%s is a command of psql that is not supported here", command)
		}
		if err != nil && depth > 0 {
			return fmt.Errorf("%s, line %d: %w", filepath.Base(file.name), statement.Line, err)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", statement.Line, err)
		}
	}
	return nil
}

// include runs the file that another one names, by a path from its own folder.
func (p *pgTAP) include(ctx context.Context, conn *db.Conn, file testFile, name string, lines *tapLines, depth int) error {
	if depth == maxIncluded {
		return fmt.Errorf("%d files include each other", maxIncluded)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(file.name), name)
	}
	text, err := os.ReadFile(name) // #nosec G304 -- the developer's own file
	if err != nil {
		return fmt.Errorf("read an included file: %w", err)
	}
	return p.statements(ctx, conn, testFile{name, string(text)}, lines, depth+1)
}

// statement runs a statement.
func (p *pgTAP) statement(ctx context.Context, conn *db.Conn, text string) ([]result, error) {
	role := conn.PgConn().ExecParams(ctx, "select current_user", nil, nil, nil, nil).Read() // fails after a failure
	if len(role.Rows) == 1 {
		p.touched.Add(string(role.Rows[0][0]), text)
	}
	all, err := conn.PgConn().Exec(ctx, text).ReadAll()
	results := make([]result, len(all))
	for i, one := range all {
		for _, column := range one.FieldDescriptions {
			results[i].columns = append(results[i].columns, column.Name)
		}
		results[i].rows = one.Rows
	}
	return results, err
}

// result is what a statement gives, as text; nil is null.
type result struct {
	columns []string
	rows    [][][]byte
}

// add makes the functions of pgTAP callable, until remove where they were not there.
func (p *pgTAP) add(ctx context.Context, conn *db.Conn) error {
	var available, present bool
	var major int
	if _, err := conn.Exec(ctx, testSearchPath); err != nil {
		return fmt.Errorf("set the search path: %w", err)
	}
	err := conn.QueryRow(ctx, `select exists (select from pg_catalog.pg_available_extensions where name = 'pgtap'),
		to_regprocedure('plan(integer)') is not null, current_setting('server_version_num')::int / 10000`).Scan(&available, &present, &major)
	switch {
	case err != nil:
		return fmt.Errorf("look for pgTAP: %w", err)
	case present:
		return nil
	case !available:
		return fmt.Errorf("this PostgreSQL %[1]d has no pgTAP: install it where the server runs (Debian's package is postgresql-%[1]d-pgtap), and name that server in DATABASE_URL or its programs in TOUBKAL_POSTGRES_BIN", major)
	}
	_, err = conn.Exec(ctx, "create extension pgtap with schema extensions")
	p.added = err == nil
	return err
}

// remove drops pgTAP where add has created it.
func (p *pgTAP) remove(ctx context.Context) error {
	if !p.added {
		return nil
	}
	return p.database.AsOwner(ctx, func(conn *db.Conn) error {
		_, err := conn.Exec(ctx, "drop extension if exists pgtap")
		return err
	})
}

// unaligned is a row as psql -A prints it.
func unaligned(row [][]byte) string {
	columns := make([]string, len(row))
	for i, column := range row {
		columns[i] = string(column)
	}
	return strings.Join(columns, "|")
}

// tapLines prints the lines of a file's tests, and counts them.
type tapLines struct {
	out                     io.Writer
	planned, tested, failed int
	hasPlan                 bool
}

var (
	planLine = regexp.MustCompile(`^1\.\.(\d+)`)
	testLine = regexp.MustCompile(`^(not )?ok\b`)
	todoLine = regexp.MustCompile(`(?i)# (todo|skip)\b`)
)

// results prints the rows of statements.
func (t *tapLines) results(all []result) {
	for _, result := range all {
		for _, row := range result.rows {
			t.print(strings.Split(unaligned(row), "\n")...)
		}
	}
}

func (t *tapLines) print(lines ...string) {
	for _, line := range lines {
		_, _ = fmt.Fprintln(t.out, line)
		if m := planLine.FindStringSubmatch(line); m != nil {
			t.planned, _ = strconv.Atoi(m[1]) // digits
			t.hasPlan = true
		}
		if m := testLine.FindStringSubmatch(line); m != nil {
			t.tested++
			if m[1] != "" && !todoLine.MatchString(line) {
				t.failed++
			}
		}
	}
}

func (t *tapLines) passed() bool { return t.hasPlan && t.failed == 0 && t.tested == t.planned }
