// Package templates makes e-mails from files: a kind of message in the language of its
// reader, as text and as HTML. It has messages of its own for everything that the auth
// server sends, in English, French and Arabic; a project's files replace them. It refuses
// a file that does not parse, and one that uses a variable that its kind does not have.
package templates

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	text "text/template"

	"github.com/toubkal/toubkal/server/mail"
)

// Kinds are the kinds of mail of the auth server, by GoTrue's names.
var Kinds = []string{
	"confirmation", "invite", "magic_link", "recovery", "email_change", "reauthentication",
	"password_changed_notification", "email_changed_notification", "phone_changed_notification",
	"identity_linked_notification", "identity_unlinked_notification",
	"mfa_factor_enrolled_notification", "mfa_factor_unenrolled_notification",
}

// Data are the variables of those kinds, by GoTrue's names. A kind without a link leaves
// ConfirmationURL empty, and so on.
type Data struct {
	SiteURL, ConfirmationURL, RedirectTo string
	// Token is the one-time code, TokenHash what a link has instead.
	Token, TokenHash string
	// Email is the address of the account: before the change, for email_change, whose
	// NewEmail is the one after it and SendingTo the one that this message goes to.
	Email, NewEmail, SendingTo, OldEmail string
	Phone, OldPhone, Provider            string
	// FactorType is totp, phone or webauthn.
	FactorType string
	// Data is the user's user_metadata.
	Data map[string]any
}

// Options configure a Set. The zero value has the built-in messages.
type Options struct {
	// Files are a project's: <kind>.<language>.html and .txt, as confirmation.fr.html,
	// or without a language for the default one. The first line is "Subject: …", then an
	// empty line; of two files with one name one needs it. Where there is no .txt, the
	// text is made of the HTML. A project's files of a kind replace the built-in ones of
	// that kind in all languages. Other kinds than Kinds are the project's own. Defaults
	// to none.
	Files fs.FS
	// Folder is the name of Files in errors, as "mail".
	Folder string
	// Named are single HTML files without a subject in them, by kind, as config.toml of
	// a Supabase project names them; they are in the default language. Defaults to none.
	Named map[string]Named
	// Subjects replace the subject of a kind in the default language
	// (GOTRUE_MAILER_SUBJECTS_*). Defaults to none.
	Subjects map[string]string
	// Language is the default one. Defaults to en.
	Language string
}

// Named is the template of a kind in a file of any name.
type Named struct {
	// Subject defaults to the built-in one.
	Subject string
	// Path is its name in errors; Content is its HTML.
	Path, Content string
}

// Set is all messages; it is safe for concurrent use.
type Set struct {
	language string
	kinds    map[string]map[string]*message // by kind and language
}

// message is one kind in one language.
type message struct {
	subject, text *text.Template // text may be nil
	html          *template.Template
}

var (
	fileName = regexp.MustCompile(`^([a-z][a-z0-9_-]*?)(?:\.([a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]+)*))?\.(html|txt)$`)
	// ErrUnknownKind is a kind of which there is no template.
	ErrUnknownKind = errors.New("there is no mail template of this kind")
)

// Load reads and checks all templates. An error names the file and the line.
func Load(o Options) (*Set, error) {
	s := &Set{language: normal(cmp.Or(o.Language, "en")), kinds: map[string]map[string]*message{}}
	if err := s.loadBuiltIn(); err != nil {
		return nil, err
	}
	if err := errors.Join(s.loadFiles(o), s.loadNamed(o)); err != nil {
		return nil, err
	}
	for kind, subject := range o.Subjects {
		for language, m := range s.kinds[kind] {
			if language != s.best(kind, nil) {
				continue
			}
			changed, err := parseText(kind+" (subject)", language, subject)
			if err != nil {
				return nil, err
			}
			m.subject = changed
		}
	}
	return s, s.try()
}

func (s *Set) loadFiles(o Options) error {
	if o.Files == nil {
		return nil
	}
	names, err := fs.Glob(o.Files, "*.*")
	if err != nil {
		return err
	}
	own := map[string]map[string]*message{}
	for _, name := range names {
		parts := fileName.FindStringSubmatch(name)
		if parts == nil {
			return fmt.Errorf("%s: a mail template is <kind>.<language>.html or .txt, as confirmation.fr.html", path.Join(o.Folder, name))
		}
		kind, language := parts[1], normal(cmp.Or(parts[2], s.language))
		content, err := fs.ReadFile(o.Files, name)
		if err != nil {
			return fmt.Errorf("read %s: %w", path.Join(o.Folder, name), err)
		}
		if own[kind] == nil {
			own[kind] = map[string]*message{}
		}
		m := own[kind][language]
		if m == nil {
			m = &message{}
			own[kind][language] = m
		}
		if err := m.parse(path.Join(o.Folder, name), language, string(content), parts[3] == "html"); err != nil {
			return err
		}
	}
	for kind, languages := range own {
		for language, m := range languages {
			if m.subject == nil {
				return fmt.Errorf("%s: %s in %q has no subject: begin a file of it with the line \"Subject: …\" and an empty one", o.Folder, kind, language)
			}
		}
		s.kinds[kind] = languages
	}
	return nil
}

// parse adds one file to the message.
func (m *message) parse(name, language, content string, isHTML bool) (err error) {
	content = strings.TrimPrefix(strings.ReplaceAll(content, "\r\n", "\n"), "\ufeff")
	if first, rest, _ := strings.Cut(content, "\n"); strings.HasPrefix(first, "Subject:") {
		if m.subject, err = parseText(name, language, strings.TrimSpace(strings.TrimPrefix(first, "Subject:"))); err != nil {
			return err
		}
		content = "\n" + rest // an error names the line of the file
	}
	if isHTML {
		m.html, err = parseHTML(name, language, content)
	} else {
		m.text, err = parseText(name, language, content)
	}
	return err
}

func (s *Set) loadNamed(o Options) error {
	for kind, named := range o.Named {
		html, err := parseHTML(named.Path, s.language, named.Content)
		if err != nil {
			return err
		}
		m := &message{html: html}
		if built := s.kinds[kind][s.best(kind, nil)]; built != nil {
			m.subject = built.subject
			if named.Content == "" {
				m.html, m.text = built.html, built.text
			}
		}
		if named.Subject != "" {
			if m.subject, err = parseText(kind+" (subject)", s.language, named.Subject); err != nil {
				return err
			}
		}
		if m.subject == nil {
			return fmt.Errorf("%s: the mail template %q has no subject", named.Path, kind)
		}
		s.kinds[kind] = map[string]*message{s.language: m}
	}
	return nil
}

func parseText(name, language, content string) (*text.Template, error) {
	t, err := text.New(name).Funcs(text.FuncMap(functions(language))).Parse(content)
	return t, wrong(err)
}

func parseHTML(name, language, content string) (*template.Template, error) {
	t, err := template.New(name).Funcs(template.FuncMap(functions(language))).Parse(content)
	return t, wrong(err)
}

// wrong is an error of a template as "file:line: what".
func wrong(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "template: "), "html/template:"))
}

// functions are the functions of templates beside those of Go: lang and dir are the values
// of the HTML attributes.
func functions(language string) map[string]any {
	return map[string]any{
		"lang": func() string { return language },
		"dir":  func() string { return Direction(language) },
	}
}

// Direction is rtl or ltr, as the HTML attribute dir has it.
func Direction(language string) string {
	base, _, _ := strings.Cut(normal(language), "-")
	if slices.Contains([]string{"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"}, base) {
		return "rtl"
	}
	return "ltr"
}

// try executes every template of Kinds, so that an unknown variable is found at the
// start.
func (s *Set) try() error {
	for _, kind := range Kinds {
		for _, language := range slices.Sorted(maps.Keys(s.kinds[kind])) {
			if _, err := s.Render(kind, []string{language}, Data{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Render makes a message without a recipient. languages are the reader's, the best one
// first, as "fr-CA" or "fr"; where there is no template in any, it is in the default
// language, else in English, else in any. data is a Data for Kinds, and what the templates
// of the project use for its own kinds.
func (s *Set) Render(kind string, languages []string, data any) (mail.Message, error) {
	language := s.best(kind, languages)
	m := s.kinds[kind][language]
	if m == nil {
		return mail.Message{}, fmt.Errorf("%w: %q", ErrUnknownKind, kind)
	}
	var subject, plain, html bytes.Buffer
	err := m.subject.Execute(&subject, data)
	if err == nil && m.html != nil {
		err = m.html.Execute(&html, data)
	}
	if err == nil && m.text != nil {
		err = m.text.Execute(&plain, data)
	}
	if err != nil {
		return mail.Message{}, wrong(err)
	}
	made := mail.Message{Kind: kind, Subject: oneLine(subject.String()), Language: language, HTML: strings.TrimSpace(html.String())}
	made.Text = strings.TrimSpace(withoutNoValue(plain.String())) + "\n"
	if m.text == nil {
		made.Text = textOf(made.HTML)
	}
	return made, nil
}

// Template is a kind of message, and the languages that it is written in.
type Template struct {
	Kind      string   `json:"kind"`
	Languages []string `json:"languages"`
}

// List is all kinds by name, the project's own too.
func (s *Set) List() []Template {
	all := []Template{}
	for _, kind := range slices.Sorted(maps.Keys(s.kinds)) {
		all = append(all, Template{kind, slices.Sorted(maps.Keys(s.kinds[kind]))})
	}
	return all
}

// oneLine is a subject that no value can make longer than one line.
func oneLine(subject string) string {
	return strings.Join(strings.Fields(withoutNoValue(subject)), " ")
}

// withoutNoValue drops what text/template writes for a key that a map lacks, as
// html/template does.
func withoutNoValue(s string) string { return strings.ReplaceAll(s, "<no value>", "") }

// best is the language of a kind for a reader; "" where there is no template.
func (s *Set) best(kind string, languages []string) string {
	there := s.kinds[kind]
	for _, wanted := range append(slices.Clone(languages), s.language, "en") {
		wanted = normal(wanted)
		for wanted != "" {
			if there[wanted] != nil {
				return wanted
			}
			shorter := strings.LastIndexByte(wanted, '-')
			wanted = wanted[:max(shorter, 0)]
		}
	}
	for _, language := range slices.Sorted(maps.Keys(there)) {
		return language
	}
	return ""
}

// normal is a language tag in lower case with hyphens.
func normal(language string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(language), "_", "-"))
}
