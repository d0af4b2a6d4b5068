package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/migrate"
)

// types is the command `types`: the client's row types, from the schema files
// alone. It works on a throwaway database, so what is running stays untouched.
// Where there are only tables, they are of the database that is served.
func (p *program) types(ctx context.Context, args []string) error {
	describe := p.typesOfSchema
	if p.onlyTables() {
		describe = p.typesOfTables
	}
	text, err := describe(ctx)
	if err != nil {
		return err
	}
	if err := os.WriteFile(args[0], []byte(text), 0o644); err != nil {
		return fmt.Errorf("write the types: %w", err)
	}
	return nil
}

func (p *program) typesOfTables(ctx context.Context) (string, error) {
	t, err := p.openTables(ctx, p.DatabaseURL, nil)
	if err != nil {
		return "", err
	}
	defer t.close()
	if err := t.begin(ctx); err != nil {
		return "", err
	}
	return catalog.TypeScript(t.holder.Snapshot()), nil
}

func (p *program) typesOfSchema(ctx context.Context) (text string, err error) {
	server, err := localpg.Start(ctx, localpg.Options{Bin: p.PostgresBin, Throwaway: true})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, server.Stop(context.WithoutCancel(ctx))) }()
	err = (&database{owner: server.URL("postgres")}).asOwner(ctx, func(conn *db.Conn) error {
		text, err = rowTypes(ctx, conn, p.schemaFolder())
		return err
	})
	return text, err
}

func rowTypes(ctx context.Context, conn *db.Conn, schema migrate.Folder) (string, error) {
	if _, err := migrate.Up(ctx, conn, schema, migrate.Options{}); err != nil {
		return "", err
	}
	return typesOf(ctx, conn)
}

// typesOf always describes schema public: the client knows no other.
func typesOf(ctx context.Context, conn *db.Conn) (string, error) {
	snapshot, err := catalog.Load(ctx, conn, []string{"public"})
	if err != nil {
		return "", fmt.Errorf("read the catalog: %w", err)
	}
	return catalog.TypeScript(snapshot), nil
}
