// Package functions holds this project's functions, a file each: the name of the file
// is the name in /functions/v1/<name>, with hyphens. A function refuses with a message; what
// its caller may do, row policies decide.
package functions

import (
	"net/http"

	"github.com/toubkal/toubkal/client/site/documents"
	sitemail "github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/server/functions"
)

// All is every function by its name. renderer brings the PDFs and the texts of e-mails;
// where it is nil, since the client is not built, the functions that need it answer 503.
// The writers bring the e-mails of newsletters, and those about changes of orders.
func All(renderer *documents.Renderer, newsletters *sitemail.NewsletterWriter, orders *sitemail.OrderWriter) map[string]functions.Function {
	all := map[string]functions.Function{
		"confirm-subscription": confirmSubscription(renderer),
		"order-receipt":        orderReceipt(renderer),
		"send-receipt":         sendReceipt(renderer),
		"subscribe":            subscribe(renderer),
		"track-order":          trackOrder(renderer),
		"unsubscribe":          unsubscribe(renderer),
	}
	if renderer == nil {
		for name, f := range all {
			f.Handle = func(http.ResponseWriter, *http.Request, *functions.Call) error {
				return functions.Refuse(http.StatusServiceUnavailable, documents.ErrNotBuilt.Error())
			}
			all[name] = f
		}
	}
	all["create-admin-user"] = createAdminUser
	all["invite-admin-user"] = inviteAdminUser
	all["preview-newsletter"] = previewNewsletter(newsletters)
	all["preview-order-mail"] = previewOrderMail(orders)
	all["test-newsletter"] = testNewsletter(newsletters)
	return all
}
