package functions

// unsubscribe is behind the link that every letter carries, the first one too.
var unsubscribe = linked("unsubscribe", "leave", `
	update public.newsletter_subscribers
	set status = 'unsubscribed', leave_token_hash = null, confirm_token_hash = null
	where leave_token_hash = $1`)
