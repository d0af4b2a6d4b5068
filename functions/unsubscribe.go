package functions

import (
	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/invoke"
)

// unsubscribe is behind the link that every newsletter e-mail has, the first one too.
func unsubscribe(renderer *documents.Renderer) invoke.Function {
	return linked(renderer, "leave", `
		update public.newsletter_subscribers
		set status = 'unsubscribed', leave_token_hash = null, confirm_token_hash = null
		where leave_token_hash = $1`)
}
