package message

import (
	"cmp"
	"context"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/db"
)

// Attempts of the hooks that send: the last is about six minutes after the first for mail,
// and 17 s for a phone, whose codes end soon.
const (
	mailAttempts = 5
	SMSAttempts  = 3
)

// hookMessage is one mail, in email_data.messages. The fields beside it, which are GoTrue's,
// name the hashes of the two mails of a change of address crosswise.
type hookMessage struct {
	To    string `json:"to"`
	Token string `json:"token"`
	Hash  string `json:"token_hash"`
}

// sendByHook gives mails of one kind to the hook send-email, once tx has committed.
func (s *Sender) sendByHook(ctx context.Context, tx db.Tx, r *http.Request, u *account.User, mails []Mail) error {
	first, to := mails[0], *u
	if first.NewEmail != "" {
		to.NewEmail = first.NewEmail
	}
	messages := make([]hookMessage, len(mails))
	for i, m := range mails {
		messages[i] = hookMessage{m.To, m.Token.Code, m.Token.Hash}
	}
	data := map[string]any{
		"token": messages[0].Token, "token_hash": messages[0].Hash, "token_new": "", "token_hash_new": "",
		"redirect_to": first.RedirectTo, "email_action_type": cmp.Or(first.LinkType, string(first.Kind)), "site_url": s.o.Issuer,
		"old_email": first.oldEmail, "old_phone": first.oldPhone, "provider": first.Provider, "factor_type": first.FactorType, "messages": messages,
	}
	if len(messages) == 2 {
		data["token_hash_new"], data["token_new"], data["token_hash"] = messages[0].Hash, messages[1].Token, messages[1].Hash
	}
	o := hook.Delivery{Attempts: mailAttempts}
	if first.Token.Hash != "" {
		o.Until = s.o.Now().Add(s.o.MailExpiry)
	}
	e := hook.Event{Name: hook.SendEmail, IP: audit.ClientOf(r).Address(), Input: map[string]any{"user": &to, "email_data": data}}
	return s.o.Hooks.Enqueue(ctx, tx, e, o)
}
