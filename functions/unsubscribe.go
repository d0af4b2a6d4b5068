package functions

import (
	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/functions"
)

// unsubscribe is behind the link that every newsletter e-mail has, the first one too. That
// of the first e-mail works once; that of a newsletter always, since a mail program may
// post more than once.
func unsubscribe(renderer *documents.Renderer) functions.Function {
	return linked(renderer, "leave", `
		update public.newsletter_subscribers
		set status = 'unsubscribed', leave_token_hash = null, confirm_token_hash = null
		where leave_token_hash = $1 or id = (select subscriber_id from public.newsletter_recipients where leave_token_hash = $1)`)
}
