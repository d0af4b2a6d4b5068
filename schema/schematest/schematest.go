// Package schematest runs tests on databases with the site's schema and
// policies. For _test.go files only.
package schematest

import (
	"testing"

	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/pgtest"
)

// Main runs the tests of a package with a cluster and returns the exit code:
//
//	func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }
//
// pgtest.New then gives a database with the site's tables.
func Main(m *testing.M) int {
	return pgtest.MainWith(m, pgtest.Project{Migrations: schema.Files, Policies: policies.Files})
}
