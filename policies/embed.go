// Package policies says who may see and write which row: one SQL file per table or view, and a file is all
// there is to know about that table's rights.
//
// The files are state, not history. When one changes, the program drops the table's policies,
// revokes its grants from anon, authenticated and service_role, and runs the file, all in one
// transaction; so a line that is deleted is a right that is gone. A new table is closed until its
// file grants. An empty file closes its table; one that is missing leaves its table's policies in force.
package policies

import "embed"

// Files holds <table>.sql for each table and view of schema public,
// realtime.messages.sql, which says who may use which private channel, and
// storage.objects.sql, which says who may do what with files.
//
//go:embed *.sql
var Files embed.FS
