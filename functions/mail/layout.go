package mail

import (
	"cmp"
	"html/template"
	"strings"

	outbox "github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
)

// styles are attributes, since many mail programs drop a stylesheet. The classes are for
// the layout's, which has the colors of a dark screen.
var styles = map[string]template.HTMLAttr{
	"title":  `style="margin:0 0 16px;font-size:24px;line-height:1.3"`,
	"action": `style="display:inline-block;background:#b23a12;color:#fff;padding:12px 20px;text-decoration:none;font-weight:bold"`,
	"small":  `class="small" style="font-size:14px;color:#4a5a60"`,
	"lines":  `style="white-space:pre-line;text-align:start;unicode-bidi:plaintext"`,
	"quote":  `style="white-space:pre-line;text-align:start;unicode-bidi:plaintext;border-inline-start:3px solid #b23a12;padding-inline-start:16px"`,
}

// layout stands around each e-mail.
var layout = template.Must(template.New("layout").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>{{.Subject}}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#0b1920!important;color:#f4ebdd!important}.head{background:#10242d!important}.small{color:#a9b8ba!important}.link{color:#ff8a57!important}}</style></head>
<body class="page" dir="{{.Direction}}" style="margin:0;background:#f6eee0;color:#12252d;font:17px/1.6 sans-serif;word-break:break-word">
<div class="head" style="background:#0b1920;color:#f4ebdd"><div style="margin:0 auto;padding:24px;max-width:560px;font-size:20px;font-weight:bold">{{.Wordmark}}</div></div>
<div style="margin:0 auto;padding:24px;max-width:560px">{{.Content}}
<p style="margin-top:32px">{{.Name}}<br><a class="link" href="{{.Address}}" style="color:#b23a12"><bdi dir="ltr">{{.Address}}</bdi></a></p></div>
</body></html>
`))

// withLayout adds the wordmark above, and her name and the site's address below.
func withLayout(m outbox.Message, s site, address string) (outbox.Message, error) {
	name := cmp.Or(s.Names[m.Language], s.Names["en"], s.Wordmark)
	var html strings.Builder
	err := layout.Execute(&html, map[string]any{
		"Language": m.Language, "Direction": templates.Direction(m.Language), "Subject": m.Subject, "Wordmark": s.Wordmark,
		"Content": template.HTML(m.HTML), // #nosec G203 -- made by html/template
		"Name":    name, "Address": address,
	})
	m.HTML, m.Sender = html.String(), s.Wordmark
	m.Text += "\n" + name + "\n" + address + "\n"
	return m, err
}
