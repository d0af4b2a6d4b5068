// Package mail writes the e-mails about orders and inquiries: to who sent them, in their
// language, and to the owner; and it sends the answers and the newsletters that the
// back-office writes. A trigger adds a job with the change itself; the job puts the e-mails
// into the outbox. A visitor's address gets a few an hour at most.
package mail

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	_ "time/tzdata" // of the summary's schedule, on a machine without time zones

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	outbox "github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/project"
)

//go:embed templates/*.html templates/*.txt
var files embed.FS

// Templates are the e-mails, <kind>.<language>.html, for Project.Mail. Their layout is
// added when they are sent.
func Templates() fs.FS {
	templates, err := fs.Sub(files, "templates")
	if err != nil { // of a constant name
		panic(err)
	}
	return templates
}

// Kind is the kind of the jobs that the trigger private.ask_for_mail adds.
const Kind = "site-mail"

// Plan is the background work: e-mails at once, and the owner's summary at eight in the
// morning of the site's time zone, also in Ramadan, when Morocco is an hour behind.
func Plan(h *project.Host) (jobs.Plan, error) {
	s := &sender{h}
	return jobs.Plan{
		Work: map[string]jobs.Work{Kind: {Handle: s.handle}, replyKind: {Handle: s.sendReply}, newsletterKind: {Handle: s.sendNewsletter}},
		Schedules: []jobs.Schedule{
			{Name: "site-mail-digest", Cron: "CRON_TZ=Africa/Casablanca 0 8 * * *", MakeUp: true, Run: s.digest},
			{Name: "site-replies", Cron: "* * * * *", Run: s.noteReplies},
			{Name: "site-newsletters", Cron: "* * * * *", MakeUp: true, Run: s.continueNewsletters},
		},
	}, nil
}

// sender writes e-mails.
type sender struct{ *project.Host }

// Bounds for what strangers can cause: the e-mails that one address gets in an hour
// because somebody entered it in a form, and those of each kind to the owner. What the
// owner gets no e-mail about is in the next summary.
const (
	receivedPerHour = 5
	ownerPerHour    = 20
)

// handle sends what one row has asked for. The log says whether it was done, in the same
// transaction: a job may run twice.
func (s *sender) handle(ctx context.Context, job jobs.Job) error {
	var asked struct{ Kind, ID string }
	if err := json.Unmarshal(job.Args, &asked); err != nil {
		return jobs.Cancel(fmt.Errorf("read the job: %w", err))
	}
	return s.AsServiceRole(ctx, func(tx db.Tx) error {
		tag, err := tx.Exec(ctx, `update public.mail_notices set done = true where row_id = $1 and kind = $2 and not done`, asked.ID, asked.Kind)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		r, err := readRow(ctx, tx, asked.Kind, asked.ID)
		if errors.Is(err, db.ErrNoRows) { // deleted meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		m := &mailing{sender: s, tx: tx, asked: asked.Kind, row: r}
		if m.site, err = readSite(ctx, tx); err != nil {
			return err
		}
		switch asked.Kind {
		case "order_confirmed", "order_shipped":
			return m.tellProgress(ctx)
		case "order_changed", "order_cancelled", "order_refused", "order_returned":
			return m.tellChange(ctx)
		case "order_refunded":
			return m.tellRefund(ctx)
		}
		if err := m.acknowledge(ctx); err != nil {
			return err
		}
		return m.tellOwner(ctx)
	})
}

// mailing is the mail of one job.
type mailing struct {
	*sender
	tx    db.Tx
	asked string // the kind in the log
	row   row
	site  site
}

// tellProgress tells the buyer that an order is confirmed or shipped, unless the flag or
// the language was taken back, or the order has ended: then the log forgets it, and it may be set again. An order
// that was both confirmed and shipped within a minute gets one e-mail.
func (m *mailing) tellProgress(ctx context.Context) error {
	switch is := map[string]bool{"order_confirmed": m.row.Confirmed, "order_shipped": m.row.Shipped}; {
	case !is[m.asked], m.row.Language == "", m.row.hasEnded():
		_, err := m.tx.Exec(ctx, `delete from public.mail_notices where row_id = $1 and kind = $2`, m.row.ID, m.asked)
		return err
	case m.asked == "order_confirmed" && m.row.Shipped:
		return nil
	}
	return m.putToVisitor(ctx, m.asked, uuid.New())
}

// tellChange tells the buyer that an order was corrected or has ended, unless it is in
// another state by now.
func (m *mailing) tellChange(ctx context.Context) error {
	if m.row.Language == "" || m.asked != "order_changed" && m.asked != "order_"+m.row.Status {
		return nil
	}
	return m.putToVisitor(ctx, m.asked, uuid.New())
}

// tellRefund tells the buyer that money was given back, unless that was withdrawn by now.
func (m *mailing) tellRefund(ctx context.Context) error {
	if m.row.Language == "" || m.row.Withdrawn {
		return nil
	}
	return m.putToVisitor(ctx, m.asked, uuid.New())
}

// acknowledge tells the visitor that a row has arrived.
func (m *mailing) acknowledge(ctx context.Context) error {
	var others int
	err := m.tx.QueryRow(ctx, `select count(*) from (
			select buyer_email as email from public.book_orders where created_at > now() - interval '1 hour'
			union all select email from public.contact_submissions where created_at > now() - interval '1 hour'
			union all select email from public.sponsorship_inquiries where created_at > now() - interval '1 hour'
			union all select email from public.retreat_inquiries where created_at > now() - interval '1 hour'
		) as recent where lower(email) = lower($1)`, m.row.Email).Scan(&others)
	if err != nil || others > receivedPerHour || m.row.Language == "" {
		return err
	}
	kind := "inquiry_received"
	if m.row.IsOrder {
		kind = "order_received"
	}
	// An answer by a person is in the thread of this message.
	id := uuid.New()
	if _, err := m.tx.Exec(ctx, `update public.mail_notices set message_id = $3 where row_id = $1 and kind = $2`, m.row.ID, m.asked, m.Mail.MessageID(id)); err != nil {
		return err
	}
	return m.putToVisitor(ctx, kind, id)
}

// tellOwner sends what the setting wants: an e-mail now, a line in the next summary, or
// nothing.
func (m *mailing) tellOwner(ctx context.Context) error {
	kind, wanted, page := "owner_inquiry", m.site.Inquiries, "/admin/form-submissions"
	if m.row.IsOrder {
		kind, wanted, page = "owner_order", m.site.Orders, "/admin/book-orders"
	}
	if wanted == "none" {
		return nil
	}
	var recent int
	err := m.tx.QueryRow(ctx, `select count(*) from public.mail_notices where created_at > now() - interval '1 hour' and kind = $1`, m.asked).Scan(&recent)
	if err != nil {
		return err
	}
	if wanted == "daily" || recent > ownerPerHour {
		_, err := m.tx.Exec(ctx, `update public.mail_notices set in_digest = true where row_id = $1 and kind = $2`, m.row.ID, m.asked)
		return err
	}
	about := m.row
	about.Link, about.Total = m.Address+page+"?lang="+m.site.Language, about.money(about.Amount, m.site.Language)
	return m.putToOwners(ctx, kind, m.row.ID, about)
}

func (m *mailing) putToOwners(ctx context.Context, kind, id string, about any) error {
	for _, address := range m.site.Owners {
		if err := m.putKeyed(ctx, kind, m.site.Language, outbox.Message{To: address}, kind+":"+id+":"+address, about); err != nil {
			return err
		}
	}
	return nil
}

// putToVisitor writes to the address of the row, in its language; answers go to the owner.
func (m *mailing) putToVisitor(ctx context.Context, kind string, id uuid.UUID) error {
	about := m.row.toVisitor(m.Address)
	return m.putKeyed(ctx, kind, about.Language, outbox.Message{ID: id, To: about.Email, ReplyTo: m.site.Contact}, kind+":"+about.ID, about)
}

// putKeyed writes a message from its template, and puts it into the outbox unless there is
// one of that key. Its ID, To and ReplyTo are those of headers. An address that no e-mail can have is logged.
func (m *mailing) putKeyed(ctx context.Context, kind, language string, headers outbox.Message, key string, about any) error {
	message, err := m.MailTemplates.Render(kind, []string{language}, about)
	if err != nil {
		return err
	}
	message, err = withLayout(message, m.site, m.Address)
	if err != nil {
		return err
	}
	message.ID, message.To, message.ReplyTo = headers.ID, strings.TrimSpace(headers.To), headers.ReplyTo
	if len(key) > 200 {
		key = key[:200]
	}
	err = m.Mail.Put(ctx, m.tx, message, key)
	if errors.Is(err, outbox.ErrInvalidMessage) {
		m.Log.Warn("an e-mail has no valid address", "kind", kind, "row", m.row.ID)
		return nil
	}
	return err
}

// greetingName is a visitor's name if it can only be a name: an e-mail of the site must
// not carry a stranger's text or link to whatever address the stranger enters.
func greetingName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if len([]rune(name)) > 60 || strings.ContainsAny(name, ":/@.<>\\0123456789") {
		return ""
	}
	return name
}
