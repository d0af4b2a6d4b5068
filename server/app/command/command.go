// Package command has the commands of the program that do not serve, a file each. They refuse a
// wrong command line with ErrUsage, and leave nothing running.
package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/toubkal/toubkal/server/app/installation"
)

// Command is one thing that the program can do.
type Command struct {
	Name, Usage, Help string
	Run               func(context.Context, *installation.Installation, []string) error
	Manual            bool // Run answers --help itself, with more than Help
}

// All are the commands that do not serve.
var All = []Command{
	{"migrate", "[--include-all] [" + installation.AllowOlderPolicies + "]", "apply migrations, policies (older ones too) and seeds, then stop", migrateDatabase, false},
	{"check", "[DIR]", "tell what the migrations need and the server lacks, and change nothing", check, false},
	{"migration", "new NAME | list", "create the next migration, or list which are applied", migration, false},
	{"jobs", "[ARGS]", "list background jobs, show, retry or cancel one, pause a queue", manageJobs, true},
	{"mail", "[ARGS]", "list e-mails, show, retry or cancel one", manageMail, true},
	{"functions", "new NAME | list | check | logs [NAME]", "write a function in TypeScript, list them, check their types, or print what they printed", manageFunctions, false},
	{"secrets", "set NAME=VALUE … | list | unset NAME …", "variables of functions in TypeScript (toubkal secrets set --env-file FILE)", manageSecrets, false},
	{"db", "reset | diff", "drop and create the database again, or print what it has and the migrations have not", manageDatabase, false},
	{"test", "[FILE …]", "run the tests in SQL: policies/*_test.sql, and those with pgTAP in supabase/tests", testDatabase, false},
	{"psql", "[ARGS]", "run psql on the project's database", psql, true},
	{"policies", "", "print who may do what, and what looks wrong", policies, false},
	{"explain", "--as CALLER METHOD PATH", "say which grants and policies decide on a request (toubkal explain --help)", explainRequest, true},
	{"mcp", "[--as CALLER] [--write]", "tools for assistants, by the Model Context Protocol on standard input and output (toubkal mcp --help)", serveMCP, true},
	{"types", "", "print TypeScript types of the database (toubkal types --help)", types, true},
	{"user", "create EMAIL [--console]", "make a user with a one-time password; --console lets a user into the console, also one who is there", manageUsers, false},
	{"keys", "[rotate|revoke|create]", "list, rotate, revoke and create keys (toubkal keys --help)", manageKeys, true},
	{"storage", "[check|keys]", "find files without bytes and bytes without a file; access keys of S3 (toubkal storage --help)", manageStorage, true},
	{"health", "", "tell by the exit status whether the server is ready", health, false},
}

// ErrUsage marks a wrong command line.
var ErrUsage = errors.New("")

// UsageError is ErrUsage with a message.
func UsageError(format string, args ...any) error {
	return fmt.Errorf(format+"%w", append(args, ErrUsage)...)
}
