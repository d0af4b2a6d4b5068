package replication

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/toubkal/toubkal/server/db"
)

// readBuffer is how much of the stream is read at once, in bytes.
const readBuffer = 128 << 10

// session is one connection's life: it gives why it ended, and whether it had
// been live.
func (f *Stream) session(ctx context.Context) (wasLive bool, err error) {
	ctx, cut := context.WithCancelCause(ctx)
	defer cut(nil)
	facts, err := f.checkServer(ctx)
	if err != nil {
		return false, err
	}
	buffered := bufio.NewReaderSize(nil, readBuffer)
	conn, err := f.connect(ctx, buffered)
	if err != nil {
		return false, err
	}
	defer closeGracefully(conn)
	slot := "toubkal_" + strings.ToLower(rand.Text())
	go f.watchSlot(ctx, slot, facts.maxWAL, cut)
	f.state.setPending(errRunning())
	s := &connection{stream: f, conn: conn, buffered: buffered, publications: facts.publications}
	s.decoder = newDecoder(s)
	if err := s.start(ctx, slot, facts.publications); err != nil {
		return false, cancelCause(ctx, err)
	}
	f.interrupter.clear() // a wish from before is granted herewith
	f.catalog.invalidate()
	f.connected(slot)
	return true, cancelCause(ctx, s.run(ctx))
}

// cancelCause prefers the reason for which the connection was cut to what was then
// seen of it.
func cancelCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// checkServer reads what the stream depends on, and refuses what cannot work.
func (f *Stream) checkServer(ctx context.Context) (*serverSettings, error) {
	facts, err := f.catalog.serverSettings(ctx)
	if err != nil {
		return nil, err
	}
	f.announced.Store(facts.announced)
	if facts.walLevel != "logical" {
		return nil, errNoLogicalWAL()
	}
	if wanted := f.o.Publications; len(wanted) == 0 || !facts.has(wanted[0]) {
		return nil, errNoPublication(append(wanted, "")[0])
	}
	if facts.maxSlotKeep < 0 {
		f.warnOnce.Do(func() {
			f.o.Log.Warn("realtime: PostgreSQL's max_slot_wal_keep_size is unlimited: `alter system set max_slot_wal_keep_size = '1GB'`, so that no replication slot of anybody's can ever fill the disk", "own bound in MB", f.o.MaxWAL>>20)
		})
	}
	facts.maxWAL = f.o.MaxWAL
	if facts.maxSlotKeep >= 0 {
		facts.maxWAL = min(facts.maxWAL, uint64(facts.maxSlotKeep)<<20)
	}
	return facts, nil
}

// connectTimeout bounds a connection to a server that does not answer.
const connectTimeout = 10 * time.Second

// connect opens the replication connection. Values come in the text form that
// row.Value promises, whatever the role, the database or the server set.
func (f *Stream) connect(ctx context.Context, buffered *bufio.Reader) (*pgconn.PgConn, error) {
	config, err := pgconn.ParseConfig(f.o.URL)
	if err != nil {
		return nil, errors.New("the address of the database cannot be read") // the cause repeats it
	}
	for name, value := range map[string]string{
		"replication": "database", "application_name": "toubkal realtime", "client_encoding": "UTF8",
		"TimeZone": "UTC", "DateStyle": "ISO, YMD", "IntervalStyle": "postgres", "extra_float_digits": "3", "bytea_output": "hex",
		"statement_timeout": "0", "idle_session_timeout": "0",
		// Where we vanish without a word, the slot has to end.
		"wal_sender_timeout": fmt.Sprintf("%dms", max(60*time.Second, 3*f.o.StatusInterval).Milliseconds()),
	} {
		config.RuntimeParams[name] = value
	}
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		buffered.Reset(r)
		return pgproto3.NewFrontend(buffered, w)
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return pgconn.ConnectConfig(ctx, config)
}

// closeTimeout is how long the end of a connection is waited for.
const closeTimeout = time.Second

// closeGracefully ends the connection and waits until PostgreSQL has ended its side, and
// with it the slot; but not for a dead one.
func closeGracefully(conn *pgconn.PgConn) {
	defer func() { _ = conn.Conn().Close() }()
	_ = conn.Conn().SetDeadline(time.Now().Add(closeTimeout))
	conn.Frontend().Send(&pgproto3.Terminate{})
	err := conn.Frontend().Flush()
	for err == nil {
		_, err = conn.Frontend().Receive() // what is still on its way, then the end
	}
}

// start makes the slot and has PostgreSQL stream from it. It waits for every
// writing transaction that runs now (PostgreSQL needs their end to begin).
func (s *connection) start(ctx context.Context, slot string, publications []string) error {
	_, err := pglogrepl.CreateReplicationSlot(ctx, s.conn, slot, "pgoutput", pglogrepl.CreateReplicationSlotOptions{
		Temporary: true, SnapshotAction: "NOEXPORT_SNAPSHOT", Mode: pglogrepl.LogicalReplication,
	})
	if err != nil {
		return fmt.Errorf("make a replication slot: %w", err)
	}
	names := make([]string, len(publications))
	for i, publication := range publications {
		names[i] = db.Ident(publication)
	}
	err = pglogrepl.StartReplication(ctx, s.conn, slot, 0, pglogrepl.StartReplicationOptions{
		Mode:       pglogrepl.LogicalReplication,
		PluginArgs: []string{"proto_version '1'", "messages 'true'", "publication_names " + "'" + strings.ReplaceAll(strings.Join(names, ","), "'", "''") + "'"},
	})
	if err != nil {
		return fmt.Errorf("start the replication: %w", err)
	}
	return nil
}
