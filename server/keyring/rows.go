package keyring

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/jackc/pgx/v5"
)

// rows are the tables, with the database's time of reading.
type rows struct {
	now     time.Time
	signing []signingRow // by created
	opaque  []opaqueRow
}

// signingRow is a row of auth.signing_keys.
type signingRow struct {
	kid, algorithm string
	private        []byte // encrypted; nil for a revoked one
	created        time.Time
	signs          *time.Time
	revoked        *time.Time
}

// opaqueRow is a row of auth.api_keys.
type opaqueRow struct {
	id, kind, name, hint string
	hash                 [sha256.Size]byte
	created              time.Time
	revoked              *time.Time
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func (st *Store) rows(ctx context.Context, q querier) (rows, error) {
	var found rows
	if err := q.QueryRow(ctx, `select clock_timestamp()`).Scan(&found.now); err != nil {
		return rows{}, err
	}
	signing, err := q.Query(ctx, `select kid, algorithm, private_key, created_at, signs_from, revoked_at
		from auth.signing_keys order by created_at, kid`)
	if err != nil {
		return rows{}, err
	}
	found.signing, err = pgx.CollectRows(signing, func(r pgx.CollectableRow) (row signingRow, err error) {
		return row, r.Scan(&row.kid, &row.algorithm, &row.private, &row.created, &row.signs, &row.revoked)
	})
	if err != nil {
		return rows{}, err
	}
	opaque, err := q.Query(ctx, `select id::text, kind, name, hint, hash, created_at, revoked_at
		from auth.api_keys order by kind, created_at, id`)
	if err != nil {
		return rows{}, err
	}
	found.opaque, err = pgx.CollectRows(opaque, func(r pgx.CollectableRow) (row opaqueRow, err error) {
		var hash []byte
		err = r.Scan(&row.id, &row.kind, &row.name, &row.hint, &hash, &row.created, &row.revoked)
		copy(row.hash[:], hash)
		return row, err
	})
	return found, err
}

// successor is the time at which the next key began or begins to sign after row; nil for none.
func (r rows) successor(row signingRow) *time.Time {
	var next *time.Time
	for _, other := range r.signing {
		if row.signs != nil && other.signs != nil && other.signs.After(*row.signs) && (next == nil || other.signs.Before(*next)) {
			next = other.signs
		}
	}
	return next
}

// revokedName reports whether a key is revoked, and since when.
func (r rows) revokedName(name string) *time.Time {
	for _, row := range r.signing {
		if row.kid == name {
			return row.revoked
		}
	}
	return nil
}

// State of a key.
type State string

// States of signing keys; opaque keys are current or revoked.
const (
	Next     State = "next"     // published, signs later
	Current  State = "current"  // signs
	Previous State = "previous" // verifies
	Expired  State = "expired"  // its tokens have expired, and it verifies no more
	Revoked  State = "revoked"
)

// state of a stored key.
func (st *Store) state(found rows, row signingRow) State {
	next := found.successor(row)
	switch {
	case row.revoked != nil:
		return Revoked
	case row.signs == nil || row.signs.After(found.now):
		return Next
	case next != nil && found.now.After(next.Add(st.TokenLife+clockTolerance)):
		return Expired
	case next != nil && !next.After(found.now), st.configuredSigner(found) != "":
		return Previous
	}
	return Current
}

// configuredSigner is the key of GOTRUE_JWT_KEYS that signs; "" for none.
func (st *Store) configuredSigner(found rows) string {
	_, signer := st.Keys.Configured()
	if found.revokedName(signer) != nil {
		return ""
	}
	return signer
}
