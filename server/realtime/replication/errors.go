package replication

import (
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// startError is the error of a start of replication, for the operator.
type startError struct {
	message string
	cause   error
	// permanent means that waiting does not help: an operator has to act.
	permanent bool
}

func (s *startError) Error() string { return s.message }
func (s *startError) Unwrap() error { return s.cause }

// needsOperator reports whether err stays until an operator acts.
func needsOperator(err error) bool {
	e, ok := errors.AsType[*startError](err)
	return ok && e.permanent
}

// Why a session ends, besides PostgreSQL's errors.
var (
	errEnded        = errors.New("PostgreSQL ended replication")
	errSilent       = errors.New("PostgreSQL no longer answers on the replication connection")
	errPublications = errors.New("a publication was created or dropped: replication starts again")
)

const noLogicalWAL = "PostgreSQL's wal_level is not logical, so it cannot stream changes: set wal_level = logical and restart it"

// connectError explains why the replication connection was refused. Its SQLSTATE is the
// same for want of a WAL sender and for want of a connection; only the first one comes
// from InitProcess here, and lasts until other clients of replication end.
func connectError(err error) error {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == db.TooManyConnections && refused.Routine == "InitProcess" {
		return &startError{message: "all WAL senders are in use: raise max_wal_senders (" + refused.Message + ")", cause: err, permanent: true}
	}
	return err
}

// explain adds what an operator can do about an error. It goes by SQLSTATE and by the
// routine that raised the error, since PostgreSQL's messages are translated.
func explain(err error) error {
	if _, known := errors.AsType[*startError](err); known {
		return err
	}
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		_, network := errors.AsType[net.Error](err)
		if network || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return &startError{message: "PostgreSQL cannot be reached", cause: err}
		}
		return err
	}
	e := &startError{cause: err, permanent: true}
	switch refused.Code {
	case "28P01", "28000":
		e.message = "PostgreSQL does not let realtime's login in: " + refused.Message
	case db.InsufficientPrivilege:
		e.message = "realtime's login may not replicate: let a superuser run `alter role supabase_realtime_admin replication` (" + refused.Message + ")"
	case "53400":
		e.message = "all replication slots are in use: raise max_replication_slots (" + refused.Message + ")"
	case "3D000":
		e.message = "there is no such database: " + refused.Message
	case "55000":
		if refused.Routine != "CheckLogicalDecodingRequirements" {
			return err
		}
		e.message = noLogicalWAL
	case db.TooManyConnections: // connections come and go
		e.message, e.permanent = "PostgreSQL has no free connection: raise max_connections ("+refused.Message+")", false
	case "57P01", "57P02", "57P03":
		e.message, e.permanent = "PostgreSQL restarts or ended the connection: "+refused.Message, false
	default:
		e.message, e.permanent = fmt.Sprintf("PostgreSQL: %s (SQLSTATE %s)", refused.Message, refused.Code), false
	}
	return e
}
