package replication

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// startError says in words why there is no stream.
type startError struct {
	message string
	cause   error
	// permanent tells that waiting does not mend it: somebody has to.
	permanent bool
}

func (r *startError) Error() string { return r.message }
func (r *startError) Unwrap() error { return r.cause }

// needsOperator tells whether an operator has to mend what err is about.
func needsOperator(err error) bool {
	r, ok := errors.AsType[*startError](err)
	return ok && r.permanent
}

// Why a session ends, beside what PostgreSQL says.
var (
	errEnded  = errors.New("PostgreSQL ended the stream of changes")
	errSilent = errors.New("PostgreSQL no longer answers on the stream of changes")
)

func errSlotLimit(bytes, most uint64) error {
	return fmt.Errorf("the stream of changes kept %d MB of PostgreSQL's log from being removed, of %d at most: it begins anew", bytes>>20, most>>20)
}

// explain says what an operator can do about what PostgreSQL refuses, by SQLSTATE.
func explain(err error) error {
	if _, known := errors.AsType[*startError](err); known {
		return err
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return explainSQLState(refused, err)
	}
	_, network := errors.AsType[net.Error](err)
	if network || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &startError{message: "PostgreSQL cannot be reached", cause: err}
	}
	return err
}

func explainSQLState(refused *pgconn.PgError, err error) error {
	r := &startError{cause: err, permanent: true}
	switch refused.Code {
	case "28P01", "28000":
		r.message = "PostgreSQL does not let realtime's login in: " + refused.Message
	case "42501":
		r.message = "realtime's login may not replicate: let a superuser run `alter role supabase_realtime_admin replication` (" + refused.Message + ")"
	case "53400":
		r.message = "all replication slots are in use: raise max_replication_slots (" + refused.Message + ")"
	case "53300":
		r.message = "PostgreSQL has no connection left for the stream of changes: raise max_wal_senders or max_connections (" + refused.Message + ")"
		r.permanent = strings.Contains(refused.Message, "max_wal_senders") // the others come and go
	case "55000":
		if !strings.Contains(refused.Message, "wal_level") {
			return err
		}
		r.message = noLogicalWAL
	case "3D000":
		r.message = "there is no such database: " + refused.Message
	case "57P01", "57P02", "57P03":
		r.message, r.permanent = "PostgreSQL restarts or ended the connection: "+refused.Message, false
	default:
		r.message, r.permanent = "PostgreSQL: "+refused.Message, false
	}
	return r
}

const noLogicalWAL = "PostgreSQL's wal_level is not logical, so it has no changes to tell: set wal_level = logical and restart it"

func errNoLogicalWAL() error { return &startError{message: noLogicalWAL, permanent: true} }

func errNoPublication(name string) error {
	return &startError{message: fmt.Sprintf("there is no publication %q: run `create publication %s`", name, db.Ident(name)), permanent: true}
}

func errRunning() error {
	return &startError{message: "the stream of changes begins when the transactions that are writing now have ended"}
}

func errOtherPublications() error {
	return &startError{message: "a publication came or went: the stream of changes begins anew"}
}
