package console

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/toubkal/toubkal/server/console/ddl"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/check"
	"github.com/toubkal/toubkal/server/token"
)

// testEnding ends the names of files with tests of policies.
const testEnding = "_test.sql"

// testFiles are the files with tests, as paths in the project; nil in production.
func (p policies) testFiles() ([]string, error) {
	if p.Project == nil {
		return nil, nil
	}
	found, err := filepath.Glob(filepath.Join(p.Project.Tests, "*"+testEnding))
	names := []string{}
	for _, name := range found {
		text, _, err := readFile(name)
		if err != nil {
			return nil, err
		}
		if check.IsTest(text) { // pgTAP has files of such names too
			names = append(names, p.inTests(name))
		}
	}
	return names, err
}

// inTests is a file of tests as a path in the project.
func (p policies) inTests(file string) string {
	rel, err := filepath.Rel(p.About.Folder, file)
	if err != nil {
		return filepath.Base(file)
	}
	return filepath.ToSlash(rel)
}

// testRun is what came of test files.
type testRun struct {
	Files []testedFile `json:"files"`
	// Untested are the rights that none of the files touches.
	Untested []check.Cell `json:"untested"`
}

type testedFile struct {
	File    string       `json:"file"`
	Results []testResult `json:"results"`
	// Error is the reason why the file could not be run.
	Error string `json:"error"`
}

type testResult struct {
	Passed bool   `json:"passed"`
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Got    string `json:"got"`
}

var errNoTests = fault.New(fault.ConsoleForbidden, "Tests of policies are run in development: toubkal test runs them elsewhere.")

// runTests runs all test files. Each is rolled back.
func (p policies) runTests(r *call) (any, error) {
	if p.Project == nil {
		return nil, errNoTests
	}
	options, err := p.Policies.Lint()
	if err != nil {
		return nil, err
	}
	names, err := p.testFiles()
	if err != nil {
		return nil, err
	}
	run, touched := testRun{Files: []testedFile{}, Untested: []check.Cell{}}, &check.Coverage{}
	for _, name := range names {
		tested, err := p.runTest(r, name, touched)
		if err != nil {
			return nil, err
		}
		run.Files = append(run.Files, tested)
	}
	err = p.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		untested, err := touched.Untested(r.Context(), conn, options.Schemas)
		run.Untested = append(run.Untested, untested...)
		return err
	})
	return run, err
}

func (p policies) runTest(r *call, name string, touched *check.Coverage) (testedFile, error) {
	tested := testedFile{File: name, Results: []testResult{}}
	text, err := os.ReadFile(filepath.Join(p.About.Folder, filepath.FromSlash(name))) // #nosec G304 -- a file of the project
	if err != nil {
		return tested, err
	}
	statements, err := check.Parse(string(text))
	if err != nil {
		tested.Error = err.Error()
		return tested, nil
	}
	as := *r
	as.as = actor{role: owner}
	err = p.watched(&as, "", maxTimeout, func(ctx context.Context, note func(audited)) error {
		began := p.Now()
		err := p.open(ctx, as.as, maxTimeout, func(conn *db.Conn) error {
			results, err := check.Run(ctx, conn, statements, touched)
			for _, one := range results {
				tested.Results = append(tested.Results, testResult(one))
			}
			return err
		})
		note(audited{statement: "run the tests of " + name, took: p.Now().Sub(began), rows: int64(len(tested.Results)), err: err})
		return err
	})
	if refused := db.Refused(err); refused != nil {
		tested.Error, err = refused.Message, nil
	}
	return tested, err
}

// test answers the test file of a table, or a draft of one.
func (p policies) test(r *call) (any, error) {
	if p.Project == nil {
		return nil, errNoTests
	}
	rel, err := p.relationOf(r)
	if err != nil {
		return nil, err
	}
	name := p.testFileName(rel)
	text, exists, err := readFile(name)
	if err == nil && !exists {
		text, err = p.draft(r, rel)
	}
	return policyText{File: p.inTests(name), Text: text, Exists: exists}, err
}

func (p policies) testFileName(rel *relation) string {
	return filepath.Join(p.Project.Tests, policy.FileName(rel.Schema, rel.Name)+testEnding)
}

// saveTest writes a test file that can be read. It is run by runTests.
func (p policies) saveTest(r *call) (any, error) {
	var given policyText
	if err := r.read(&given); err != nil {
		return nil, err
	}
	if p.Project == nil {
		return nil, errNoTests
	}
	rel, err := p.relationOf(r)
	if err != nil {
		return nil, err
	}
	name := p.testFileName(rel)
	before, exists, err := readFile(name)
	switch {
	case err != nil:
		return nil, err
	case exists && before != given.Before:
		return nil, fault.New(fault.ConsoleConflict, "The file was changed since it was shown: look at it again.")
	case !check.IsTest(given.Text):
		return nil, invalid("A test says above a statement what comes of it, such as: -- as anon: sees nothing.")
	}
	if _, err := check.Parse(given.Text); err != nil {
		return nil, invalid(fault.Sentence(err))
	}
	return policyText{File: p.inTests(name), Text: given.Text, Exists: true}, p.Project.Write(name, given.Text)
}

// draft writes tests of what the policies of a table seem to mean.
func (p policies) draft(r *call, rel *relation) (string, error) {
	options, err := p.Policies.Lint()
	if err != nil {
		return "", err
	}
	options.Schemas = []string{rel.Schema}
	var cells []cell
	err = p.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		tables, err := ruled(r.Context(), conn, options)
		for _, t := range tables {
			if t.Schema == rel.Schema && t.Name == rel.Name {
				cells = t.Cells
			}
		}
		return err
	})
	return draftOf(rel, cells).SQL(), err
}

func draftOf(rel *relation, cells []cell) *ddl.Test {
	form := &ddl.Test{Table: ddl.Name{Schema: rel.Schema, Name: rel.Name}, Comment: rel.Comment, Rights: map[string]ddl.Right{}}
	var settable []string
	for _, c := range cells {
		form.Rights[c.Role+" "+c.Verb] = ddl.Right{Granted: c.Columns > 0, Rows: c.Rows}
		if c.Role == token.Authenticated && c.Verb == "update" {
			settable = c.granted
		}
	}
	for _, c := range rel.Columns {
		column := ddl.TestColumn{Name: c.Name, Type: c.Type, Category: c.Category, Labels: c.Labels}
		i := slices.IndexFunc(rel.References, func(of reference) bool { return slices.Equal(of.Columns, []string{c.Name}) })
		if i >= 0 {
			column.References = ddl.Name{Schema: rel.References[i].Schema, Name: rel.References[i].Table}
		}
		isUser := column.References == ddl.Name{Schema: "auth", Name: "users"}
		if isUser || c.Required && c.Default == nil && c.Identity == "" && c.Generated == "" {
			form.Columns = append(form.Columns, column)
		}
		isOpen := len(settable) == 0 || slices.Contains(settable, c.Name)
		if form.Settable == nil && isOpen && c.Generated == "" && c.Identity == "" && !slices.Contains(rel.Key, c.Name) && i < 0 {
			form.Settable = &column
		}
	}
	return form
}
