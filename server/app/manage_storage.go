package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/s3"
	"github.com/toubkal/toubkal/server/token"
)

const storageHelp = `toubkal storage check [--delete]                                           list objects without bytes, and bytes without an object
toubkal storage keys                                                      list the access keys of the S3 protocol
toubkal storage keys create [--role ROLE] [--sub USER] [DESCRIPTION]     make one, whose secret is shown once
toubkal storage keys revoke ID                                           refuse one at once on all nodes

ROLE is service_role (the default), which no policy binds, or another role of the database, such as
authenticated with the id of a user as USER. Running programs follow without a restart.`

// manageStorage is the command `storage`.
func (p *program) manageStorage(ctx context.Context, args []string) error {
	p.AutoMigrate = false
	if len(args) > 0 && slices.Contains([]string{"help", "--help", "-h"}, args[0]) {
		_, err := fmt.Fprintln(p.out, storageHelp)
		return err
	}
	if len(args) > 0 && args[0] == "check" {
		return p.checkFiles(ctx, args)
	}
	var run func(context.Context, *s3.Keys) error
	switch {
	case len(args) == 1 && args[0] == "keys":
		run = p.listAccessKeys
	case len(args) == 3 && args[0] == "keys" && args[1] == "revoke":
		run = func(ctx context.Context, keys *s3.Keys) error {
			if err := keys.Revoke(ctx, args[2]); err != nil {
				return fmt.Errorf("%s was not revoked: %w", args[2], err)
			}
			_, err := fmt.Fprintf(p.out, "%s is revoked.\n", args[2])
			return err
		}
	case len(args) >= 2 && args[0] == "keys" && args[1] == "create":
		flags := newKeyFlags("create")
		role := flags.String("role", token.ServiceRole, "")
		subject := flags.String("sub", "", "")
		if err := flags.Parse(args[2:]); err != nil {
			return usageError("usage:\n%s", storageHelp)
		}
		run = func(ctx context.Context, keys *s3.Keys) error {
			id, secret, err := keys.Create(ctx, *role, *subject, strings.Join(flags.Args(), " "))
			if err != nil {
				return fmt.Errorf("make an access key: %w", err)
			}
			_, err = fmt.Fprintf(p.out, "access key  %s\nsecret      %s\n\nThe secret is shown once. Who has it acts as %s.\n", id, secret, *role)
			return err
		}
	default:
		return usageError("usage:\n%s", storageHelp)
	}
	return p.withDatabase(ctx, func(d *database) error {
		pool, err := db.Open(ctx, d.direct.storage, db.Options{MaxConns: 1})
		if err != nil {
			return wrongAddress(err)
		}
		defer pool.Close()
		keys, err := s3.NewKeys(pool, s3Seal(p.JWTSecret))
		if err != nil {
			return err
		}
		return run(ctx, keys)
	})
}

func (p *program) listAccessKeys(ctx context.Context, keys *s3.Keys) error {
	all, err := keys.List(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ACCESS KEY\tROLE\tSUB\tCREATED\tLAST USED\tSTATE\tDESCRIPTION")
	for _, key := range all {
		used, state := "-", "in use"
		if key.Used != nil {
			used = key.Used.UTC().Format(time.DateTime)
		}
		if key.Revoked != nil {
			state = "revoked " + key.Revoked.UTC().Format(time.DateTime)
		}
		subject := key.Subject
		if subject == "" {
			subject = "-"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", key.ID, key.Role, subject, since(key.Created), used, state, key.Description)
	}
	return table.Flush()
}
