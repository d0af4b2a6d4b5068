package rls

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// Readable checks which of want the caller may read on a topic: with any of it one may
// join the private channel. An error is temporary, of the database.
func (c *Channels) Readable(ctx context.Context, who Caller, topic string, want ChannelRights) (ChannelRights, error) {
	return c.check(ctx, channelQuery{caller: keyOf(who), topic: topic, want: want})
}

// Writable checks which of want the caller may send to a topic. An error is temporary, of
// the database.
func (c *Channels) Writable(ctx context.Context, who Caller, topic string, want ChannelRights) (ChannelRights, error) {
	return c.check(ctx, channelQuery{caller: keyOf(who), topic: topic, want: want, write: true})
}

// channelQuery is one check. Equal ones are made once.
type channelQuery struct {
	caller
	topic string
	want  ChannelRights
	write bool
}

// caller is a comparable Caller.
type caller struct{ role, claims, headers string }

func keyOf(who Caller) caller {
	return caller{role: who.Claims.Role, claims: string(who.Claims.JSON), headers: who.headers()}
}

// isText reports whether all strings are texts for PostgreSQL, which have no NUL and are
// UTF-8. No policy can allow others.
func (c channelQuery) isText() bool {
	for _, text := range []string{c.role, c.claims, c.headers, c.topic} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return false
		}
	}
	return c.role != "" && c.want.Any()
}

// json is the argument of realtime.check_channel_access.
func (c channelQuery) json(path string) map[string]any {
	extensions := make([]string, 0, 2)
	if c.want.Broadcast {
		extensions = append(extensions, "broadcast")
	}
	if c.want.Presence {
		extensions = append(extensions, "presence")
	}
	return map[string]any{
		"role": c.role, "claims": c.claims, "headers": c.headers, "path": path, "topic": c.topic,
		"extensions": extensions, "write": c.write,
	}
}

// ownClaims are the claims of the server: realtime.check_channel_access becomes the callers.
var ownClaims = token.Claims{Role: "supabase_realtime_admin", JSON: []byte("{}")}

const channelAccessSQL = `select broadcast, presence, coalesce(code, ''), coalesce(reason, '') from realtime.check_channel_access($1::jsonb) order by request`

// query makes all checks in one transaction, which is rolled back, in one round trip. A
// missing partition of today is created first. A dead connection of the pool is retried,
// since there may be several.
func (c *Channels) query(ctx context.Context, queries []*pendingQuery) error {
	var err error
	for range attempts {
		err = c.queryOnce(ctx, queries)
		switch {
		case isMissingPartition(err), err == nil && slices.ContainsFunc(queries, func(q *pendingQuery) bool { return q.code == checkViolation }):
			if err := c.CreatePartitions(ctx); err != nil {
				return err
			}
		case !db.IsUnavailable(err):
			return err
		}
	}
	return err
}

const attempts = 3

func (c *Channels) queryOnce(ctx context.Context, queries []*pendingQuery) error {
	// PostgreSQL plans again at each change of the role: 1 ms.
	slices.SortFunc(queries, func(a, b *pendingQuery) int { return strings.Compare(a.role, b.role) })
	all := make([]map[string]any, len(queries))
	for i, q := range queries {
		all[i] = q.json(c.path)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("format the checks of private channels: %w", err)
	}
	session := db.Session{Claims: ownClaims, Rollback: true, Wait: c.Timeout}
	results, err := c.Pool.Script(ctx, session, db.Step{Statement: db.Statement{SQL: channelAccessSQL, Args: [][]byte{text}}})
	if err != nil {
		return fmt.Errorf("check private channels: %w", err)
	}
	if len(results) != 1 || len(results[0].Rows) != len(queries) {
		return errors.New("check private channels: a result is missing")
	}
	for i, row := range results[0].Rows {
		queries[i].take(row)
	}
	return nil
}

// channelAnswer is the result of one check.
type channelAnswer struct {
	ChannelRights
	code, reason string // why it failed; empty where it did not
}

func (p *pendingQuery) take(row [][]byte) {
	broadcast, _ := strconv.ParseBool(string(row[0]))
	presence, _ := strconv.ParseBool(string(row[1]))
	p.channelAnswer = channelAnswer{
		ChannelRights: ChannelRights{Broadcast: broadcast && p.want.Broadcast, Presence: presence && p.want.Presence},
		code:          string(row[2]), reason: string(row[3]),
	}
}

// SQLSTATEs that mean no, and are not logged: a missing privilege, and a role that does
// not exist or that the server may not become.
const (
	insufficientPrivilege = "42501"
	invalidValue          = "22023"
)

// checkViolation is also the SQLSTATE of a row without a partition.
const checkViolation = "23514"

func isMissingPartition(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == checkViolation
}

// transient are the classes of SQLSTATEs that another attempt may not meet: of the
// connection, of resources, of an operator, of the system, of a conflict.
const transient = "08 53 57 58 40 55"

func isTransientCode(sqlstate string) bool {
	return len(sqlstate) == 5 && strings.Contains(transient, sqlstate[:2])
}

// IsTransient reports whether a query failed for a reason that another attempt may not
// meet: its time, a busy or absent database.
func IsTransient(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || db.IsUnavailable(err) {
		return true
	}
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && isTransientCode(pg.Code)
}

// failure is the error of a check that a transient error prevented; else nil. A policy
// that fails for a topic (it casts a part of it to uuid, say) allows nothing.
func (c channelAnswer) failure() error {
	if isTransientCode(c.code) {
		return fmt.Errorf("check private channels: %s (SQLSTATE %s)", c.reason, c.code)
	}
	return nil
}

// broken reports whether a policy failed, which is logged for its author.
func (c channelAnswer) broken() bool {
	return c.code != "" && c.code != insufficientPrivilege && c.code != invalidValue
}

// isStatementError reports whether the whole statement failed because of one of its
// checks, such as by statement_timeout.
func isStatementError(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == db.QueryCanceled || !isTransientCode(pg.Code))
}
