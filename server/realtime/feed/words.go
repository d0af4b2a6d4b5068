package feed

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// refusal says in words why there is no stream.
type refusal struct {
	words string
	cause error
	// stands tells that waiting does not mend it: somebody has to.
	stands bool
}

func (r *refusal) Error() string { return r.words }
func (r *refusal) Unwrap() error { return r.cause }

// standing tells whether an operator has to mend what err is about.
func standing(err error) bool {
	r, ok := errors.AsType[*refusal](err)
	return ok && r.stands
}

// Why a session ends, beside what PostgreSQL says.
var (
	errEnded  = errors.New("PostgreSQL ended the stream of changes")
	errSilent = errors.New("PostgreSQL no longer answers on the stream of changes")
)

func errPinned(bytes, most uint64) error {
	return fmt.Errorf("the stream of changes kept %d MB of PostgreSQL's log from being removed, of %d at most: it begins anew", bytes>>20, most>>20)
}

// inWords says what an operator can do about what PostgreSQL refuses, by SQLSTATE.
func inWords(err error) error {
	if _, known := errors.AsType[*refusal](err); known {
		return err
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refusedInWords(refused, err)
	}
	_, network := errors.AsType[net.Error](err)
	if network || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &refusal{words: "PostgreSQL cannot be reached", cause: err}
	}
	return err
}

func refusedInWords(refused *pgconn.PgError, err error) error {
	r := &refusal{cause: err, stands: true}
	switch refused.Code {
	case "28P01", "28000":
		r.words = "PostgreSQL does not let realtime's login in: " + refused.Message
	case "42501":
		r.words = "realtime's login may not replicate: let a superuser run `alter role supabase_realtime_admin replication` (" + refused.Message + ")"
	case "53400":
		r.words = "all replication slots are in use: raise max_replication_slots (" + refused.Message + ")"
	case "53300":
		r.words = "PostgreSQL has no connection left for the stream of changes: raise max_wal_senders or max_connections (" + refused.Message + ")"
		r.stands = strings.Contains(refused.Message, "max_wal_senders") // the others come and go
	case "55000":
		if !strings.Contains(refused.Message, "wal_level") {
			return err
		}
		r.words = noLogicalWAL
	case "3D000":
		r.words = "there is no such database: " + refused.Message
	case "57P01", "57P02", "57P03":
		r.words, r.stands = "PostgreSQL restarts or ended the connection: "+refused.Message, false
	default:
		r.words, r.stands = "PostgreSQL: "+refused.Message, false
	}
	return r
}

const noLogicalWAL = "PostgreSQL's wal_level is not logical, so it has no changes to tell: set wal_level = logical and restart it"

func errNoLogicalWAL() error { return &refusal{words: noLogicalWAL, stands: true} }

func errNoPublication(name string) error {
	return &refusal{words: fmt.Sprintf("there is no publication %q: run `create publication %s`", name, quoted(name)), stands: true}
}

func errRunning() error {
	return &refusal{words: "the stream of changes begins when the transactions that are writing now have ended"}
}

func errOtherPublications() error {
	return &refusal{words: "a publication came or went: the stream of changes begins anew"}
}
