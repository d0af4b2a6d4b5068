package pgtest

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// logins are the roles that this test binary has given their passwords.
type logins struct {
	sync.Mutex
	done map[string]bool
}

// ensure sets the role's password, once. The template is made first, as its
// migrations make the roles.
func (l *logins) ensure(ctx context.Context, c *cluster, role string) error {
	if _, err := c.once.make(ctx, c); err != nil {
		return err
	}
	l.Lock()
	defer l.Unlock()
	if l.done[role] {
		return nil
	}
	err := c.exclusively(ctx, func(conn *pgx.Conn) error { return setPassword(ctx, conn, role, db.LoginPassword(Secret, role)) })
	if err != nil {
		return err
	}
	if l.done == nil {
		l.done = map[string]bool{}
	}
	l.done[role] = true
	return nil
}

// setPassword has PostgreSQL write the statement: it takes no parameters there.
func setPassword(ctx context.Context, conn *pgx.Conn, role, password string) error {
	var sql string
	err := conn.QueryRow(ctx, "select format('alter role %I password %L', $1::text, $2::text)", role, password).Scan(&sql)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, sql)
	return err
}

// Secret is the JWT secret of every program on the cluster. The passwords of the login roles follow
// from it: roles belong to the cluster, so that what one test sets holds for all.
const Secret = "a secret of the tests, long enough to sign with"
