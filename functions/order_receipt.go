package functions

import (
	"context"
	"net/http"

	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/functions"
)

// orderReceipt sends the receipt of an order, a PDF, to who knows its number and the
// e-mail address or the phone that it was made with; and the slip of a demonstration to anybody.
func orderReceipt(renderer *documents.Renderer) functions.Function {
	return functions.Function{
		Public:  true,
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: func(w http.ResponseWriter, r *http.Request, call *functions.Call) error {
			var asked orderQuery
			if err := functions.Decode(r, &asked); err != nil {
				return err
			}
			if err := asked.prepare(call, renderer); err != nil {
				return err
			}
			name, pdf, err := asked.file(r.Context(), call)
			if err != nil {
				return err
			}
			w.Header().Set("Cache-Control", "no-store") // it is for one person
			w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
			w.Header().Set("Content-Type", "application/pdf")
			_, err = w.Write(pdf)
			return err
		},
	}
}

// file is the receipt of an order for its buyer, and the slip of a demonstration for anybody, as a PDF.
func (oq *orderQuery) file(ctx context.Context, call *functions.Call) (name string, pdf []byte, err error) {
	if demoCode.MatchString(oq.OrderNumber) {
		pdf, err = oq.renderer.Demonstration(ctx, oq.Language, oq.OrderNumber)
		return oq.OrderNumber + ".pdf", pdf, err
	}
	o, err := oq.find(ctx, call, func(o *order) bool { return o.hasEmail(oq.Contact) || o.hasPhone(oq.Contact) })
	if err != nil {
		return "", nil, err
	}
	if o.hasEnded() {
		return "", nil, oq.refuse(http.StatusConflict, "order.ended")
	}
	return oq.receipt(ctx, o)
}

// receipt renders the receipt of an order, as a PDF, and names the file.
func (oq *orderQuery) receipt(ctx context.Context, o *order) (name string, pdf []byte, err error) {
	pdf, err = oq.renderer.Receipt(ctx, oq.Language, o.Order)
	return "receipt-" + o.Number + ".pdf", pdf, err
}
