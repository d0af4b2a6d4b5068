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
}

// All are the commands that do not serve.
var All = []Command{
	{"migrate", "[--include-all] [" + installation.AllowOlderPolicies + "]", "apply migrations, policies (older ones too) and seeds, then stop", migrateDatabase},
	{"check", "[DIR]", "tell what the migrations need and the server lacks, and change nothing", check},
	{"migration", "new NAME | list", "create the next migration, or list which are applied", migration},
	{"jobs", "[ARGS]", "list background jobs, show, retry or cancel one, pause a queue", manageJobs},
	{"mail", "[ARGS]", "list e-mails, show, retry or cancel one", manageMail},
	{"functions", "new NAME | list | check | logs [NAME]", "write a function in TypeScript, list them, check their types, or print what they printed", manageFunctions},
	{"secrets", "set NAME=VALUE … | list | unset NAME …", "variables of functions in TypeScript (toubkal secrets set --env-file FILE)", manageSecrets},
	{"db", "reset | diff", "drop and create the database again, or print what it has and the migrations have not", manageDatabase},
	{"test", "[FILE …]", "run the tests in SQL: policies/*_test.sql, and those with pgTAP in supabase/tests", testDatabase},
	{"psql", "[ARGS]", "run psql on the project's database", psql},
	{"policies", "", "print who may do what, and what looks wrong", policies},
	{"explain", "--as CALLER METHOD PATH", "say which grants and policies decide on a request (toubkal explain --help)", explainRequest},
	{"types", "", "print TypeScript types of the database (toubkal types --help)", types},
	{"user", "create EMAIL [--console]", "make a user with a one-time password; --console lets a user into the console, also one who is there", manageUsers},
	{"keys", "[rotate|revoke|create]", "list, rotate, revoke and create keys (toubkal keys --help)", manageKeys},
	{"storage", "[check|keys]", "find files without bytes and bytes without a file; access keys of S3 (toubkal storage --help)", manageStorage},
	{"health", "", "tell by the exit status whether the server is ready", health},
}

// ErrUsage marks a wrong command line.
var ErrUsage = errors.New("")

// UsageError is ErrUsage with a message.
func UsageError(format string, args ...any) error {
	return fmt.Errorf(format+"%w", append(args, ErrUsage)...)
}
