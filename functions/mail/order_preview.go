package mail

import (
	"context"
	"errors"

	"github.com/toubkal/toubkal/server/db"
	outbox "github.com/toubkal/toubkal/server/mail"
	mailtemplates "github.com/toubkal/toubkal/server/mail/templates"
)

// OrderWriter writes the e-mails about changes of orders before they are made, for a
// preview.
type OrderWriter struct {
	Templates *mailtemplates.Set
	// Address is the address of the site, without a slash at the end.
	Address string
}

// ErrNoLanguage is an order whose buyer gets no e-mails.
var ErrNoLanguage = errors.New("the order has no language of e-mails")

// Message writes the e-mail of a kind, such as order_cancelled, as the row is in tx, with the
// text of the admin. The id is that of the order, or of its refund. tx must be allowed to read it; db.ErrNoRows is one that is
// not there, or not for the caller.
func (o *OrderWriter) Message(ctx context.Context, tx db.Tx, id, kind, text string) (outbox.Message, error) {
	r, err := readRow(ctx, tx, kind, id)
	if err != nil {
		return outbox.Message{}, err
	}
	if r.Language == "" {
		return outbox.Message{}, ErrNoLanguage
	}
	settings, err := readSite(ctx, tx)
	if err != nil {
		return outbox.Message{}, err
	}
	about := r.toVisitor(o.Address)
	about.Message = text
	message, err := o.Templates.Render(kind, []string{r.Language}, about)
	if err != nil {
		return outbox.Message{}, err
	}
	message, err = withLayout(message, settings, o.Address)
	message.To = r.Email
	return message, err
}
