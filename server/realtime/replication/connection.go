package replication

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/toubkal/toubkal/server/db"
)

// readBuffer is the size of one read of the stream. Bytes.
const readBuffer = 128 << 10

// session connects, streams until that fails, and returns why it ended.
func (s *Stream) session(ctx context.Context) (wasConnected bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	settings, err := s.checkServer(ctx)
	if err != nil {
		return false, err
	}
	buffered := bufio.NewReaderSize(nil, readBuffer)
	conn, err := s.connect(ctx, buffered)
	if err != nil {
		return false, err
	}
	defer closeGracefully(conn)
	slot := "toubkal_" + strings.ToLower(rand.Text())
	go s.watchSlot(ctx, slot, settings.maxWAL, cancel)
	s.state.setPending(&startError{message: "replication starts when the transactions that are writing now have ended"})
	c := &connection{stream: s, conn: conn, buffered: buffered, publications: settings.publications}
	c.decoder = newDecoder(c)
	if err := c.start(ctx, slot); err != nil {
		return false, cancelCause(ctx, err)
	}
	s.interrupter.clear() // an invalidation that was requested before happens now
	s.catalog.invalidate()
	if s.lastLoggedError != "" {
		s.lastLoggedError = ""
		s.o.Log.Info("replication is connected", "slot", slot)
	}
	s.handler.SchemaChanged()
	s.handler.Connected()
	s.state.setConnected(slot)
	s.o.Ages.Proved(linkName)
	return true, cancelCause(ctx, c.run(ctx))
}

// cancelCause prefers the reason for which ctx was cancelled to the error that followed
// from it.
func cancelCause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// checkServer reads the settings that replication depends on, and refuses those with
// which it cannot work.
func (s *Stream) checkServer(ctx context.Context) (*serverSettings, error) {
	settings, err := s.catalog.serverSettings(ctx)
	if err != nil {
		return nil, err
	}
	s.announced.Store(settings.announced)
	if settings.walLevel != "logical" {
		return nil, &startError{message: noLogicalWAL, permanent: true}
	}
	if wanted := append(slices.Clone(s.o.Publications), "")[0]; !slices.Contains(settings.publications, wanted) {
		return nil, &startError{message: fmt.Sprintf("there is no publication %q: run `create publication %s`", wanted, db.Ident(wanted)), permanent: true}
	}
	settings.maxWAL = s.o.MaxWAL
	if settings.maxSlotKeep >= 0 {
		settings.maxWAL = min(settings.maxWAL, uint64(settings.maxSlotKeep)<<20)
		return settings, nil
	}
	s.warnOnce.Do(func() {
		s.o.Log.Warn("PostgreSQL's max_slot_wal_keep_size is unlimited: run `alter system set max_slot_wal_keep_size = '1GB'`, so that no replication slot can fill the disk", "own_limit_mb", s.o.MaxWAL>>20)
	})
	return settings, nil
}

// connectTimeout bounds the attempts to connect to the hosts of the address.
const connectTimeout = 10 * time.Second

// connect opens the replication connection. Values come in the text form that
// row.Value promises, whatever the settings of the role, the database or the server.
func (s *Stream) connect(ctx context.Context, buffered *bufio.Reader) (*pgconn.PgConn, error) {
	config, err := pgconn.ParseConfig(s.o.URL)
	if err != nil {
		return nil, errors.New("the address of the database cannot be read") // the cause repeats it, with its password
	}
	for name, value := range map[string]string{
		"replication": "database", "application_name": "toubkal realtime", "client_encoding": "UTF8",
		"TimeZone": "UTC", "DateStyle": "ISO, YMD", "IntervalStyle": "postgres", "extra_float_digits": "3", "bytea_output": "hex",
		"statement_timeout": "0", "idle_session_timeout": "0",
		// Ends the slot of a program that vanished without closing its connection. After half
		// of it PostgreSQL answers also while it decodes a long transaction that has nothing for
		// us: before ReceiverTimeout.
		"wal_sender_timeout": fmt.Sprintf("%dms", max(20*time.Second, 4*s.o.StatusInterval).Milliseconds()),
	} {
		config.RuntimeParams[name] = value
	}
	s.o.Fence.Guard(config)
	config.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		buffered.Reset(r)
		return pgproto3.NewFrontend(buffered, w)
	}
	db.BoundHosts(config, connectTimeout)
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, connectError(err)
	}
	return conn, nil
}

// closeTimeout bounds closeGracefully.
const closeTimeout = time.Second

// closeGracefully closes the connection and waits until PostgreSQL has closed its side,
// and with it the slot.
func closeGracefully(conn *pgconn.PgConn) {
	defer func() { _ = conn.Conn().Close() }()
	_ = conn.Conn().SetDeadline(time.Now().Add(closeTimeout))
	conn.Frontend().Send(&pgproto3.Terminate{})
	err := conn.Frontend().Flush()
	for err == nil {
		_, err = conn.Frontend().Receive() // what was on its way, then the end
	}
}

// start creates the slot and starts streaming from it. PostgreSQL first waits for every
// transaction that is writing.
func (c *connection) start(ctx context.Context, slot string) error {
	_, err := pglogrepl.CreateReplicationSlot(ctx, c.conn, slot, "pgoutput", pglogrepl.CreateReplicationSlotOptions{
		Temporary: true, SnapshotAction: "NOEXPORT_SNAPSHOT", Mode: pglogrepl.LogicalReplication,
	})
	if err != nil {
		return fmt.Errorf("create a replication slot: %w", err)
	}
	names := make([]string, len(c.publications))
	for i, publication := range c.publications {
		names[i] = db.Ident(publication)
	}
	literal := "'" + strings.ReplaceAll(strings.Join(names, ","), "'", "''") + "'"
	err = pglogrepl.StartReplication(ctx, c.conn, slot, 0, pglogrepl.StartReplicationOptions{
		Mode:       pglogrepl.LogicalReplication,
		PluginArgs: []string{"proto_version '1'", "messages 'true'", "publication_names " + literal},
	})
	if err != nil {
		return fmt.Errorf("start replication: %w", err)
	}
	return nil
}
