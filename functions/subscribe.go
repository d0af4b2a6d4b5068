package functions

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/static"
)

// subscriptionsPerHour bounds the e-mails that one address gets because somebody
// entered it.
const subscriptionsPerHour = 3

// subscribe takes an address for the newsletter and mails the link that confirms it.
// The response is the same whether the address is new or on the list, so that a client
// learns nothing about it.
func subscribe(renderer *documents.Renderer) functions.Function {
	return functions.Function{
		Public:  true,
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: functions.JSON(func(ctx context.Context, call *functions.Call, s subscription) (any, error) {
			s.Email, s.Language, s.renderer = strings.ToLower(strings.TrimSpace(s.Email)), documents.Language(s.Language), renderer
			tooMany := functions.Refuse(http.StatusTooManyRequests, renderer.Message(s.Language, "order.often"))
			if call.RateLimited("subscribe "+s.Email, subscriptionsPerHour) {
				return nil, tooMany
			}
			if err := s.insert(ctx, call); err != nil {
				return nil, err
			}
			if !call.WaitUntil(func(ctx context.Context) error { return s.mail(ctx, call) }) {
				return nil, tooMany
			}
			return map[string]bool{"accepted": true}, nil
		}),
	}
}

type subscription struct {
	Email    string `json:"email"`
	Language string `json:"language"`

	renderer *documents.Renderer
}

// insert runs as the caller; the trigger on the table skips an address that is there.
func (s *subscription) insert(ctx context.Context, call *functions.Call) error {
	err := call.AsCaller(ctx, func(tx functions.Tx) error {
		_, err := tx.Exec(ctx, `insert into public.newsletter_subscribers (email, language) values ($1, $2)`, s.Email, s.Language)
		return err
	})
	if err != nil && functions.Code(err) == "23514" {
		return functions.Refuse(http.StatusBadRequest, "This is no e-mail address")
	}
	return err
}

// mail makes two new links and sends them, if the address is not confirmed yet.
func (s *subscription) mail(ctx context.Context, call *functions.Call) error {
	confirm, leave := rand.Text(), rand.Text()
	return call.AsServiceRole(ctx, func(tx functions.Tx) error {
		tag, err := tx.Exec(ctx, `update public.newsletter_subscribers
			set confirm_token_hash = $2, leave_token_hash = $3, asked_at = now()
			where email = $1 and status = 'pending'`, s.Email, hashed(confirm), hashed(leave))
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		message, err := s.message(ctx, s.link("confirm-subscription", confirm), s.link("unsubscribe", leave))
		if err != nil {
			return err
		}
		return call.PutMail(ctx, tx, message, "")
	})
}

func hashed(token string) []byte {
	hash := sha256.Sum256([]byte(token))
	return hash[:]
}

func (s *subscription) link(function, token string) string {
	query := url.Values{"token": {token}, "lang": {s.Language}}
	return s.renderer.Site() + "/functions/v1/" + function + "?" + query.Encode()
}

// newsletterHTML is the HTML of e-mails and pages about the newsletter.
var newsletterHTML = template.Must(template.New("newsletter").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>{{.Title}} · {{.Wordmark}}</title>{{.Sheet}}</head>
<body {{.Styles.body}}>
<div {{.Styles.brand}}>{{.Wordmark}}</div>
<main {{.Styles.main}}><h1 {{.Styles.title}}>{{.Title}}</h1><p>{{.Text}}</p>
{{if .Link}}<p><a href="{{.Link}}" {{.Styles.action}}>{{.Button}}</a></p>
{{else if .Button}}<form method="post"><button {{.Styles.button}}>{{.Button}}</button></form>
{{end}}{{if .Home}}<p><a href="{{.Home}}" {{.Styles.link}}>{{.ToHome}}</a></p>{{end}}
{{if .Leave}}<p {{.Styles.small}}>{{.Why}} <a href="{{.Leave}}" {{.Styles.link}}>{{.ToLeave}}</a></p>{{end}}</main></body></html>
`))

// newsletterStyles are the declarations of each element of newsletterHTML. In an e-mail
// they are style attributes, since mail programs drop a stylesheet; in a page they are
// the rules of classes, since its policy blocks style attributes.
var newsletterStyles = map[string]string{
	"body":   "margin:0;background:#f6eee0;color:#12252d;font:17px/1.6 sans-serif",
	"brand":  "background:#0b1920;color:#f4ebdd;padding:24px;font-size:20px;font-weight:bold",
	"main":   "padding:24px;max-width:560px",
	"title":  "font-size:26px;line-height:1.3",
	"action": "display:inline-block;background:#b23a12;color:#fff;padding:12px 20px;text-decoration:none;font-weight:bold",
	"button": "background:#b23a12;color:#fff;border:0;padding:12px 20px;min-height:44px;font:inherit;font-weight:bold;cursor:pointer",
	"link":   "color:#b23a12",
	"small":  "font-size:14px;color:#4a5a60",
}

var (
	mailStyles, pageStyles, newsletterSheet = newsletterAttributes()
	newsletterPolicy                        = "default-src 'none'; style-src " + static.StyleSources(string(newsletterSheet)) +
		"; style-src-attr 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)

// newsletterAttributes gives the attributes of newsletterStyles in an e-mail and in a
// page, and the style element of the page.
func newsletterAttributes() (mail, page map[string]template.HTMLAttr, sheet template.HTML) {
	mail, page = map[string]template.HTMLAttr{}, map[string]template.HTMLAttr{}
	var rules strings.Builder
	for _, class := range slices.Sorted(maps.Keys(newsletterStyles)) {
		mail[class] = template.HTMLAttr(`style="` + newsletterStyles[class] + `"`) // #nosec G203 -- constants
		page[class] = template.HTMLAttr(`class="` + class + `"`)                   // #nosec G203 -- constants
		rules.WriteString("." + class + "{" + newsletterStyles[class] + "}")
	}
	return mail, page, template.HTML("<style>" + rules.String() + "</style>") // #nosec G203 -- constants
}

// newsletterPage fills newsletterHTML.
type newsletterPage struct {
	Language, Direction, Wordmark, Title, Text, Button string
	Link                                               string // of the button; without one it posts
	Home, ToHome, Leave, ToLeave, Why                  string
	Styles                                             map[string]template.HTMLAttr
	Sheet                                              template.HTML // none in an e-mail
}

// newPage has the title, text and button of a key in print.json.
func newPage(ctx context.Context, renderer *documents.Renderer, language, key string) newsletterPage {
	direction := "ltr"
	if language == "ar" {
		direction = "rtl"
	}
	say := func(name string) string { return renderer.Message(language, "newsletter."+key+"."+name) }
	return newsletterPage{
		Language: language, Direction: direction, Wordmark: renderer.Wordmark(ctx), Title: say("title"), Text: say("text"), Button: say("button"),
		Styles: pageStyles, Sheet: newsletterSheet,
	}
}

func (s *subscription) message(ctx context.Context, confirm, leave string) (mail.Message, error) {
	parts := newPage(ctx, s.renderer, s.Language, "letter")
	parts.Link, parts.Leave = confirm, leave
	parts.Styles, parts.Sheet = mailStyles, ""
	parts.ToLeave = s.renderer.Message(s.Language, "newsletter.letter.leave")
	parts.Why = s.renderer.Message(s.Language, "newsletter.letter.why", "site", s.renderer.Site())
	var html strings.Builder
	err := newsletterHTML.Execute(&html, parts)
	return mail.Message{
		To: s.Email, Kind: "newsletter_confirmation", Subject: parts.Title, Sender: parts.Wordmark, Language: s.Language, HTML: html.String(), Unsubscribe: leave,
		Text: strings.Join([]string{parts.Text, confirm, parts.Why + " " + parts.ToLeave + ":\n" + leave}, "\n\n") + "\n",
	}, err
}

// linked is a function behind a link in an e-mail. GET only shows a button: programs
// that scan mail open links too. POST, by that button or by a mail program (RFC 8058),
// runs change on the row with the token's hash; a token works once.
func linked(renderer *documents.Renderer, key, change string) functions.Function {
	return functions.Function{
		Public:  true,
		Methods: []string{http.MethodGet, http.MethodPost},
		MaxBody: 4 << 10,
		Handle: func(w http.ResponseWriter, r *http.Request, call *functions.Call) error {
			ctx, query := r.Context(), r.URL.Query()
			language := documents.Language(query.Get("lang"))
			if r.Method != http.MethodPost {
				return newPage(ctx, renderer, language, key).send(w, http.StatusOK)
			}
			done := false
			err := call.AsServiceRole(ctx, func(tx functions.Tx) error {
				tag, err := tx.Exec(ctx, change, hashed(query.Get("token")))
				done = err == nil && tag.RowsAffected() == 1
				return err
			})
			if err != nil {
				return err
			}
			status, outcome := http.StatusOK, key+"Done"
			if !done {
				status, outcome = http.StatusGone, "gone"
			}
			page := newPage(ctx, renderer, language, outcome)
			page.Button, page.Home = "", renderer.Site()+"/?lang="+language
			page.ToHome = renderer.Message(language, "newsletter.home")
			return page.send(w, status)
		},
	}
}

// send answers with the page. Its address has a secret token, which must not leave by
// a cache, a referrer, a search engine or anything that the browser loads.
func (n newsletterPage) send(w http.ResponseWriter, status int) error {
	var html bytes.Buffer
	if err := newsletterHTML.Execute(&html, n); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", n.Language)
	h.Set("Content-Security-Policy", newsletterPolicy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	_, err := html.WriteTo(w)
	return err
}
