package command

import (
	"context"
	"fmt"
	"os"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
)

// policies is the command `policies`.
func policies(ctx context.Context, i *installation.Installation, _ []string) error {
	policies := i.PolicyFolder()
	if _, err := os.Stat(i.PoliciesDir); i.Supabase != nil && err != nil {
		policies.Files = nil // its migrations make the policies
	}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		return d.AsOwner(ctx, func(conn *db.Conn) error {
			privileges, err := migrate.Privileges(ctx, conn)
			if err != nil {
				return err
			}
			if err := migrate.Print(i.Out, privileges); err != nil {
				return err
			}
			findings, err := migrate.Lint(ctx, conn, policies)
			if err != nil {
				return err
			}
			for _, finding := range findings {
				_, _ = fmt.Fprintln(i.Out, "look at", finding)
			}
			if len(findings) > 0 {
				return fmt.Errorf("%d things look wrong", len(findings))
			}
			return nil
		})
	})
}
