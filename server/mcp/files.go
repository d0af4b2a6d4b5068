package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/toubkal/toubkal/server/console/inspect"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/project"
)

// Project is the folder whose files tools write. `toubkal dev` applies them.
type Project struct {
	// AddMigration writes the next migration, and returns its path in the project.
	AddMigration func(name, text string) (file string, err error)
	// Policies is the folder of policy files; "" where policies are part of the migrations.
	Policies string
}

type migrationInput struct {
	Name string `json:"name" jsonschema:"what it does, as add_tags"`
	SQL  string `json:"sql" jsonschema:"the whole migration, without BEGIN and COMMIT"`
}

type policyFileInput struct {
	tableInput
	SQL string `json:"sql" jsonschema:"the whole file: a comment on who may do what, enable row level security, grants, then a policy for each verb and role, with (select auth.uid())"`
}

type fileOutput struct {
	File string `json:"file" jsonschema:"path in the project"`
}

// addFiles adds the tools that write files: what they write is executed as the owner.
func (t *tools) addFiles() {
	if t.Project == nil || !t.Write || t.highest.rank != ofOwner {
		return
	}
	add(t, "new_migration", true, "Write the next migration of the project. PostgreSQL tries it first, and a refused one is not written. toubkal dev applies it.", t.newMigration)
	if t.Project.Policies != "" {
		add(t, "new_policy_file", true, "Write the policy file of a table that has none: it decides all rights on the table. PostgreSQL tries it first. toubkal dev applies it. It overwrites no file.", t.newPolicyFile)
	}
}

// controls begin or end transactions: what was tried before them would stay.
var controls = regexp.MustCompile(`(?i)^(begin|commit|end|abort|start\s+transaction|rollback|prepare\s+transaction)\b`)

// try executes the statements of a file as the owner, and rolls them back.
func (s *Server) try(ctx context.Context, text string) error {
	all := migrate.Split(text)
	if len(all) == 0 {
		return invalid("The file has no statement.")
	}
	for _, st := range all {
		if strings.HasPrefix(st.Text, `\`) || controls.MatchString(st.Text) {
			return invalid("Line %d: a file is one transaction of SQL, without commands of psql, BEGIN, COMMIT and ROLLBACK.", st.Line)
		}
	}
	return s.audited(ctx, caller{rank: ofOwner}, text, true, func() (int64, error) {
		return 0, s.as(ctx, caller{rank: ofOwner}, func(on session) error {
			if err := on.begin(ctx, false); err != nil {
				return err
			}
			for _, st := range all {
				if err := on.run(ctx, st.Text); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func (s *Server) newMigration(ctx context.Context, in migrationInput) (string, fileOutput, error) {
	if err := s.try(ctx, in.SQL); err != nil {
		return "", fileOutput{}, err
	}
	file, err := s.Project.AddMigration(in.Name, strings.TrimRight(in.SQL, "\n")+"\n")
	if err != nil {
		return "", fileOutput{}, invalid("%v", err)
	}
	return "Wrote " + file + ".", fileOutput{file}, nil
}

func (s *Server) newPolicyFile(ctx context.Context, in policyFileInput) (string, fileOutput, error) {
	if in.Schema == "" {
		in.Schema = "public"
	}
	// only a table that exists gives the file its name
	err := s.reading(ctx, func(conn *db.Conn) error {
		_, err := inspect.Relation(ctx, conn, in.Schema, in.Table)
		return err
	})
	if err == nil {
		err = s.try(ctx, in.SQL)
	}
	if err != nil {
		return "", fileOutput{}, err
	}
	path := filepath.Join(s.Project.Policies, policy.FileName(in.Schema, in.Table)+".sql")
	shown := filepath.ToSlash(filepath.Join(filepath.Base(s.Project.Policies), filepath.Base(path)))
	if err := project.CreateFile(path, strings.TrimRight(in.SQL, "\n")+"\n"); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return "", fileOutput{}, invalid("%s is there already: edit it.", shown)
		}
		return "", fileOutput{}, fmt.Errorf("write %s: %w", shown, err)
	}
	return "Wrote " + shown + ".", fileOutput{shown}, nil
}
