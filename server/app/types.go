package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/migrate"
)

// types is the verb `types`: the client's row types, from the schema files
// alone. It works on a throwaway database, so what is running stays untouched.
func (p *program) types(ctx context.Context, args []string) (err error) {
	server, err := localpg.Start(ctx, localpg.Options{Bin: p.PostgresBin, Throwaway: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop(context.WithoutCancel(ctx))) }()
	d := &database{owner: server.URL("postgres")}
	return d.owned(ctx, func(conn *db.Conn) error {
		text, err := rowTypes(ctx, conn)
		if err != nil {
			return err
		}
		if err := os.WriteFile(args[0], []byte(text), 0o644); err != nil {
			return fmt.Errorf("write the types: %w", err)
		}
		return nil
	})
}

func rowTypes(ctx context.Context, conn *db.Conn) (string, error) {
	if _, err := migrate.Up(ctx, conn, schema.Files); err != nil {
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
