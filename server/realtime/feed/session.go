package feed

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
)

// readAhead is how much of the stream is read at once, in bytes.
const readAhead = 128 << 10

// session is one connection's life: it gives why it ended, and whether it had
// been live.
func (f *Feed) session(ctx context.Context) (wasLive bool, err error) {
	ctx, cut := context.WithCancelCause(ctx)
	defer cut(nil)
	facts, err := f.look(ctx)
	if err != nil {
		return false, err
	}
	buffered := bufio.NewReaderSize(nil, readAhead)
	conn, err := f.connect(ctx, buffered)
	if err != nil {
		return false, err
	}
	defer closeSoon(conn)
	slot := "toubkal_" + strings.ToLower(rand.Text())
	go f.watch(ctx, slot, facts.cap, cut)
	f.state.waits(errRunning())
	s := &stream{feed: f, conn: conn, buffered: buffered, names: facts.publications}
	s.decoder = newDecoder(s)
	if err := s.start(ctx, slot, facts.publications); err != nil {
		return false, because(ctx, err)
	}
	f.wake.clear() // a wish from before is granted herewith
	f.catalog.forget()
	f.isLive(slot)
	return true, because(ctx, s.run(ctx))
}

// because prefers the reason for which the connection was cut to what was then
// seen of it.
func because(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// look reads what the stream depends on, and refuses what cannot work.
func (f *Feed) look(ctx context.Context) (*facts, error) {
	facts, err := f.catalog.facts(ctx)
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
	if facts.keep < 0 {
		f.warned.Do(func() {
			f.o.Log.Warn("realtime: PostgreSQL's max_slot_wal_keep_size is unlimited: `alter system set max_slot_wal_keep_size = '1GB'`, so that no replication slot of anybody's can ever fill the disk", "own bound in MB", f.o.WALCap>>20)
		})
	}
	facts.cap = f.o.WALCap
	if facts.keep >= 0 {
		facts.cap = min(facts.cap, uint64(facts.keep)<<20)
	}
	return facts, nil
}

// connectTimeout bounds a connection to a server that does not answer.
const connectTimeout = 10 * time.Second

// connect opens the replication connection. Values come in the text form that
// row.Value promises, whatever the role, the database or the server set.
func (f *Feed) connect(ctx context.Context, buffered *bufio.Reader) (*pgconn.PgConn, error) {
	config, err := pgconn.ParseConfig(f.o.URL)
	if err != nil {
		return nil, errors.New("the address of the database cannot be read") // the cause repeats it
	}
	for name, value := range map[string]string{
		"replication": "database", "application_name": "toubkal realtime", "client_encoding": "UTF8",
		"TimeZone": "UTC", "DateStyle": "ISO, YMD", "IntervalStyle": "postgres", "extra_float_digits": "3", "bytea_output": "hex",
		"statement_timeout": "0", "idle_session_timeout": "0",
		// Where we vanish without a word, the slot has to end.
		"wal_sender_timeout": fmt.Sprintf("%dms", max(60*time.Second, 3*f.o.Status).Milliseconds()),
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

// closing is how long the end of a connection is waited for.
const closing = time.Second

// closeSoon ends the connection and waits until PostgreSQL has ended its side, and
// with it the slot; but not for a dead one.
func closeSoon(conn *pgconn.PgConn) {
	defer func() { _ = conn.Conn().Close() }()
	_ = conn.Conn().SetDeadline(time.Now().Add(closing))
	conn.Frontend().Send(&pgproto3.Terminate{})
	err := conn.Frontend().Flush()
	for err == nil {
		_, err = conn.Frontend().Receive() // what is still on its way, then the end
	}
}

// start makes the slot and has PostgreSQL stream from it. It waits for every
// writing transaction that runs now (PostgreSQL needs their end to begin).
func (s *stream) start(ctx context.Context, slot string, publications []string) error {
	_, err := pglogrepl.CreateReplicationSlot(ctx, s.conn, slot, "pgoutput", pglogrepl.CreateReplicationSlotOptions{
		Temporary: true, SnapshotAction: "NOEXPORT_SNAPSHOT", Mode: pglogrepl.LogicalReplication,
	})
	if err != nil {
		return fmt.Errorf("make a replication slot: %w", err)
	}
	err = pglogrepl.StartReplication(ctx, s.conn, slot, 0, pglogrepl.StartReplicationOptions{
		Mode:       pglogrepl.LogicalReplication,
		PluginArgs: []string{"proto_version '1'", "messages 'true'", "publication_names " + publicationNames(publications)},
	})
	if err != nil {
		return fmt.Errorf("start the replication: %w", err)
	}
	return nil
}

// publicationNames are identifiers in a literal.
func publicationNames(names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, quoted(name))
	}
	return "'" + strings.ReplaceAll(strings.Join(list, ","), "'", "''") + "'"
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
