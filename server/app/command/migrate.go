package command

import (
	"context"
	"fmt"

	"github.com/toubkal/toubkal/server/app/installation"
)

// migrateDatabase is the command `migrate`, whatever AUTO_MIGRATE says of a start.
func migrateDatabase(ctx context.Context, i *installation.Installation, args []string) error {
	for _, arg := range args {
		switch arg {
		case "--include-all":
			i.IncludeAll = true
		case installation.AllowOlderPolicies:
			i.OlderPolicies = true
		default:
			return UsageError("usage: toubkal migrate [--include-all] [--allow-older-policies]")
		}
	}
	i.AutoMigrate = true
	return i.WithDatabase(ctx, func(*installation.Database) error {
		_, err := fmt.Fprintln(i.Out, "schema, policies and seeds are applied")
		return err
	})
}
