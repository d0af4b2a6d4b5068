package installation

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/auth"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/token"
)

// Accounts is the auth service and the pool that it works on.
func (i *Installation) Accounts(ctx context.Context, d *Database, keys *token.Keys, address string, sender message.Mailer, idle func() bool) (*auth.Service, *db.Pool, error) {
	pool, err := i.OpenPool(ctx, d.Pooled.Auth, db.Options{MaxConns: i.PoolShare(config.AuthConns)})
	if err != nil {
		return nil, nil, err
	}
	o := i.AuthOptions()
	o.Log, o.Hashing.Idle, o.Hashing.Memory = i.Log, idle, hashMemory(debug.SetMemoryLimit(-1))
	o.Pool, o.Keys, o.APIURL, o.SiteURL, o.Mail, o.Memory = pool, keys, address, i.SiteURL, sender, i.Requests
	service, err := auth.New(o)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return service, pool, nil
}

// Admin is the part of the engine for the project's bootstrap and commands.
func (i *Installation) Admin(d *Database, users *auth.Service, address string) *project.Admin {
	return &project.Admin{
		Users: users.Accounts(), Production: i.Env == "production", Env: i.Variable, Address: address,
		OwnerTx: func(ctx context.Context, fn func(db.Tx) error) error {
			return d.AsOwner(ctx, func(conn *db.Conn) error {
				tx, err := conn.Begin(ctx)
				if err != nil {
					return fmt.Errorf("begin: %w", err)
				}
				defer func() { _ = tx.Rollback(ctx) }()
				if err := fn(tx); err != nil {
					return err
				}
				return tx.Commit(ctx)
			})
		},
	}
}
