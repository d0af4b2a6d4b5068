package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// testDatabase is the command `test`: it runs the tests of policies beside them (policies/NAME_test.sql) and the pgTAP
// files of supabase/tests, of tests in another layout, or those that are named, each on a connection and in a
// transaction of its own that is rolled back. It prints their TAP (https://testanything.org), and then the
// rights that no test touches.
func testDatabase(ctx context.Context, i *installation.Installation, files []string) error {
	if len(files) == 0 {
		var err error
		if files, err = testFiles(i); err != nil {
			return err
		}
	}
	failed, touched := 0, &policytest.Coverage{}
	err := i.WithDatabase(ctx, func(d *installation.Database) error {
		for _, file := range files {
			text, err := os.ReadFile(file) // #nosec G304 -- the developer's own file
			if err != nil {
				return fmt.Errorf("read a test: %w", err)
			}
			_, _ = fmt.Fprintln(i.Out, "# "+file)
			run := runTest
			if policytest.IsTest(string(text)) {
				run = runPolicyTest
			}
			var passed bool
			err = d.AsOwner(ctx, func(conn *db.Conn) (err error) { // whose end rolls back
				passed, err = run(ctx, conn, testFile{file, string(text)}, i.Out, touched)
				return err
			})
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if !passed {
				failed++
			}
		}
		return d.AsOwner(ctx, func(conn *db.Conn) error { return touched.Print(ctx, conn, i.Schemas, i.Out) })
	})
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %d files failed", failed, len(files))
	}
	return err
}

type testFile struct{ name, text string }

// testFiles are the tests beside the policies, and the SQL files of the folder of tests and below it.
func testFiles(i *installation.Installation) (files []string, err error) {
	folder := filepath.Join(i.Project.Folder, "tests")
	if i.Supabase != nil {
		folder = filepath.Join(i.Project.Folder, "supabase", "tests")
	}
	if i.PoliciesDir != "" {
		if files, err = filepath.Glob(filepath.Join(i.PoliciesDir, "*_test.sql")); err != nil {
			return nil, fmt.Errorf("find the tests of policies: %w", err)
		}
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // no folder, no test
			return nil
		}
		if err == nil && !entry.IsDir() && (filepath.Ext(path) == ".sql" || filepath.Ext(path) == ".pg") {
			files = append(files, path)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there is no test: write policies/TABLE_test.sql, or %s", filepath.Join(folder, "NAME.sql"))
	}
	if err != nil {
		return nil, fmt.Errorf("find the tests: %w", err)
	}
	return files, nil
}

// runPolicyTest runs a file of expectations about policies.
func runPolicyTest(ctx context.Context, conn *db.Conn, file testFile, out io.Writer, touched *policytest.Coverage) (passed bool, err error) {
	statements, err := policytest.Parse(file.text)
	if err != nil {
		return false, err
	}
	results, err := policytest.Run(ctx, conn, statements, touched)
	if err != nil {
		return false, err
	}
	return policytest.Print(out, file.name, results) == 0, nil
}

// runTest runs a file of pgTAP, and reports whether it has passed.
func runTest(ctx context.Context, conn *db.Conn, file testFile, out io.Writer, touched *policytest.Coverage) (passed bool, err error) {
	if _, err := conn.Exec(ctx, `begin; set search_path = "$user", public, extensions`); err != nil {
		return false, fmt.Errorf("begin a transaction: %w", err)
	}
	if err := addPgTAP(ctx, conn); err != nil {
		return false, err
	}
	results := tap{out: out}
	for _, statement := range migrate.Split(file.text) {
		if strings.HasPrefix(statement.Text, `\set `) || strings.HasPrefix(statement.Text, `\pset `) {
			continue // of psql's output
		}
		role := conn.PgConn().ExecParams(ctx, "select current_user", nil, nil, nil, nil).Read() // fails after a failure
		if len(role.Rows) == 1 {
			touched.Add(string(role.Rows[0][0]), statement.Text)
		}
		all, err := conn.PgConn().Exec(ctx, statement.Text).ReadAll()
		if err != nil {
			results.print(fmt.Sprintf("not ok - line %d: %s", statement.Line, strings.ReplaceAll(err.Error(), "\n", " ")))
			return false, ctx.Err()
		}
		for _, result := range all {
			for _, row := range result.Rows {
				results.print(strings.Split(unaligned(row), "\n")...)
			}
		}
	}
	return results.passed(), nil
}

// unaligned is a row as psql -A prints it.
func unaligned(row [][]byte) string {
	columns := make([]string, len(row))
	for i, column := range row {
		columns[i] = string(column)
	}
	return strings.Join(columns, "|")
}

// addPgTAP makes the functions of pgTAP callable until the transaction ends.
func addPgTAP(ctx context.Context, conn *db.Conn) error {
	var available, present bool
	var major int
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
	return err
}

// tap prints the lines of a file's tests, and counts them.
type tap struct {
	out                     io.Writer
	planned, tested, failed int
	hasPlan                 bool
}

var (
	planLine = regexp.MustCompile(`^1\.\.(\d+)`)
	testLine = regexp.MustCompile(`^(not )?ok\b`)
	todoLine = regexp.MustCompile(`(?i)# (todo|skip)\b`)
)

func (t *tap) print(lines ...string) {
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

func (t *tap) passed() bool { return t.hasPlan && t.failed == 0 && t.tested == t.planned }
