package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/typegen"
)

const typesUsage = `usage: toubkal types [--schema a,b] [--out FILE [--check]] [--files]
  --schema a,b  the schemas to describe; defaults to PGRST_DB_SCHEMAS
  --out FILE    write the file where it differs, instead of printing
  --check       write nothing, and fail where FILE differs
  --files       describe what the migrations make, in a throwaway database, instead of the running one`

// types is the command `types`: the TypeScript types of the database that is
// configured, as its owner sees it. What people read meanwhile goes to the log, so
// that the output can be a file.
func types(ctx context.Context, i *installation.Installation, args []string) error {
	schemas := i.Schemas
	flags := flag.NewFlagSet("types", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("schema", "", func(list string) error { return schemas.UnmarshalText([]byte(list)) })
	out := flags.String("out", "", "")
	check := flags.Bool("check", false, "")
	files := flags.Bool("files", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 || *check && *out == "" {
		return UsageError("%s", typesUsage)
	}
	text, err := describe(ctx, i, schemas, *files)
	if err != nil {
		return err
	}
	if *out == "" {
		_, err := io.WriteString(i.Out, text)
		return err
	}
	switch kept, err := os.ReadFile(*out); {
	case err == nil && string(kept) == text:
		return nil
	case *check:
		return fmt.Errorf("%s is not what the database has: write it with toubkal types --out %s", *out, *out)
	}
	// #nosec G306 -- a source of the project
	if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write the types: %w", err)
	}
	return nil
}

// describe reads the database that is configured, or a throwaway one that the
// migrations alone make.
func describe(ctx context.Context, i *installation.Installation, schemas []string, files bool) (text string, err error) {
	quiet := *i
	quiet.Out = slog.NewLogLogger(i.Log.Handler(), slog.LevelInfo).Writer()
	open := quiet.OpenDatabase
	if files {
		open = func(ctx context.Context) (*installation.Database, error) { return throwaway(ctx, &quiet) }
	}
	d, err := open(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, d.Stop(context.WithoutCancel(ctx))) }()
	err = d.AsOwner(ctx, func(conn *db.Conn) error {
		text, err = typegen.Generate(ctx, conn, typegen.Options{Schemas: schemas})
		return err
	})
	return text, err
}

func throwaway(ctx context.Context, i *installation.Installation) (*installation.Database, error) {
	server, err := localpg.Start(ctx, localpg.Options{Bin: i.PostgresBin, Throwaway: true, Log: i.Out})
	if err != nil {
		return nil, err
	}
	d := &installation.Database{Owner: server.URL("postgres"), Stop: server.Stop, Embedded: server}
	err = d.AsOwner(ctx, func(conn *db.Conn) error {
		_, err := i.ApplyMigrations(ctx, conn)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, d.Stop(context.WithoutCancel(ctx)))
	}
	return d, nil
}
