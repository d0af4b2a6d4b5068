package pgtest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"sync"

	"github.com/jackc/pgx/v5"
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
	err := c.exclusively(ctx, func(conn *pgx.Conn) error { return setPassword(ctx, conn, role, c.password(role)) })
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

// password is the same in every test binary on the cluster, and is no secret
// weaker than the cluster's own.
func (c *cluster) password(role string) string {
	u, err := url.Parse(c.url)
	if err != nil {
		panic(err) // open has parsed it
	}
	key, _ := u.User.Password()
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(role))
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
