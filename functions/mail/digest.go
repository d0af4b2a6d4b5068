package mail

import (
	"context"
	"html/template"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// digestItems bounds the lines of a summary.
const digestItems = 50

// summary is the data of the summary's template.
type summary struct {
	Orders, Inquiries, More int
	Items                   []item
	Link                    string
	Styles                  map[string]template.HTMLAttr
}

// item is a line of the summary; an inquiry has a name only.
type item struct {
	Number, Name string
	Copies       int
}

// digest sends the owner what has come in since the last summary, and nothing if that is
// nothing.
func (s *sender) digest(ctx context.Context) error {
	return s.AsServiceRole(ctx, func(tx db.Tx) error {
		about, err := takeDigest(ctx, tx)
		if err != nil || about.Orders+about.Inquiries == 0 {
			return err
		}
		m := &mailing{sender: s, tx: tx}
		if m.site, err = readSite(ctx, tx); err != nil {
			return err
		}
		about.Link = s.Address + "/admin?lang=" + m.site.Language
		return m.putToOwners(ctx, "owner_digest", s.Now().UTC().Format(time.RFC3339), about)
	})
}

// takeDigest reads what waits for the summary, and marks it as told.
func takeDigest(ctx context.Context, tx db.Tx) (summary, error) {
	s := summary{Styles: styles}
	rows, err := tx.Query(ctx, `
		with told as (update public.mail_notices set in_digest = false where in_digest returning row_id, kind, created_at)
		select t.kind, coalesce(o.order_number, ''), coalesce(o.buyer_name, c.name, p.name, r.name, ''), coalesce(o.quantity, 0)
		from told t
		left join public.book_orders o on o.id = t.row_id
		left join public.contact_submissions c on c.id = t.row_id
		left join public.sponsorship_inquiries p on p.id = t.row_id
		left join public.retreat_inquiries r on r.id = t.row_id
		order by t.created_at`)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		var kind string
		var line item
		if err := rows.Scan(&kind, &line.Number, &line.Name, &line.Copies); err != nil {
			return s, err
		}
		if kind == "order_received" {
			s.Orders++
		} else {
			s.Inquiries++
		}
		if len(s.Items) < digestItems {
			s.Items = append(s.Items, line)
		} else {
			s.More++
		}
	}
	return s, rows.Err()
}
