package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// pgClient is the reference pg: the statement of a scenario, its role and
// claims in one pipeline, an implicit transaction, with no HTTP. Statements are
// prepared for each role, as the program does.
type pgClient struct {
	*scenario
	conn   *pgconn.PgConn
	claims tokens
	body   []byte
}

const becomeCaller = "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)"

// roles are the names of callers, and of their prepared statements.
var roles = [2]string{anon: "anon", user: "authenticated"}

func openPG(ctx context.Context, url string, s *scenario, t tokens) (client, error) {
	conn, err := pgconn.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	c := &pgClient{scenario: s, conn: conn, claims: t}
	if _, err = conn.Prepare(ctx, "become", becomeCaller, nil); err != nil {
		return c, err
	}
	return c, errors.Join(c.prepare(ctx, anon), c.prepare(ctx, user))
}

// prepare names the statement after the caller, and as the caller: the login
// itself has no right to the tables.
func (c *pgClient) prepare(ctx context.Context, who caller) error {
	pipe := c.conn.StartPipeline(ctx)
	pipe.SendQueryPrepared("become", c.become(who), nil, nil)
	pipe.SendPrepare(roles[who], "/* "+roles[who]+" */ "+c.statement, nil)
	if err := pipe.Sync(); err != nil {
		return err
	}
	return pipe.Close()
}

// become are the parameters that turn the login into a caller.
func (c *pgClient) become(who caller) [][]byte {
	claims := c.claims.anonClaims
	if who == user {
		claims = c.claims.userClaims
	}
	return [][]byte{claims, []byte(roles[who])}
}

func (c *pgClient) do(n uint64, row int) error {
	who := c.caller.at(n)
	pipe := c.conn.StartPipeline(context.Background())
	pipe.SendQueryPrepared("become", c.become(who), nil, nil)
	pipe.SendQueryPrepared(roles[who], c.argument(row), nil, nil)
	if err := pipe.Sync(); err != nil {
		return err
	}
	if err := c.read(pipe); err != nil {
		return err
	}
	if err := pipe.Close(); err != nil {
		return err
	}
	if len(c.body) < c.least {
		return fmt.Errorf("%s: %d bytes, want %d or more", c.name, len(c.body), c.least)
	}
	return nil
}

// read keeps the JSON of the last statement.
func (c *pgClient) read(pipe *pgconn.Pipeline) error {
	for range 2 {
		result, err := pipe.GetResults()
		if err != nil {
			return err
		}
		rows, ok := result.(*pgconn.ResultReader)
		if !ok {
			return fmt.Errorf("%s: a %T came back", c.name, result)
		}
		for rows.NextRow() {
			if values := rows.Values(); len(values) > 2 {
				c.body = append(c.body[:0], values[2]...)
			}
		}
		if _, err := rows.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (c *pgClient) answer() []byte { return c.body }

func (c *pgClient) close() error { return c.conn.Close(context.Background()) }
