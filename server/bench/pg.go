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
func (p *pgClient) prepare(ctx context.Context, who caller) error {
	pipe := p.conn.StartPipeline(ctx)
	pipe.SendQueryPrepared("become", p.become(who), nil, nil)
	pipe.SendPrepare(roles[who], "/* "+roles[who]+" */ "+p.statement, nil)
	if err := pipe.Sync(); err != nil {
		return err
	}
	return pipe.Close()
}

// become are the parameters that turn the login into a caller.
func (p *pgClient) become(who caller) [][]byte {
	claims := p.claims.anonClaims
	if who == user {
		claims = p.claims.userClaims
	}
	return [][]byte{claims, []byte(roles[who])}
}

func (p *pgClient) do(n uint64, row int) error {
	who := p.caller.at(n)
	pipe := p.conn.StartPipeline(context.Background())
	pipe.SendQueryPrepared("become", p.become(who), nil, nil)
	pipe.SendQueryPrepared(roles[who], p.argument(row), nil, nil)
	if err := pipe.Sync(); err != nil {
		return err
	}
	if err := p.read(pipe); err != nil {
		return err
	}
	if err := pipe.Close(); err != nil {
		return err
	}
	if len(p.body) < p.least {
		return fmt.Errorf("%s: %d bytes, want %d or more", p.name, len(p.body), p.least)
	}
	return nil
}

// read keeps the JSON of the last statement.
func (p *pgClient) read(pipe *pgconn.Pipeline) error {
	for range 2 {
		result, err := pipe.GetResults()
		if err != nil {
			return err
		}
		rows, ok := result.(*pgconn.ResultReader)
		if !ok {
			return fmt.Errorf("%s: a %T came back", p.name, result)
		}
		for rows.NextRow() {
			if values := rows.Values(); len(values) > 2 {
				p.body = append(p.body[:0], values[2]...)
			}
		}
		if _, err := rows.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (p *pgClient) answer() []byte { return p.body }

func (p *pgClient) close() error { return p.conn.Close(context.Background()) }
