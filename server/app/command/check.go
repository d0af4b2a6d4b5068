package command

import (
	"context"
	"fmt"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/project"
)

// check is the command `check`: it reads the migrations of a folder, and fails with all that the server lacks. It
// changes nothing, and does not start the embedded PostgreSQL.
func check(ctx context.Context, i *installation.Installation, args []string) error {
	checked := i.Project
	switch len(args) {
	case 0:
	case 1:
		var err error
		if checked, err = project.Load(args[0]); err != nil {
			return err
		}
	default:
		return UsageError("usage: toubkal check [DIR]")
	}
	offer, err := i.Offer(ctx)
	if err != nil {
		return err
	}
	files, name := installation.MigrationFiles(checked)
	if err := migrate.Check(files, name, offer); err != nil {
		return err
	}
	_, err = fmt.Fprintln(i.Out, "this PostgreSQL has the extensions, roles and schemas that the migrations need")
	return err
}
