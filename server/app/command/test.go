package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	policytest "github.com/toubkal/toubkal/server/policy/check"
)

// testDatabase is the command `test`: it runs the tests of policies beside them (policies/NAME_test.sql) and the pgTAP
// files of supabase/tests, of tests in another layout, or those that are named, in the order of their names, each on a
// connection of its own. A test of policies is rolled back; a pgTAP file has transactions of its own, as in psql, so that
// helpers which one file commits are there for the next. It prints their TAP (https://testanything.org), and then the rights
// that no test touches.
func testDatabase(ctx context.Context, i *installation.Installation, files []string) error {
	if len(files) == 0 {
		var err error
		if files, err = testFiles(i); err != nil {
			return err
		}
	}
	failed, touched := 0, &policytest.Coverage{}
	err := i.WithDatabase(ctx, func(d *installation.Database) (err error) {
		tap := pgTAP{database: d, out: i.Out, touched: touched}
		defer func() { err = errors.Join(err, tap.remove(context.WithoutCancel(ctx))) }()
		for _, file := range files {
			text, err := os.ReadFile(file) // #nosec G304 -- the developer's own file
			if err != nil {
				return fmt.Errorf("read a test: %w", err)
			}
			_, _ = fmt.Fprintln(i.Out, "# "+file)
			passed, test := false, testFile{file, string(text)}
			if policytest.IsTest(test.text) {
				err = d.AsOwner(ctx, func(conn *db.Conn) (err error) { // whose end rolls back
					passed, err = runPolicyTest(ctx, conn, test, i.Out, touched)
					return err
				})
			} else {
				passed, err = tap.run(ctx, test)
			}
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
