package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// statement sends by SQL, one transaction a message.
type statement struct {
	conn *pgx.Conn
	sql  string
	args func(now int64, pick int) []any
}

func (s *statement) send(ctx context.Context, pick int) error {
	_, err := s.conn.Exec(ctx, s.sql, s.args(time.Now().UnixNano(), pick)...)
	return err
}

func (s *statement) close() error { return s.conn.Close(context.Background()) }

// note is the text of a row.
var note = strings.Repeat("Toubkal ", 8)

// inserts sends by rows of a table. The pick is whose they are: the user's, or
// the team's.
func (le *liveEnvironment) inserts(table string) func(context.Context) (sender, error) {
	sql := "insert into public." + table + " (sent, owner, team, note) values ($1, $2, $3, $4)"
	return func(ctx context.Context) (sender, error) {
		conn, err := pgx.Connect(ctx, le.url)
		return &statement{conn: conn, sql: sql, args: func(now int64, pick int) []any {
			return []any{now, userID(pick + 1), pick, note}
		}}, err
	}
}

// sends broadcasts from SQL on a private topic.
func (le *liveEnvironment) sends(topic string) func(context.Context) (sender, error) {
	const sql = "select realtime.send(jsonb_build_object('sent', $1::bigint, 'note', $2::text), 'tick', $3, true)"
	return func(ctx context.Context) (sender, error) {
		conn, err := pgx.Connect(ctx, le.url)
		return &statement{conn: conn, sql: sql, args: func(now int64, _ int) []any { return []any{now, note, topic} }}, err
	}
}

// broadcaster broadcasts on a channel, in a binary frame as stock clients do.
type broadcaster struct {
	*listener
	head, tail []byte
}

// broadcasters broadcasts on a topic with so many bytes beside the time.
func (le *liveEnvironment) broadcasters(topic string, size int) func(context.Context) (sender, error) {
	return func(context.Context) (sender, error) {
		token, err := le.token(0)
		if err != nil {
			return nil, err
		}
		l, err := dialLive(le.address, token)
		if err != nil {
			return nil, err
		}
		whole := "realtime:" + topic
		head := "\x03\x01\x02" + string(rune(len(whole))) + "\x04\x00\x01" + "1" + "10" + whole + "tick"
		sp := &broadcaster{listener: l, head: []byte(head + `{"sent":`), tail: []byte(`,"note":"` + strings.Repeat("x", size) + `"}`)}
		return sp, l.join(topic, `{}`, token)
	}
}

func (b *broadcaster) send(_ context.Context, _ int) error {
	select {
	case <-b.done:
		return fmt.Errorf("the sender was disconnected: %v", b.complaint.Load())
	default:
	}
	message := strconv.AppendInt(append(make([]byte, 0, len(b.head)+len(b.tail)+20), b.head...), time.Now().UnixNano(), 10)
	return b.listener.send(opBinary, append(message, b.tail...))
}

func (b *broadcaster) close() error {
	b.listener.close()
	<-b.done
	return nil
}
