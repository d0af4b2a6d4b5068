// Package system carries the engine's own SQL: roles, accounts and sessions,
// notifications of schema changes, messages of private channels, and the
// functions by which realtime checks row level security. It knows no table of a
// project, and installs on an empty database.
//
// The files are migrations (NNNN_name.sql, forward only) with a ledger of their
// own, toubkal.system_migrations, which package migrate keeps.
package system

import "embed"

// Files holds NNNN_name.sql.
//
//go:embed *.sql
var Files embed.FS
