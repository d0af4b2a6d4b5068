package command

import (
	"context"
	"fmt"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/lint"
)

// policies is the command `policies`.
func policies(ctx context.Context, i *installation.Installation, _ []string) error {
	options, err := i.LintOptions()
	if err != nil {
		return err
	}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		return d.AsOwner(ctx, func(conn *db.Conn) error {
			privileges, err := policy.Privileges(ctx, conn)
			if err != nil {
				return err
			}
			if err := policy.Print(i.Out, privileges); err != nil {
				return err
			}
			findings, err := lint.Run(ctx, conn, options)
			if err != nil {
				return err
			}
			wrong := 0
			for _, finding := range findings {
				_, _ = fmt.Fprintln(i.Out, finding)
				if finding.Level != lint.Info {
					wrong++
				}
			}
			if wrong > 0 {
				return fmt.Errorf("%d things look wrong: docs/policies has a page for each name", wrong)
			}
			return nil
		})
	})
}
