package functions

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/paper"
)

// lettersPerHour bounds what one address may be sent by those who type it.
const lettersPerHour = 3

// subscribe takes an address for the newsletter and mails the link that confirms
// it. The answer is the same whether the address is new or on the list: who asks
// learns nothing about it.
var subscribe = invoke.Func{
	Name:    "subscribe",
	Methods: []string{http.MethodPost},
	Open:    true,
	MaxBody: 4 << 10,
	Run: func(ctx context.Context, call *invoke.Call) (any, error) {
		var asked subscription
		if err := call.Decode(&asked); err != nil {
			return nil, err
		}
		press, err := call.Press()
		if err != nil {
			return nil, err
		}
		asked.Email, asked.Language = strings.ToLower(strings.TrimSpace(asked.Email)), paper.Language(asked.Language)
		if call.RateLimited("subscribe "+asked.Email, lettersPerHour) {
			return nil, invoke.Refuse(http.StatusTooManyRequests, press.Say(asked.Language, "order.often"))
		}
		if err := asked.insert(ctx, call); err != nil {
			return nil, err
		}
		asked.press = press
		if !call.Later("subscribe", func(ctx context.Context) error { return asked.mail(ctx, call) }) {
			return nil, invoke.Refuse(http.StatusTooManyRequests, press.Say(asked.Language, "order.often"))
		}
		return map[string]bool{"accepted": true}, nil
	},
}

type subscription struct {
	Email    string `json:"email"`
	Language string `json:"language"`

	press *paper.Press
}

// insert is the visitor's own: the trigger on the table skips what is there.
func (s *subscription) insert(ctx context.Context, call *invoke.Call) error {
	err := call.As(ctx, func(tx invoke.Tx) error {
		_, err := tx.Exec(ctx, `insert into public.newsletter_subscribers (email, language) values ($1, $2)`, s.Email, s.Language)
		return err
	})
	if err != nil && invoke.Code(err) == "23514" {
		return invoke.Refuse(http.StatusBadRequest, "This is no e-mail address")
	}
	return err
}

// mail makes the two links anew, if the address waits for its confirmation, and
// sends them.
func (s *subscription) mail(ctx context.Context, call *invoke.Call) error {
	confirm, leave := rand.Text(), rand.Text()
	waits := false
	err := call.AsServer(ctx, func(tx invoke.Tx) error {
		tag, err := tx.Exec(ctx, `update public.newsletter_subscribers
			set confirm_token_hash = $2, leave_token_hash = $3, asked_at = now()
			where email = $1 and status = 'pending'`, s.Email, hashed(confirm), hashed(leave))
		waits = err == nil && tag.RowsAffected() == 1
		return err
	})
	if err != nil || !waits {
		return err
	}
	letter, err := s.letter(ctx, s.link("confirm-subscription", confirm), s.link("unsubscribe", leave))
	if err != nil {
		return err
	}
	return call.Post(ctx, letter)
}

func hashed(token string) []byte {
	hash := sha256.Sum256([]byte(token))
	return hash[:]
}

func (s *subscription) link(function, token string) string {
	query := url.Values{"token": {token}, "lang": {s.Language}}
	return s.press.Site() + "/functions/v1/" + function + "?" + query.Encode()
}

// face is how letters and answers about the newsletter look: inline styles, since
// programs that read mail drop all others, and a page of this kind needs no more.
var face = template.Must(template.New("newsletter").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>{{.Title}} · {{.Wordmark}}</title></head>
<body style="margin:0;background:#f6eee0;color:#12252d;font:17px/1.6 sans-serif">
<div style="background:#0b1920;color:#f4ebdd;padding:24px;font-size:20px;font-weight:bold">{{.Wordmark}}</div>
<main style="padding:24px;max-width:560px"><h1 style="font-size:26px;line-height:1.3">{{.Title}}</h1><p>{{.Text}}</p>
{{if .Link}}<p><a href="{{.Link}}" style="display:inline-block;background:#b23a12;color:#fff;padding:12px 20px;text-decoration:none;font-weight:bold">{{.Button}}</a></p>
{{else if .Button}}<form method="post"><button style="background:#b23a12;color:#fff;border:0;padding:12px 20px;min-height:44px;font:inherit;font-weight:bold;cursor:pointer">{{.Button}}</button></form>
{{end}}{{if .Home}}<p><a href="{{.Home}}" style="color:#b23a12">{{.ToHome}}</a></p>{{end}}
{{if .Leave}}<p style="font-size:14px;color:#4a5a60">{{.Why}} <a href="{{.Leave}}" style="color:#b23a12">{{.ToLeave}}</a></p>{{end}}</main></body></html>
`))

// said fills a face.
type said struct {
	Language, Direction, Wordmark, Title, Text, Button string
	Link                                               string // of the button; without, it posts
	Home, ToHome, Leave, ToLeave, Why                  string
}

// saying begins a face with its title, text and button, as print.json has them.
func saying(ctx context.Context, press *paper.Press, language, key string) said {
	direction := "ltr"
	if language == "ar" {
		direction = "rtl"
	}
	say := func(name string) string { return press.Say(language, "newsletter."+key+"."+name) }
	return said{
		Language: language, Direction: direction, Wordmark: press.Wordmark(ctx), Title: say("title"), Text: say("text"), Button: say("button"),
	}
}

func (s *subscription) letter(ctx context.Context, confirm, leave string) (mail.Message, error) {
	parts := saying(ctx, s.press, s.Language, "letter")
	parts.Link, parts.Leave = confirm, leave
	parts.ToLeave = s.press.Say(s.Language, "newsletter.letter.leave")
	parts.Why = s.press.Say(s.Language, "newsletter.letter.why", "site", s.press.Site())
	var html strings.Builder
	err := face.Execute(&html, parts)
	return mail.Message{
		To: s.Email, Subject: parts.Title, Sender: parts.Wordmark, Language: s.Language, HTML: html.String(), Unsubscribe: leave,
		Text: strings.Join([]string{parts.Text, confirm, parts.Why + " " + parts.ToLeave + ":\n" + leave}, "\n\n") + "\n",
	}, err
}

// linked is a function behind a link in a letter. Opening it only asks: programs
// that look at mail for its reader open links too. The button, or a mail
// program's own (RFC 8058), does it, by what becomes of the row whose token it
// is; a token serves once.
func linked(name, key, change string) invoke.Func {
	return invoke.Func{
		Name:    name,
		Methods: []string{http.MethodGet, http.MethodPost},
		Open:    true,
		MaxBody: 4 << 10,
		Run: func(ctx context.Context, call *invoke.Call) (any, error) {
			press, err := call.Press()
			if err != nil {
				return nil, err
			}
			query := call.Request.URL.Query()
			language := paper.Language(query.Get("lang"))
			if call.Request.Method == http.MethodGet {
				return page(http.StatusOK, saying(ctx, press, language, key))
			}
			done, err := follow(ctx, call, change, query.Get("token"))
			if err != nil {
				return nil, err
			}
			status, outcome := http.StatusOK, key+"Done"
			if !done {
				status, outcome = http.StatusGone, "gone"
			}
			parts := saying(ctx, press, language, outcome)
			parts.Button, parts.Home = "", press.Site()+"/?lang="+language
			parts.ToHome = press.Say(language, "newsletter.home")
			return page(status, parts)
		},
	}
}

// follow changes the row whose token this is, and tells whether there is one.
func follow(ctx context.Context, call *invoke.Call, change, token string) (done bool, err error) {
	err = call.AsServer(ctx, func(tx invoke.Tx) error {
		tag, err := tx.Exec(ctx, change, hashed(token))
		done = err == nil && tag.RowsAffected() == 1
		return err
	})
	return done, err
}

func page(status int, parts said) (any, error) {
	var html strings.Builder
	err := face.Execute(&html, parts)
	return invoke.Page{Status: status, Language: parts.Language, HTML: html.String()}, err
}
