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

// Readable asks which of want the caller may read on a topic: who may read any
// may join its private channel. An error is the database's, and passes.
func (s *Channels) Readable(ctx context.Context, who Caller, topic string, want ChannelRights) (ChannelRights, error) {
	return s.check(ctx, channelQuery{caller: keyOf(who), topic: topic, want: want})
}

// Writable asks which of want the caller may send to a topic. An error is the
// database's, and passes.
func (s *Channels) Writable(ctx context.Context, who Caller, topic string, want ChannelRights) (ChannelRights, error) {
	return s.check(ctx, channelQuery{caller: keyOf(who), topic: topic, want: want, write: true})
}

// channelQuery is what tells one question from another.
type channelQuery struct {
	caller
	topic string
	want  ChannelRights
	write bool
}

// caller is a Caller that can be compared.
type caller struct{ role, claims, headers string }

func keyOf(who Caller) caller {
	return caller{role: who.Claims.Role, claims: string(who.Claims.JSON), headers: who.headers()}
}

// isText tells whether PostgreSQL can hold the question: a text there has no
// NUL and is UTF-8. No policy could be about another.
func (a channelQuery) isText() bool {
	for _, text := range []string{a.role, a.claims, a.headers, a.topic} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return false
		}
	}
	return a.role != "" && a.want.Any()
}

// json is the shape that realtime.check_channel_access reads.
func (a channelQuery) json(path string) map[string]any {
	extensions := make([]string, 0, 2)
	if a.want.Broadcast {
		extensions = append(extensions, "broadcast")
	}
	if a.want.Presence {
		extensions = append(extensions, "presence")
	}
	return map[string]any{
		"role": a.role, "claims": a.claims, "headers": a.headers, "path": path, "topic": a.topic,
		"extensions": extensions, "write": a.write,
	}
}

// ownClaims is the server itself: realtime.check_channel_access becomes the callers.
var ownClaims = token.Claims{Role: "supabase_realtime_admin", JSON: []byte("{}")}

const channelAccessSQL = `select broadcast, presence, coalesce(code, ''), coalesce(reason, '') from realtime.check_channel_access($1::jsonb) order by request`

// query asks all questions in one transaction, which is undone, in one round
// trip. Where today's partition is missing it makes it first. A connection that
// turns out to be dead is tried anew: a pool may have several.
func (s *Channels) query(ctx context.Context, questions []*pendingQuery) error {
	var err error
	for range attempts {
		err = s.queryOnce(ctx, questions)
		switch {
		case isMissingPartition(err) || err == nil && anyMissingPartition(questions):
			if err := s.MaintainPartitions(ctx); err != nil {
				return err
			}
		case !db.IsUnavailable(err):
			return err
		}
	}
	return err
}

const attempts = 3

func (s *Channels) queryOnce(ctx context.Context, questions []*pendingQuery) error {
	// PostgreSQL plans anew at each change of role: 1 ms.
	slices.SortFunc(questions, func(a, b *pendingQuery) int { return strings.Compare(a.role, b.role) })
	all := make([]map[string]any, len(questions))
	for i, q := range questions {
		all[i] = q.json(s.path)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("spell the questions about private channels: %w", err)
	}
	session := db.Session{Claims: ownClaims, Rollback: true, Wait: s.Timeout}
	results, err := s.Pool.Script(ctx, session, db.Step{Statement: db.Statement{SQL: channelAccessSQL, Args: [][]byte{text}}})
	if err != nil {
		return fmt.Errorf("ask about private channels: %w", err)
	}
	if len(results) != 1 || len(results[0].Rows) != len(questions) {
		return errors.New("ask about private channels: an answer is missing")
	}
	for i, row := range results[0].Rows {
		questions[i].take(row)
	}
	return nil
}

// channelAnswer is what PostgreSQL says to one question.
type channelAnswer struct {
	ChannelRights
	code, reason string // why it failed; empty where it did not
}

func (q *pendingQuery) take(row [][]byte) {
	broadcast, _ := strconv.ParseBool(string(row[0]))
	presence, _ := strconv.ParseBool(string(row[1]))
	q.channelAnswer = channelAnswer{
		ChannelRights: ChannelRights{Broadcast: broadcast && q.want.Broadcast, Presence: presence && q.want.Presence},
		code:          string(row[2]), reason: string(row[3]),
	}
}

// SQLSTATEs that are an answer, and no fault: a missing right, and a role that
// does not exist or that the server may not become.
const (
	insufficientPrivilege = "42501"
	invalidValue          = "22023"
)

// checkViolation is also what PostgreSQL says of a row that fits no partition, in
// words that depend on its language.
const checkViolation = "23514"

func isMissingPartition(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == checkViolation
}

func anyMissingPartition(questions []*pendingQuery) bool {
	return slices.ContainsFunc(questions, func(q *pendingQuery) bool { return q.code == checkViolation })
}

// transient are the classes of SQLSTATEs that another try may not meet: of the
// connection, of resources, of an operator, of the system, of a conflict.
const transient = "08 53 57 58 40 55"

// failure is what to tell of an answer that is none; nil for a plain no. A policy
// that cannot be computed for a topic (it casts a part of it to uuid, say) lets
// nobody pass.
func (a channelAnswer) failure() error {
	if len(a.code) == 5 && strings.Contains(transient, a.code[:2]) {
		return fmt.Errorf("ask about private channels: %s (SQLSTATE %s)", a.reason, a.code)
	}
	return nil
}

// broken tells whether a policy failed, which its author should hear of.
func (a channelAnswer) broken() bool {
	return a.code != "" && a.code != insufficientPrivilege && a.code != invalidValue
}

// isStatementError tells whether PostgreSQL refused the statement itself, by which
// one question has spoilt it for all: the timeout, above all.
func isStatementError(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == db.QueryCanceled || !strings.Contains(transient, pg.Code[:2]))
}
