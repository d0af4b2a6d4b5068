package installation

import (
	"os"

	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// PolicyStatements are the statements about policies and tables in the project's files, as they are now.
func (i *Installation) PolicyStatements() ([]policy.Statement, error) {
	var all []policy.Statement
	migrations := i.SchemaFolder()
	if i.Supabase != nil {
		migrations.Name = "supabase/migrations"
	}
	for _, folder := range []migrate.Folder{migrations, i.PolicyFolder()} {
		found, err := i.policies.Scan(folder)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// LintOptions say where policies are looked for.
func (i *Installation) LintOptions() (lint.Options, error) {
	options := lint.Options{Schemas: i.Schemas, Policies: i.PolicyFolder()}
	if _, err := os.Stat(i.PoliciesDir); i.Supabase != nil && err != nil {
		options.Policies.Files = nil // its migrations make the policies
	}
	var err error
	options.Statements, err = i.PolicyStatements()
	return options, err
}

// ExplainOptions are the table API's settings for an explanation, without what exists.
func (i *Installation) ExplainOptions() (explain.Options, error) {
	rest := i.RestOptions()
	statements, err := i.PolicyStatements()
	return explain.Options{
		Planning: plan.Options{
			Schemas: rest.Schemas, MaxRows: int64(rest.MaxRows), Aggregates: rest.Aggregates, Hoisted: rest.Hoisted, StrictTargets: rest.StrictTargets,
		},
		ExtraSearchPath: rest.ExtraSearchPath, Settings: rest.Settings, PreRequest: rest.PreRequest, Statements: statements,
	}, err
}
