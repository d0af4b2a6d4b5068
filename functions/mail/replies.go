package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	outbox "github.com/toubkal/toubkal/server/mail"
)

// replyKind is the kind of the jobs that the trigger private.send_reply adds.
const replyKind = "site-reply"

// reply is an answer to an inquiry, and what its template uses.
type reply struct {
	ID, Language, Subject, Body string
	Styles                      map[string]template.HTMLAttr

	to        string
	inReplyTo string // the Message-ID of the acknowledgement; "" where there is none
}

// sendReply puts an answer into the outbox, once. It continues the thread of the
// acknowledgement, and answers to it go to the owner.
func (s *sender) sendReply(ctx context.Context, job jobs.Job) error {
	var asked struct{ ID string }
	if err := json.Unmarshal(job.Args, &asked); err != nil {
		return jobs.Cancel(fmt.Errorf("read the job: %w", err))
	}
	return s.AsServiceRole(ctx, func(tx db.Tx) error {
		r := reply{ID: asked.ID, Styles: styles}
		err := tx.QueryRow(ctx, `select language, subject, body, coalesce(
				(select email from public.contact_submissions c where r.form_type = 'contact' and c.id = r.inquiry_id),
				(select email from public.speaking_inquiries s where r.form_type = 'speaking' and s.id = r.inquiry_id),
				(select email from public.sponsorship_inquiries p where r.form_type = 'sponsorship' and p.id = r.inquiry_id),
				(select email from public.retreat_inquiries i where r.form_type = 'retreat' and i.id = r.inquiry_id), ''), coalesce(
				(select message_id from public.mail_notices n where n.kind in ('contact_received', 'sponsorship_received', 'retreat_received') and n.row_id =
					coalesce((select contact_submission_id from public.speaking_inquiries s where r.form_type = 'speaking' and s.id = r.inquiry_id), r.inquiry_id)), '')
			from public.inquiry_replies r where id = $1 and state = 'queued'`, asked.ID).Scan(&r.Language, &r.Subject, &r.Body, &r.to, &r.inReplyTo)
		if errors.Is(err, db.ErrNoRows) { // erased, or ended meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		message, err := s.MailTemplates.Render("inquiry_reply", []string{r.Language}, r)
		if err != nil {
			return err
		}
		settings, err := readSite(ctx, tx)
		if err != nil {
			return err
		}
		if message, err = withLayout(message, settings, s.Address); err != nil {
			return err
		}
		message.To, message.ReplyTo, message.InReplyTo, message.Personal = r.to, settings.Contact, r.inReplyTo, true
		err = s.Mail.Put(ctx, tx, message, "reply:"+r.ID)
		if errors.Is(err, outbox.ErrInvalidMessage) {
			_, err = tx.Exec(ctx, `update public.inquiry_replies set state = 'failed', error = $2 where id = $1`, r.ID, err.Error())
		}
		return err
	})
}

// noteReplies notes what became of the answers that were put into the outbox. The record
// of a message is kept for days, and this runs each minute.
func (s *sender) noteReplies(ctx context.Context) error {
	return s.AsServiceRole(ctx, func(tx db.Tx) error {
		_, err := tx.Exec(ctx, `update public.inquiry_replies r
			set state = case m.state when 'sent' then 'sent' else 'failed' end,
				error = case when m.state <> 'sent' then left(coalesce(m.last_error, m.state), 2000) end
			from toubkal_mail.messages m
			where m.key = 'reply:' || r.id and (r.state = 'queued' and m.state in ('sent', 'failed', 'cancelled')
				or r.state = 'failed' and m.state = 'sent')`) // tried again by an operator
		return err
	})
}
