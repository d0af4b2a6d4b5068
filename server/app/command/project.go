package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/project"
)

// Of is a command of the project, on a prepared database.
func Of(c project.Command) Command {
	return Command{c.Name, c.Usage, c.Help, func(ctx context.Context, i *installation.Installation, args []string) error {
		return runProject(ctx, i, c, args)
	}, false}
}

func runProject(ctx context.Context, i *installation.Installation, c project.Command, args []string) error {
	if want := len(strings.Fields(c.Usage)); len(args) != want {
		return UsageError("usage: toubkal %s %s", c.Name, c.Usage)
	}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		k, err := i.Credentials()
		if err != nil {
			return err
		}
		users, pool, err := i.Accounts(ctx, d, k.Keys, i.Website(), nil, nil)
		if err != nil {
			return err
		}
		defer pool.Close()
		lines, err := c.Run(ctx, i.Admin(d, users, ""), args)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(i.Out, strings.Join(lines, "\n"))
		return err
	})
}
