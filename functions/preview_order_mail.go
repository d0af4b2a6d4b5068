package functions

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	sitemail "github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/functions"
)

// previewOrderMail answers with the e-mail that the buyer would get about a change of an
// order, in the order's language. Nothing is sent or changed: the corrections and the refund are made as
// the caller in a transaction that is rolled back, so that policies and constraints decide.
func previewOrderMail(writer *sitemail.OrderWriter) functions.Function {
	return functions.Function{
		Methods: []string{http.MethodPost},
		MaxBody: 32 << 10,
		Handle: functions.JSON(func(ctx context.Context, call *functions.Call, asked orderMailQuery) (*newsletterPreview, error) {
			if !asked.isKnown() {
				return nil, functions.Refuse(http.StatusBadRequest, "The e-mail must be order_changed, order_cancelled, order_refused, order_returned, or order_refunded with a refund")
			}
			var preview *newsletterPreview
			err := call.AsCaller(ctx, func(tx functions.Tx) error {
				if len(asked.Changes) > 0 {
					_, err := tx.Exec(ctx, `select public.edit_order(o.id, o.updated_at, $2) from public.book_orders o where o.id = $1`, asked.OrderID, asked.Changes)
					if err != nil {
						return err
					}
				}
				about := asked.OrderID
				if len(asked.Refund) > 0 {
					err := tx.QueryRow(ctx, `insert into public.book_order_refunds (order_id, amount, refunded_on, method, reason, tell_reason)
						select $1, r.amount, r.refunded_on, r.method, r.reason, r.tell_reason
						from jsonb_to_record($2) as r(amount numeric, refunded_on date, method text, reason text, tell_reason boolean)
						returning id::text`, asked.OrderID, asked.Refund).Scan(&about)
					if err != nil {
						return err
					}
				}
				message, err := writer.Message(ctx, tx, about, asked.Kind, asked.Message)
				if err != nil {
					return err
				}
				preview = &newsletterPreview{Subject: message.Subject, HTML: message.HTML, Text: message.Text}
				return errPreviewed
			})
			switch {
			case errors.Is(err, errPreviewed):
				return preview, nil
			case errors.Is(err, sitemail.ErrNoLanguage):
				return nil, functions.Refuse(http.StatusConflict, "The buyer of this order gets no e-mails")
			case errors.Is(err, db.ErrNoRows), err != nil && (functions.Code(err) == "22P02" || functions.Code(err) == "PT404"):
				return nil, functions.Refuse(http.StatusNotFound, "There is no such order")
			case err != nil && functions.Code(err) == "42501":
				return nil, functions.Refuse(http.StatusForbidden, "Only admins read orders")
			}
			return nil, err
		}),
	}
}

// errPreviewed rolls back the transaction of a preview.
var errPreviewed = errors.New("previewed")

// orderMailQuery is a change of an order that has not been made.
type orderMailQuery struct {
	OrderID string `json:"order_id"`
	Kind    string `json:"kind"`
	// Message is the text that the admin adds to the e-mail.
	Message string `json:"message"`
	// Changes are corrections, as public.edit_order takes them.
	Changes json.RawMessage `json:"changes"`
	// Refund is one that was not entered: amount, refunded_on, method, reason and
	// tell_reason.
	Refund json.RawMessage `json:"refund"`
}

func (o *orderMailQuery) isKnown() bool {
	switch o.Kind {
	case "order_changed", "order_cancelled", "order_refused", "order_returned":
		return len(o.Refund) == 0
	}
	return o.Kind == "order_refunded" && len(o.Refund) > 0
}
