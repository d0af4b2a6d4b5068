package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// Store reads the outbox for operators. It never returns the text of a message, which may
// hold a one-time code.
type Store struct {
	// Tx runs fn as toubkal_worker; jobs.Runner's.
	Tx func(ctx context.Context, fn func(db.Tx) error) error
}

// ErrNotFound is a message that is not there, or whose text is deleted.
var ErrNotFound = errors.New("there is no such message, or its text is deleted")

// States are the states of a message.
var States = []string{"queued", "sending", "sent", "failed", "cancelled"}

// Record is a message and how far it has got.
type Record struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind"`
	Recipient string    `json:"recipient"`
	State     string    `json:"state"`
	Attempts  int       `json:"attempts"`
	Size      int       `json:"size"`
	LastError string    `json:"last_error"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	// JobID is the job that sends it.
	JobID int64 `json:"job_id"`
}

// Filter says which messages to list. The zero value is the newest 50 of all.
type Filter struct {
	State, Recipient string
	// Limit defaults to 50.
	Limit int
}

const recordSQL = `select id::text, kind, recipient, state, attempts, size, coalesce(last_error, ''), created_at, updated_at,
	coalesce(job_id, 0) from toubkal_mail.messages `

type scanner interface{ Scan(into ...any) error }

func (r *Record) scan(row scanner) error {
	return row.Scan(&r.ID, &r.Kind, &r.Recipient, &r.State, &r.Attempts, &r.Size, &r.LastError, &r.CreatedAt, &r.UpdatedAt, &r.JobID)
}

// List returns messages, the newest first.
func (st Store) List(ctx context.Context, f Filter) (all []Record, err error) {
	if f.Limit == 0 {
		f.Limit = 50
	}
	all = []Record{}
	err = st.Tx(ctx, func(tx db.Tx) error {
		rows, err := tx.Query(ctx, recordSQL+`where ($1 = '' or state = $1) and ($2 = '' or lower(recipient) = lower($2))
			order by created_at desc limit $3`, f.State, f.Recipient, f.Limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var r Record
			if err := r.scan(rows); err != nil {
				return err
			}
			all = append(all, r)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list messages: %w", err)
	}
	return all, nil
}

// Get returns a message.
func (st Store) Get(ctx context.Context, id string) (r Record, err error) {
	err = st.Tx(ctx, func(tx db.Tx) error { return r.scan(tx.QueryRow(ctx, recordSQL+`where id::text = $1`, id)) })
	if errors.Is(err, db.ErrNoRows) {
		err = ErrNotFound
	}
	return r, err
}

// Counts are the numbers of messages in each state.
func (st Store) Counts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	err := st.Tx(ctx, func(tx db.Tx) error {
		return tx.QueryRow(ctx, `select coalesce(jsonb_object_agg(state, n), '{}') from (
			select state, count(*) as n from toubkal_mail.messages group by state) counted`).Scan(&counts)
	})
	return counts, err
}

// Retry has a message that has failed, was cancelled or waits sent now, also where its
// address is suppressed. It may arrive twice where the server had not answered.
func (st Store) Retry(ctx context.Context, id string) error {
	return st.change(ctx, `with message as (
			update toubkal_mail.messages m set state = 'queued', attempts = 0, updated_at = now(),
				job_id = toubkal_jobs.add('mail', jsonb_build_object('id', m.id), 'mail', 15, null)
			where id::text = $1 and state in ('queued', 'failed', 'cancelled') and raw is not null returning recipient),
		allowed as (delete from toubkal_mail.suppressions where address in (select lower(recipient) from message))
		select count(*) from message`, id)
}

// Cancel keeps a message from being sent.
func (st Store) Cancel(ctx context.Context, id string) error {
	return st.change(ctx, `with message as (
			update toubkal_mail.messages set state = 'cancelled', raw = null, updated_at = now()
			where id::text = $1 and state in ('queued', 'failed') returning 1)
		select count(*) from message`, id)
}

func (st Store) change(ctx context.Context, sql, id string) error {
	return st.Tx(ctx, func(tx db.Tx) error {
		var changed int
		if err := tx.QueryRow(ctx, sql, id).Scan(&changed); err != nil {
			return err
		}
		if changed == 0 {
			return ErrNotFound
		}
		return nil
	})
}
