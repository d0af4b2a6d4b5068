package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	outbox "github.com/toubkal/toubkal/server/mail"
)

// newsletterKind is the kind of the jobs of newsletters; the trigger
// private.follow_newsletter adds the first of each.
const newsletterKind = "site-newsletter"

// The pace of a newsletter: as many e-mails are put into the outbox every few seconds, so
// that others, such as a sign-in link, do not wait behind all of it. 50 every 5 s are at
// most 600 a minute.
const (
	newsletterBatch    = 50
	newsletterInterval = 5 * time.Second
	// Results are noted every newsletterInterval for newsletterFollow after the last
	// batch, then each minute by the schedule: a mail server may be away for hours.
	newsletterFollow = time.Minute
)

// newsletterKey and the id of a recipient are the idempotency key of an e-mail.
const newsletterKey = "newsletter:"

// newsletterStep are the arguments of a job. Each job does one batch and adds the next
// one in the same transaction. A job that runs again after its batch was committed finds
// another number, and does nothing.
type newsletterStep struct {
	ID    string `json:"id"`
	Batch int    `json:"batch"`
}

func (s *sender) sendNewsletter(ctx context.Context, job jobs.Job) error {
	var step newsletterStep
	if err := json.Unmarshal(job.Args, &step); err != nil {
		return jobs.Cancel(fmt.Errorf("read the job: %w", err))
	}
	return s.stepNewsletter(ctx, step)
}

// stepNewsletter begins a newsletter that is due, and sends one batch of it.
func (s *sender) stepNewsletter(ctx context.Context, step newsletterStep) error {
	err := s.AsServiceRole(ctx, func(tx db.Tx) error {
		_, err := tx.Exec(ctx, `update public.newsletters set status = 'sending'
			where id = $1 and status = 'scheduled' and scheduled_for <= now()`, step.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("begin newsletter %s: %w", step.ID, err)
	}
	return s.AsServiceRole(ctx, func(tx db.Tx) error { return s.sendBatch(ctx, tx, step) })
}

// sendBatch puts a batch into the outbox, notes the results of earlier ones, and adds the
// job of the next one, or ends the newsletter.
func (s *sender) sendBatch(ctx context.Context, tx db.Tx, step newsletterStep) error {
	// Locks the row: a newsletter that is cancelled meanwhile waits for this batch.
	tag, err := tx.Exec(ctx, `update public.newsletters set batch = batch + 1
		where id = $1 and status = 'sending' and batch = $2`, step.ID, step.Batch)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := s.putBatch(ctx, tx, step.ID); err != nil {
		return fmt.Errorf("send a batch of newsletter %s: %w", step.ID, err)
	}
	if err := noteRecipients(ctx, tx, step.ID); err != nil {
		return err
	}
	var waiting, unsent, soon bool
	err = tx.QueryRow(ctx, `select exists (select from public.newsletter_recipients where newsletter_id = $1 and state = 'queued' and message_id is null),
			exists (select from public.newsletter_recipients where newsletter_id = $1 and state = 'queued'),
			coalesce(batched_at > now() - make_interval(secs => $2), false)
		from public.newsletters where id = $1`, step.ID, newsletterFollow.Seconds()).Scan(&waiting, &unsent, &soon)
	switch {
	case err != nil:
		return err
	case !unsent:
		_, err := tx.Exec(ctx, `update public.newsletters set status = 'sent' where id = $1`, step.ID)
		return err
	case waiting || soon:
		step.Batch++
		_, err := jobs.Add(ctx, tx, newsletterKind, step, jobs.AddOptions{At: s.Now().Add(newsletterInterval)})
		return err
	}
	return nil // the schedule goes on
}

// recipient is one who gets an e-mail of this batch.
type recipient struct{ id, language, email string }

// putBatch skips those who have left since sending began, and puts the e-mails of the
// next recipients into the outbox.
func (s *sender) putBatch(ctx context.Context, tx db.Tx, id string) error {
	_, err := tx.Exec(ctx, `update public.newsletter_recipients r
		set state = 'skipped', reason = case when r.subscriber_id is null then 'erased' else 'unsubscribed' end
		where newsletter_id = $1 and state = 'queued' and message_id is null and not exists (
			select from public.newsletter_subscribers s where s.id = r.subscriber_id and s.status = 'confirmed')`, id)
	if err != nil {
		return err
	}
	batch, err := nextRecipients(ctx, tx, id)
	if err != nil || len(batch) == 0 {
		return err
	}
	settings, err := readSite(ctx, tx)
	if err != nil {
		return err
	}
	writer := &NewsletterWriter{Templates: s.MailTemplates, Address: s.Address}
	texts := map[string]newsletterText{}
	var put []string
	var hashes [][]byte
	for _, to := range batch {
		text, there := texts[to.language]
		if !there {
			if text, err = writer.read(ctx, tx, id, to.language); err != nil {
				return err
			}
			texts[to.language] = text
		}
		token, hash := newLeaveToken()
		message, err := writer.write(text, settings, token)
		if err != nil {
			return err
		}
		message.To = to.email
		err = s.Mail.Put(ctx, tx, message, newsletterKey+to.id)
		if errors.Is(err, outbox.ErrInvalidMessage) {
			_, err = tx.Exec(ctx, `update public.newsletter_recipients set state = 'failed', reason = $2 where id = $1`, to.id, err.Error())
		} else {
			put, hashes = append(put, to.id), append(hashes, hash)
		}
		if err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, `update public.newsletter_recipients r set leave_token_hash = p.hash, message_id = m.id
		from unnest($1::uuid[], $2::bytea[]) as p (id, hash) join toubkal_mail.messages m on m.key = $3 || p.id
		where r.id = p.id`, put, hashes, newsletterKey)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update public.newsletters set batched_at = now() where id = $1`, id)
	return err
}

func nextRecipients(ctx context.Context, tx db.Tx, id string) (batch []recipient, err error) {
	rows, err := tx.Query(ctx, `select r.id::text, r.language, s.email
		from public.newsletter_recipients r join public.newsletter_subscribers s on s.id = r.subscriber_id
		where r.newsletter_id = $1 and r.state = 'queued' and r.message_id is null and s.status = 'confirmed'
		order by r.id limit $2`, id, newsletterBatch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var next recipient
		if err := rows.Scan(&next.id, &next.language, &next.email); err != nil {
			return nil, err
		}
		batch = append(batch, next)
	}
	return batch, rows.Err()
}

// noteRecipients notes what became of the e-mails of a newsletter in the outbox, whose
// record of a message is kept for days.
func noteRecipients(ctx context.Context, tx db.Tx, id string) error {
	_, err := tx.Exec(ctx, `update public.newsletter_recipients r
		set state = case m.state when 'sent' then 'sent' else 'failed' end,
			reason = case when m.state <> 'sent' then left(coalesce(m.last_error, m.state), 2000) end
		from toubkal_mail.messages m
		where r.newsletter_id = $1 and r.state = 'queued' and m.key = $2 || r.id and m.state in ('sent', 'failed', 'cancelled')`, id, newsletterKey)
	if err != nil {
		return fmt.Errorf("note the results of newsletter %s: %w", id, err)
	}
	return nil
}

// continueNewsletters runs each minute. It begins what is due, goes on with what no job
// has worked on for a while, and notes results of newsletters that were cancelled.
func (s *sender) continueNewsletters(ctx context.Context) error {
	var steps []newsletterStep
	var cancelled []string
	err := s.AsServiceRole(ctx, func(tx db.Tx) error {
		err := tx.QueryRow(ctx, `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'batch', batch) order by scheduled_for), '[]')
			from public.newsletters where status = 'scheduled' and scheduled_for <= now()
				or status = 'sending' and coalesce(batched_at, started_at) <= now() - make_interval(secs => $1)`, newsletterFollow.Seconds()).Scan(&steps)
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select coalesce(array_agg(id::text), '{}') from public.newsletters n where status = 'cancelled'
			and exists (select from public.newsletter_recipients r where r.newsletter_id = n.id and r.state = 'queued')`).Scan(&cancelled)
	})
	if err != nil {
		return fmt.Errorf("list newsletters to be sent: %w", err)
	}
	for _, step := range steps {
		err = errors.Join(err, s.stepNewsletter(ctx, step))
	}
	for _, id := range cancelled {
		err = errors.Join(err, s.AsServiceRole(ctx, func(tx db.Tx) error {
			// In this order others lock the two tables too.
			if _, err := tx.Exec(ctx, `select from public.newsletters where id = $1 for update`, id); err != nil {
				return err
			}
			return noteRecipients(ctx, tx, id)
		}))
	}
	return err
}
