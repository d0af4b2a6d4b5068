package auth

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"golang.org/x/text/language"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// linkPage is the page behind a mailed link: a sentence and a button. It has no script.
//
//go:embed link_page.html
var linkPageText string

//go:embed link_page.css
var linkPageStyle string

var linkPage = template.Must(template.New("link page").Parse(linkPageText))

// linkWords are the texts of the page, by kind of link; "" is any other kind.
type linkWords struct{ Title, Button string }

var linkPages = map[language.Tag]struct {
	Dir   string
	Words map[string]linkWords
	Why   string
}{
	language.English: {"ltr", map[string]linkWords{
		"signup":       {"Confirm your e-mail address", "Confirm"},
		"invite":       {"Accept the invitation", "Accept"},
		"recovery":     {"Choose a new password", "Continue"},
		"email_change": {"Confirm the change of your e-mail address", "Confirm"},
		"":             {"Sign in", "Sign in"},
	}, "One more click, so that programs which check the links of your mail do not use up this one."},
	language.French: {"ltr", map[string]linkWords{
		"signup":       {"Confirmez votre adresse e-mail", "Confirmer"},
		"invite":       {"Acceptez l’invitation", "Accepter"},
		"recovery":     {"Choisissez un nouveau mot de passe", "Continuer"},
		"email_change": {"Confirmez le changement d’adresse e-mail", "Confirmer"},
		"":             {"Connexion", "Se connecter"},
	}, "Encore un clic, pour que les programmes qui vérifient les liens de votre messagerie n’utilisent pas celui-ci à votre place."},
	language.Arabic: {"rtl", map[string]linkWords{
		"signup":       {"أكّد بريدك الإلكتروني", "تأكيد"},
		"invite":       {"اقبل الدعوة", "قبول"},
		"recovery":     {"اختر كلمة مرور جديدة", "متابعة"},
		"email_change": {"أكّد تغيير بريدك الإلكتروني", "تأكيد"},
		"":             {"تسجيل الدخول", "تسجيل الدخول"},
	}, "نقرة أخيرة، حتى لا تستهلك البرامج التي تفحص روابط بريدك هذا الرابط بدلًا منك."},
}

var linkLanguages = language.NewMatcher([]language.Tag{language.English, language.French, language.Arabic})

// showLinkPage answers with the page, in the language of the browser.
func (c codeRoutes) showLinkPage(w http.ResponseWriter, r *http.Request, l mailedLink, to string) error {
	accepted, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	_, index, _ := linkLanguages.Match(accepted...)
	tag := []language.Tag{language.English, language.French, language.Arabic}[index]
	page := linkPages[tag]
	texts, ok := page.Words[l.kind]
	if !ok {
		texts = page.Words[""]
	}
	target, err := url.Parse(to)
	if err != nil {
		return fmt.Errorf("read where a link leads: %w", err)
	}
	// The form leads to another origin, which browsers count as a target of it.
	origin := target.Scheme + ":"
	if target.Host != "" {
		origin += "//" + target.Host
	}
	sum := sha256.Sum256([]byte(linkPageStyle))
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", tag.String())
	header.Set("Vary", "Accept-Language")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' "+origin+
		"; style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	if err := linkPage.Execute(w, map[string]any{
		"Language": tag.String(), "Dir": page.Dir, "Title": texts.Title, "Button": texts.Button, "Why": page.Why,
		"Style": template.CSS(linkPageStyle), // #nosec G203 -- the file that is compiled in
		"Kind":  l.kind, "Token": l.hash, "RedirectTo": l.redirectTo, "Host": target.Host,
	}); err != nil {
		return fmt.Errorf("write the page of a link: %w", err)
	}
	return nil
}

// mailedLink is the query of a mailed link.
type mailedLink struct{ kind, hash, redirectTo string }

func readLink(r *http.Request) (mailedLink, error) {
	l := mailedLink{r.FormValue("type"), r.FormValue("token"), r.FormValue("redirect_to")}
	switch {
	case l.kind == "":
		return mailedLink{}, gotrue.Invalid("Verify requires a verification type")
	case l.hash == "":
		return mailedLink{}, gotrue.Invalid("Verify requires a token or a token hash")
	}
	return l, nil
}
