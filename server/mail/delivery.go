package mail

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
)

// DeliveryOptions configure a Delivery.
type DeliveryOptions struct {
	// Runner runs the jobs, as the role that owns the outbox.
	Runner *jobs.Runner
	// SMTP is the server to send by; without a Host messages go to Mailbox.
	SMTP SMTP
	// Mailbox is the folder of the development mailbox.
	Mailbox *Folder
	// Workers is the number of messages that are sent at once, each on its connection. Defaults
	// to 10.
	Workers int
	// Keep is the time that the record of a message stays after it was sent. Defaults to 30
	// days. A message that failed is kept for three days, to be tried again by hand.
	Keep time.Duration
	// Suppress is the time that nothing is sent to an address that does not exist. Defaults
	// to 24 h.
	Suppress time.Duration
}

// Delivery sends the messages of the outbox.
type Delivery struct {
	o         DeliveryOptions
	transport transport

	mu     sync.Mutex
	handed map[string]bool // ended, but perhaps not recorded: the database failed just then
}

// NewDelivery registers the jobs that send and sweep messages.
func NewDelivery(o DeliveryOptions) (*Delivery, error) {
	o.Workers = cmp.Or(o.Workers, 10)
	o.Keep = cmp.Or(o.Keep, 30*24*time.Hour)
	o.Suppress = cmp.Or(o.Suppress, 24*time.Hour)
	d := &Delivery{o: o, transport: o.Mailbox, handed: map[string]bool{}}
	if o.SMTP.Host != "" {
		server, err := newMailServer(o.SMTP)
		if err != nil {
			return nil, err
		}
		d.transport = server
	}
	// Each fetch takes at most Workers jobs, so 10 workers can send 500 a second.
	o.Runner.Queue("mail", jobs.Queue{Workers: o.Workers, Cooldown: 20 * time.Millisecond})
	o.Runner.Handle("mail", jobs.Work{Handle: d.deliver, Queue: "mail"})
	o.Runner.Every(jobs.Schedule{Name: "mail-sweep", Cron: "*/10 * * * *", Run: d.sweep})
	return d, nil
}

// Close ends the idle connections. Call it after the Runner's Stop.
func (d *Delivery) Close() { d.transport.close() }

// claimed is a message that this job sends.
type claimed struct {
	outgoing
	suppressed string // why nothing is sent to the address; "" where it may be
}

// deliver is the job of one message. It may run twice at once, where a slow node was
// given up: the row's lock and state let one of them send.
func (d *Delivery) deliver(ctx context.Context, job jobs.Job) error {
	var args struct{ ID string }
	if err := json.Unmarshal(job.Args, &args); err != nil {
		return jobs.Cancel(fmt.Errorf("read the job: %w", err))
	}
	m, err := d.claim(ctx, args.ID)
	if errors.Is(err, db.ErrNoRows) { // sent, cancelled or swept
		return nil
	}
	if err != nil {
		return err
	}
	if m.suppressed != "" {
		return d.fail(ctx, m.outgoing, &refusal{cause: fmt.Errorf("not sent: the address did not exist recently: %s", m.suppressed)})
	}
	err = d.transport.send(ctx, m.outgoing, d.record(m.id))
	switch permanent, ok := errors.AsType[*refusal](err); {
	case err == nil:
		return nil
	case errors.Is(err, errTaken):
		return nil
	case ok:
		return d.fail(ctx, m.outgoing, permanent)
	case errors.Is(err, errUnanswered), job.Last():
		return d.fail(ctx, m.outgoing, &refusal{cause: err})
	}
	return errors.Join(err, d.save(ctx, m.outgoing, "queued", err))
}

// claim marks a message as being sent. The mark need not survive a crash of the
// database.
func (d *Delivery) claim(ctx context.Context, id string) (m claimed, err error) {
	err = d.o.Runner.Tx(ctx, func(tx db.Tx) error {
		if _, err := tx.Exec(ctx, "set local synchronous_commit = off"); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			update toubkal_mail.messages m
			set state = 'sending', attempts = attempts + 1, updated_at = now()
			where id = $1 and state in ('queued', 'sending') and raw is not null
			returning id::text, recipient, sender, raw, coalesce((select reason from toubkal_mail.suppressions s
				where s.address = lower(m.recipient) and until > now()), '')`, id).
			Scan(&m.id, &m.recipient, &m.sender, &m.raw, &m.suppressed)
	})
	return m, err
}

// errTaken tells that another worker has sent the message meanwhile.
var errTaken = errors.New("sent by another worker")

// record writes that a message is sent, and deletes its text. Until end, no other worker
// gets past this point.
func (d *Delivery) record(id string) record {
	return func(ctx context.Context) (func(context.Context, bool) error, error) {
		tx, err := d.o.Runner.Begin(ctx)
		if err != nil {
			return nil, err
		}
		end := func(ctx context.Context, sent bool) error {
			ctx = context.WithoutCancel(ctx)
			if !sent {
				return tx.Rollback(ctx)
			}
			err := tx.Commit(ctx)
			d.setHanded(id, err != nil)
			return err
		}
		tag, err := tx.Exec(ctx, `update toubkal_mail.messages set state = 'sent', raw = null, last_error = null, updated_at = now()
			where id = $1 and state = 'sending'`, id)
		switch {
		case err != nil:
		case tag.RowsAffected() == 0:
			err = errTaken
		case d.wasHanded(id): // by this program: only its record was lost
			return nil, cmp.Or(end(ctx, true), errTaken)
		default:
			return end, nil
		}
		return nil, errors.Join(err, end(ctx, false))
	}
}

func (d *Delivery) wasHanded(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.handed[id]
}

// setHanded remembers a message, of which there are as many as workers at most for each
// failure of the database.
func (d *Delivery) setHanded(id string, handed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if delete(d.handed, id); handed {
		d.handed[id] = true
	}
}

// fail records that a message is given up, and with it that nothing is sent to an address that
// does not exist.
func (d *Delivery) fail(ctx context.Context, m outgoing, why *refusal) error {
	if err := d.save(ctx, m, "failed", why); err != nil {
		return err
	}
	return jobs.Cancel(errors.New(brief(why)))
}

// save writes the state after an attempt that did not send the message, whose text may
// have been deleted by record.
func (d *Delivery) save(ctx context.Context, m outgoing, state string, why error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return d.o.Runner.Tx(ctx, func(tx db.Tx) error {
		if refused, ok := errors.AsType[*refusal](why); ok && refused.address {
			_, err := tx.Exec(ctx, `insert into toubkal_mail.suppressions (address, reason, until)
				values (lower($1), $2, now() + make_interval(secs => $3))
				on conflict (address) do update set reason = excluded.reason, until = excluded.until`,
				m.recipient, brief(why), d.o.Suppress.Seconds())
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `update toubkal_mail.messages set state = $2, raw = $3, last_error = $4, updated_at = now() where id = $1`,
			m.id, state, m.raw, brief(why))
		return err
	})
}

// brief is an error in one line of at most 500 bytes. A mail server may say anything.
func brief(err error) string {
	text := strings.ToValidUTF8(strings.Join(strings.Fields(err.Error()), " "), "")
	text = strings.ReplaceAll(text, "\x00", "")
	if len(text) > 500 {
		text = strings.ToValidUTF8(text[:500], "") + " …"
	}
	return text
}
