package mail

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
)

// Outbox takes messages to be sent; it is safe for concurrent use.
type Outbox struct{ o OutboxOptions }

// OutboxOptions say from whom messages come.
type OutboxOptions struct {
	// From is the sender's address. Defaults to site@localhost.
	From string
	// FromName is its display name. Defaults to the message's own.
	FromName string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// NewOutbox makes an Outbox.
func NewOutbox(o OutboxOptions) *Outbox {
	o.From = cmp.Or(o.From, "site@localhost")
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Outbox{o}
}

// Put stores a message in tx, and the job that sends it once tx has committed. key makes
// it idempotent: one message for a key, of at most 200 characters; "" for no key. A
// key is free again when its message is swept, some weeks after it was sent.
//
// The role of tx must be service_role or supabase_auth_admin. ErrInvalidMessage is a
// message that cannot be sent; after any other error tx must be rolled back.
func (o *Outbox) Put(ctx context.Context, tx db.Tx, m Message, key string) error {
	c, err := compose(m, o.o.From, o.o.FromName, o.o.Now())
	if err != nil {
		return err
	}
	_, err = tx.Exec(
		ctx, `select toubkal_mail.put($1, nullif($2, ''), $3, $4, $5, $6)`, c.id, key, m.Kind, c.recipient, c.sender, c.raw,
	)
	if err != nil {
		return fmt.Errorf("put a message into the outbox: %w", err)
	}
	return nil
}

// MessageID is the Message-ID of the message of that ID, without angle brackets: for
// InReplyTo of a later one.
func (o *Outbox) MessageID(id uuid.UUID) string { return messageID(id, o.o.From) }
