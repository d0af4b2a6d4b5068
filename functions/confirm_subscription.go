package functions

import (
	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/functions"
)

// confirmSubscription is behind the link that a new address is sent. The link expires
// after a week: an address that was typed long ago may be somebody else's by now.
func confirmSubscription(renderer *documents.Renderer) functions.Function {
	return linked(renderer, "confirm", `
		update public.newsletter_subscribers
		set status = 'confirmed', confirmed_at = now(), confirm_token_hash = null
		where confirm_token_hash = $1 and status = 'pending' and asked_at > now() - interval '7 days'`)
}
