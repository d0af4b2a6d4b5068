package functions

import (
	"context"
	"net/http"

	"github.com/toubkal/toubkal/server/invoke"
)

// orderReceipt prints the receipt of an order for who knows its number and the
// e-mail or the phone that it was made with.
var orderReceipt = invoke.Func{
	Name:    "order-receipt",
	Methods: []string{http.MethodPost},
	Open:    true,
	MaxBody: 4 << 10,
	Run: func(ctx context.Context, call *invoke.Call) (any, error) {
		asked, err := readAsked(call)
		if err != nil {
			return nil, err
		}
		o, err := asked.find(ctx, call, func(o *order) bool {
			return o.hasEmail(asked.Contact) || o.hasPhone(asked.Contact)
		})
		if err != nil {
			return nil, err
		}
		return receiptOf(ctx, asked, o)
	},
}

func receiptOf(ctx context.Context, asked *askedOrder, o *order) (invoke.File, error) {
	printed, err := asked.press.Receipt(ctx, asked.Language, o.Order)
	return invoke.File{Name: "receipt-" + o.Number + ".pdf", Type: "application/pdf", Bytes: printed}, err
}
