package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/keyring"
	"github.com/toubkal/toubkal/server/token"
)

const keysHelp = `toubkal keys                                  list the keys
toubkal keys rotate [--alg ALG] [--now]       make the next signing key: published at once, signs in 10 minutes, or now
toubkal keys revoke ID [--force]              refuse a key, and what it signed, at once on all nodes
toubkal keys create publishable|secret NAME   make an api key, which is shown once

ALG is ES256 (the default), RS256, EdDSA or HS256. Running programs follow without a restart.`

// manageKeys is the command `keys`.
func manageKeys(ctx context.Context, i *installation.Installation, args []string) error {
	i.AutoMigrate = false
	var run func(context.Context, *keyring.Store) error
	switch {
	case len(args) == 0:
		run = func(ctx context.Context, store *keyring.Store) error { return listKeys(ctx, i, store) }
	case args[0] == "rotate":
		flags := newKeyFlags("rotate")
		algorithm := flags.String("alg", "", "")
		now := flags.Bool("now", false, "")
		if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 || *algorithm != "" && !slices.Contains(token.Algorithms, *algorithm) {
			return UsageError("usage: toubkal keys rotate [--alg %s] [--now]", strings.Join(token.Algorithms, "|"))
		}
		run = func(ctx context.Context, store *keyring.Store) error {
			return rotateKeys(ctx, i, store, *algorithm, *now)
		}
	case args[0] == "revoke":
		force := slices.Contains(args, "--force")
		ids := slices.DeleteFunc(slices.Clone(args[1:]), func(arg string) bool { return arg == "--force" })
		if len(ids) != 1 || strings.HasPrefix(ids[0], "-") {
			return UsageError("usage: toubkal keys revoke ID [--force]")
		}
		run = func(ctx context.Context, store *keyring.Store) error { return revokeKey(ctx, i, store, ids[0], force) }
	case args[0] == "create" && len(args) == 3:
		run = func(ctx context.Context, store *keyring.Store) error {
			return createKey(ctx, i, store, args[1], args[2])
		}
	case slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		_, err := fmt.Fprintln(i.Out, keysHelp)
		return err
	default:
		return UsageError("usage:\n%s", keysHelp)
	}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		k, err := i.OpenCredentials(ctx, d)
		if err != nil {
			return err
		}
		defer k.Close()
		return run(ctx, k.Store)
	})
}

func newKeyFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

func listKeys(ctx context.Context, i *installation.Installation, store *keyring.Store) error {
	signing, opaque, err := store.List(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "SIGNING KEY\tALGORITHM\tSTATE\tSINCE\t")
	for _, each := range signing {
		note := ""
		switch {
		case each.State == keyring.Next:
			note = "signs from " + each.Signs.UTC().Format(time.DateTime)
		case each.Configured:
			note = "configured"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", each.ID, each.Algorithm, each.State, since(each.Since), note)
	}
	_, _ = fmt.Fprintln(table, "\t\t\t\t\nAPI KEY\tKIND AND NAME\tSTATE\tSINCE\t")
	for _, each := range opaque {
		_, _ = fmt.Fprintf(table, "%s\t%s %s\t%s\t%s\t%s\n", each.ID, each.Kind, each.Name, each.State, since(each.Since), each.Hint)
	}
	return table.Flush()
}

func since(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.UTC().Format(time.DateTime)
}

func rotateKeys(ctx context.Context, i *installation.Installation, store *keyring.Store, algorithm string, now bool) error {
	after, signs := keyring.PublishFirst, "signs in 10 minutes, when nobody keeps a list of keys without it"
	if now {
		after, signs = 0, "signs from now on"
	}
	id, err := store.Rotate(ctx, algorithm, after)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(i.Out, "%s is published and %s. The key before it verifies until its tokens have expired.\n", id, signs)
	return err
}

func revokeKey(ctx context.Context, i *installation.Installation, store *keyring.Store, id string, force bool) error {
	err := store.Revoke(ctx, id, force)
	if errors.Is(err, keyring.ErrInUse) {
		return fmt.Errorf("%s was not revoked: %w", id, err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(i.Out, "%s is revoked. Who was signed in by it has to refresh the session; clients that hold it need another key.\n"+
		"Pages that a running program serves may carry it until that is restarted.\n", id)
	return err
}

func createKey(ctx context.Context, i *installation.Installation, store *keyring.Store, kind, name string) error {
	key, err := store.Create(ctx, kind, name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(i.Out, "%s\n\nThis %s key is shown once: only its hash is kept.\n", key, kind)
	return err
}
