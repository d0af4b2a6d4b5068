package console

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/toubkal/toubkal/server/console/ddl"
	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
)

// structure answers forms that change the structure of the database: with the SQL alone, or in
// development with the file of the project that it was written to.
type structure struct{ *core }

func (s structure) routes() map[string]action {
	return map[string]action{
		"POST /changes":  s.change,
		"POST /policies": s.addPolicy,
		"GET /tables/{schema}/{name}/policy-file": s.policyFile,
		"PUT /tables/{schema}/{name}/policy-file": s.savePolicyFile,
	}
}

// written is the answer to a form.
type written struct {
	SQL string `json:"sql"`
	// File is where the SQL was written, as a path in the project; "" where nothing was changed.
	File string `json:"file"`
}

var errProduction = fault.New(fault.ConsoleForbidden, "In production the console changes no structure: put the SQL into a migration of the project.")

func (s structure) change(r *call) (any, error) {
	var form struct {
		ddl.Change
		Write bool `json:"write"`
	}
	if err := r.read(&form); err != nil {
		return nil, err
	}
	name, sql, err := form.SQL()
	if err != nil {
		return nil, invalid(fault.Sentence(err))
	}
	if !form.Write {
		return written{SQL: sql}, nil
	}
	file, err := s.migrateTo(r, name, sql)
	return written{sql, file}, err
}

// migrateTo tries the SQL, writes the next migration, and applies it.
func (s structure) migrateTo(r *call, name, sql string) (string, error) {
	if s.Project == nil {
		return "", errProduction
	}
	if err := s.try(r, sql); err != nil {
		return "", err
	}
	file, err := s.Project.AddMigration(name, sql)
	if err != nil {
		return "", err
	}
	return file, s.apply(r.Context())
}

func (s structure) apply(ctx context.Context) error {
	err := s.Project.Apply(ctx)
	if err == nil {
		return nil
	}
	f := fault.New(fault.ConsoleInvalid, err.Error()).Because(err)
	if refused, ok := errors.AsType[*migrate.Error](err); ok {
		f = fault.New(fault.ConsoleInvalid, refused.Error()).Because(err)
	}
	return f
}

var errTried = errors.New("tried")

// try runs the statements as the owner and rolls them back, so that no file is written that
// PostgreSQL refuses.
func (s structure) try(r *call, sql string) error {
	as := *r
	as.as = actor{role: owner}
	err := s.run(&as, sql, func(ctx context.Context, tx db.Tx) (int64, error) {
		for _, st := range migrate.Split(sql) {
			if strings.HasPrefix(st.Text, `\`) || fromStdin.MatchString(st.Text) || controls.MatchString(st.Text) {
				return 0, invalid("A migration is one transaction of SQL: no commands of psql, COPY FROM STDIN, BEGIN or COMMIT.")
			}
			if _, err := result.Execute(ctx, tx.Conn(), st.Text, nil, result.Bounds{}); err != nil {
				return 0, err
			}
		}
		return 0, errTried
	})
	if errors.Is(err, errTried) {
		return nil
	}
	return err
}

// addPolicy writes a policy of a form behind those of the table's policy file, or into a
// migration where the project has no policy files.
func (s structure) addPolicy(r *call) (any, error) {
	var form struct {
		ddl.Policy
		Write bool `json:"write"`
	}
	if err := r.read(&form); err != nil {
		return nil, err
	}
	sql, err := form.SQL()
	if err != nil {
		return nil, invalid(fault.Sentence(err))
	}
	if !form.Write {
		return written{SQL: sql}, nil
	}
	if s.Project == nil {
		return nil, errProduction
	}
	if s.Project.Policies == "" {
		file, err := s.migrateTo(r, "policy_"+form.Name, "alter table "+form.Table.SQL()+" enable row level security;\n"+sql)
		return written{sql, file}, err
	}
	rel, err := s.relation(r.Context(), form.Table.Schema, form.Table.Name)
	if err != nil {
		return nil, err
	}
	name := s.policyFileName(rel)
	before, exists, err := readFile(name)
	if err != nil {
		return nil, err
	}
	text := before
	if !exists || strings.TrimSpace(before) == "" {
		text = ddl.PolicyFile(ddl.Name{Schema: rel.Schema, Name: rel.Name}, rel.Comment)
	}
	text = strings.TrimRight(text, "\n") + "\n\n" + sql
	return written{sql, s.inProject(name)}, s.replace(r.Context(), name, before, exists, text)
}

// policyFileName is the file that decides the rights on a table.
func (s structure) policyFileName(rel *relation) string {
	return filepath.Join(s.Project.Policies, policy.FileName(rel.Schema, rel.Name)+".sql")
}

func (s structure) inProject(file string) string {
	return filepath.Join(filepath.Base(s.Project.Policies), filepath.Base(file))
}

func readFile(name string) (text string, exists bool, err error) {
	content, err := os.ReadFile(name) // #nosec G304 -- a policy file of the project, named after a table that exists
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(content), err == nil, err
}

// replace writes a policy file and applies it. Where it is refused, the file is as before.
func (s structure) replace(ctx context.Context, name, before string, existed bool, text string) error {
	if err := s.Project.Write(name, text); err != nil {
		return err
	}
	err := s.apply(ctx)
	if err == nil {
		return nil
	}
	if !existed {
		return errors.Join(err, os.Remove(name))
	}
	return errors.Join(err, s.Project.Write(name, before))
}

// policyText is a policy file.
type policyText struct {
	File   string `json:"file"`
	Text   string `json:"text"`
	Exists bool   `json:"exists"`
	// Before is the text that an edit began with.
	Before string `json:"before,omitempty"`
}

func (s structure) policyFile(r *call) (any, error) {
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if s.Project == nil || s.Project.Policies == "" {
		return policyText{}, nil
	}
	name := s.policyFileName(rel)
	text, exists, err := readFile(name)
	return policyText{File: s.inProject(name), Text: text, Exists: exists}, err
}

func (s structure) savePolicyFile(r *call) (any, error) {
	var given policyText
	if err := r.read(&given); err != nil {
		return nil, err
	}
	rel, err := s.relationOf(r)
	if err != nil {
		return nil, err
	}
	if s.Project == nil || s.Project.Policies == "" {
		return nil, errProduction
	}
	name := s.policyFileName(rel)
	before, exists, err := readFile(name)
	if err != nil {
		return nil, err
	}
	if before != given.Before {
		return nil, fault.New(fault.ConsoleConflict, "The file was changed since it was shown: look at it again.")
	}
	return policyText{File: s.inProject(name), Text: given.Text, Exists: true}, s.replace(r.Context(), name, before, exists, given.Text)
}
