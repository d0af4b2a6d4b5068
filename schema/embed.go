// Package schema carries the numbered migrations and the seeds of the site.
//
// The files are plain SQL. Migrations are named NNNN_name.sql and only go
// forward: an applied file is never edited, a later one corrects it. Who may see
// or write a row is not here but in package policies.
package schema

import "embed"

// Files holds NNNN_name.sql, one transaction each and in that order, and
// seeds/NNNN_name.sql, the content of the site, applied once after them.
//
//go:embed *.sql seeds/*.sql
var Files embed.FS
