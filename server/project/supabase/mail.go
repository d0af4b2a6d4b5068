package supabase

import (
	"path/filepath"
	"strings"
)

// MailTemplate is a message as config.toml gives it.
type MailTemplate struct {
	// Subject is "" for the built-in one.
	Subject string
	// Path is a file of HTML, relative to the project's folder; "" for the built-in
	// message. Config.toml names that of a notification relative to supabase/.
	Path string
}

// mailTemplates reads [auth.email.template.<kind>] and [auth.email.notification.<name>],
// whose kind is <name>_notification.
func (r *reader) mailTemplates() {
	r.c.MailTemplates = map[string]MailTemplate{}
	for name := range r.settings {
		section, last, _ := cutLast(name, ".")
		kind, isTemplate := strings.CutPrefix(section, "auth.email.template.")
		if notification, ok := strings.CutPrefix(section, "auth.email.notification."); ok {
			kind, isTemplate = notification+"_notification", r.flag(section+".enabled", false)
			r.used[name] = true
		}
		if !isTemplate || last != "subject" && last != "content_path" {
			continue
		}
		value, _ := r.text(name)
		t := r.c.MailTemplates[kind]
		if last == "subject" {
			t.Subject = value
		} else if t.Path = value; value != "" && strings.HasSuffix(kind, "_notification") && !filepath.IsAbs(value) {
			t.Path = filepath.Join("supabase", value)
		}
		r.c.MailTemplates[kind] = t
	}
}
