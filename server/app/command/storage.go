package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/files"
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
func manageStorage(ctx context.Context, i *installation.Installation, args []string) error {
	i.AutoMigrate = false
	if len(args) > 0 && slices.Contains([]string{"help", "--help", "-h"}, args[0]) {
		_, err := fmt.Fprintln(i.Out, storageHelp)
		return err
	}
	if len(args) > 0 && args[0] == "check" {
		return checkFiles(ctx, i, args)
	}
	var run func(context.Context, *s3.Keys) error
	switch {
	case len(args) == 1 && args[0] == "keys":
		run = func(ctx context.Context, keys *s3.Keys) error { return listAccessKeys(ctx, i, keys) }
	case len(args) == 3 && args[0] == "keys" && args[1] == "revoke":
		run = func(ctx context.Context, keys *s3.Keys) error {
			if err := keys.Revoke(ctx, args[2]); err != nil {
				return fmt.Errorf("%s was not revoked: %w", args[2], err)
			}
			_, err := fmt.Fprintf(i.Out, "%s is revoked.\n", args[2])
			return err
		}
	case len(args) >= 2 && args[0] == "keys" && args[1] == "create":
		flags := newKeyFlags("create")
		role := flags.String("role", token.ServiceRole, "")
		subject := flags.String("sub", "", "")
		if err := flags.Parse(args[2:]); err != nil {
			return UsageError("usage:\n%s", storageHelp)
		}
		run = func(ctx context.Context, keys *s3.Keys) error {
			id, secret, err := keys.Create(ctx, *role, *subject, strings.Join(flags.Args(), " "))
			if err != nil {
				return fmt.Errorf("make an access key: %w", err)
			}
			_, err = fmt.Fprintf(i.Out, "access key  %s\nsecret      %s\n\nThe secret is shown once. Who has it acts as %s.\n", id, secret, *role)
			return err
		}
	default:
		return UsageError("usage:\n%s", storageHelp)
	}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		pool, err := db.Open(ctx, d.Direct.Storage, db.Options{MaxConns: 1})
		if err != nil {
			return installation.WrongAddress(err)
		}
		defer pool.Close()
		keys, err := s3.NewKeys(pool, installation.S3Seal(i.JWTSecret))
		if err != nil {
			return err
		}
		return run(ctx, keys)
	})
}

func listAccessKeys(ctx context.Context, i *installation.Installation, keys *s3.Keys) error {
	all, err := keys.List(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
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

const storageUsage = `usage: toubkal storage check [--delete]
  lists objects whose bytes are not there, and bytes that no object has: those older than
  STORAGE_GRACE, unfinished writes too. --delete deletes such bytes, and never an object.
  The exit status is 1 where anything is left that has no counterpart.`

// checkFiles is the command `storage check`, beside a program that may be running.
func checkFiles(ctx context.Context, i *installation.Installation, args []string) error {
	remove := slices.Equal(args, []string{"check", "--delete"})
	if !remove && !slices.Equal(args, []string{"check"}) {
		return UsageError("%s", storageUsage)
	}
	i.AutoMigrate = false
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		pool, err := db.Open(ctx, d.Direct.Storage, db.Options{MaxConns: 2}) // one lists, one deletes
		if err != nil {
			return err
		}
		defer pool.Close()
		bytes, err := i.OpenBytes()
		if err != nil {
			return err
		}
		defer func() { _ = bytes.Close() }()
		return checkStorage(ctx, i, files.New(files.Options{Pool: pool, Bytes: bytes, Grace: i.StorageGrace, Log: i.Log}), remove)
	})
}

// checkStorage prints what Check finds, a line each, and then the sums.
func checkStorage(ctx context.Context, i *installation.Installation, stored *files.Files, remove bool) error {
	var objects, pieces int
	var lost, unused int64 // bytes
	err := stored.Check(ctx, func(found files.Finding) error {
		if found.Key == "" {
			objects++
			lost += found.Size
			_, err := fmt.Fprintf(i.Out, "object without bytes\t%s/%s\tversion %s\t%d bytes\n", found.Bucket, found.Name, found.Version, found.Size)
			return err
		}
		pieces++
		unused += found.Size
		done := ""
		if remove {
			if err := stored.Delete(ctx, found); err != nil {
				return err
			}
			done = "\tdeleted"
		}
		_, err := fmt.Fprintf(i.Out, "bytes without object\t%s\t%d bytes%s\n", found.Key, found.Size, done)
		return err
	})
	if err != nil {
		return fmt.Errorf("check the files: %w", err)
	}
	_, err = fmt.Fprintf(i.Out, "%d objects without bytes (%d bytes), %d files without an object (%d bytes)\n", objects, lost, pieces, unused)
	if err == nil && (objects > 0 || pieces > 0 && !remove) {
		return fmt.Errorf("%d objects without bytes, %d files without an object", objects, pieces)
	}
	return err
}
