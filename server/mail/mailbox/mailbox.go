// Package mailbox shows the e-mails of development: a page that reads them, and the JSON
// API of Mailpit (https://mailpit.axllent.org), which tests of Supabase projects call to
// find a link or a code. It reads the files of mail.Folder. It refuses hosts that are not
// this machine, so that no page of the web reads the mail by DNS rebinding.
package mailbox

import (
	"embed"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed page
var pageFiles embed.FS

// Mailbox is a folder of messages, and what is known of them.
type Mailbox struct {
	dir string

	mu    sync.Mutex
	known map[string]*message // by id, as far as they were read
}

// New reads the messages of a folder, which need not be there yet.
func New(dir string) *Mailbox { return &Mailbox{dir: dir, known: map[string]*message{}} }

// all are the messages, the newest first. A file that does not parse is left out.
func (m *Mailbox) all() []*message {
	entries, _ := os.ReadDir(m.dir) // none before the first message
	m.mu.Lock()
	defer m.mu.Unlock()
	there := map[string]*message{}
	var found []*message
	for _, entry := range entries {
		id, ok := strings.CutSuffix(entry.Name(), ".eml")
		if !ok {
			continue
		}
		known := m.known[id]
		if known == nil {
			raw, err := os.ReadFile(filepath.Join(m.dir, entry.Name()))
			if err != nil {
				continue
			}
			parsed, err := parse(id, raw)
			if err != nil {
				continue
			}
			if info, err := entry.Info(); err == nil {
				parsed.Created = info.ModTime()
			}
			known = &parsed.message
		}
		there[id] = known
		found = append(found, known)
	}
	m.known = there
	slices.SortFunc(found, func(a, b *message) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return found
}

// open reads one message whole. "latest" is the newest one that a query finds.
func (m *Mailbox) open(id, query string) (*full, bool) {
	all := m.all()
	if id == "latest" {
		all = matching(all, query)
		if len(all) == 0 {
			return nil, false
		}
		id = all[0].ID
	}
	i := slices.IndexFunc(all, func(one *message) bool { return one.ID == id })
	if i < 0 {
		return nil, false
	}
	raw, err := os.ReadFile(filepath.Join(m.dir, all[i].ID+".eml"))
	if err != nil {
		return nil, false
	}
	parsed, err := parse(all[i].ID, raw)
	if err != nil {
		return nil, false
	}
	parsed.Created = all[i].Created
	return parsed, true
}

func (m *Mailbox) setRead(read bool, messages ...*message) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, one := range messages {
		one.Read = read
	}
}

func (m *Mailbox) remove(messages []*message) {
	for _, one := range messages {
		_ = os.Remove(filepath.Join(m.dir, one.ID+".eml")) // gone is what is wanted
	}
}

// Handler serves the page and the API.
func (m *Mailbox) Handler() http.Handler {
	mux := http.NewServeMux()
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.Handle("GET /", page(http.FileServerFS(files)))
	mux.HandleFunc("GET /api/v1/messages", m.list)
	mux.HandleFunc("PUT /api/v1/messages", m.mark)
	mux.HandleFunc("DELETE /api/v1/messages", m.deleteSome)
	mux.HandleFunc("GET /api/v1/search", m.search)
	mux.HandleFunc("DELETE /api/v1/search", m.deleteFound)
	mux.HandleFunc("GET /api/v1/message/{id}", m.show)
	mux.HandleFunc("GET /api/v1/message/{id}/headers", m.headers)
	mux.HandleFunc("GET /api/v1/message/{id}/raw", m.raw)
	mux.HandleFunc("GET /api/v1/message/{id}/part/{part}", m.part)
	mux.HandleFunc("GET /api/v1/info", m.info)
	mux.HandleFunc("GET /view/{name}", m.view)
	for _, path := range []string{"GET /livez", "GET /readyz"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
	}
	return onlyThisMachine(mux)
}

// onlyThisMachine refuses a request for another host's name.
func onlyThisMachine(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		ip := net.ParseIP(strings.Trim(host, "[]"))
		if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "The mailbox is read on this machine only.", http.StatusForbidden)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

func page(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; "+
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

func reply(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the client has left
}

// text answers with plain text; Mailpit's answers are plain text where they are no JSON.
func text(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(words))
}

func notFound(w http.ResponseWriter) { text(w, http.StatusNotFound, "404 page not found") }

// number is a parameter from 0 to limit.
func number(r *http.Request, name string, otherwise, limit int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 0 {
		return otherwise
	}
	return min(n, limit)
}

// some answers with a page of messages; all are those in the mailbox.
func some(w http.ResponseWriter, r *http.Request, all, found []*message) {
	unread := func(messages []*message) (n int) {
		for _, one := range messages {
			if !one.Read {
				n++
			}
		}
		return n
	}
	start := number(r, "start", 0, len(found))
	limit := number(r, "limit", 50, 1000)
	reply(w, map[string]any{
		"total": len(all), "unread": unread(all), "count": len(found), "messages_count": len(found), "messages_unread": unread(found),
		"start": start, "tags": []string{}, "messages": append([]*message{}, found[start:min(start+limit, len(found))]...),
	})
}

func (m *Mailbox) list(w http.ResponseWriter, r *http.Request) {
	all := m.all()
	some(w, r, all, all)
}

func (m *Mailbox) search(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query().Get("query")
	if strings.TrimSpace(query) == "" {
		text(w, http.StatusBadRequest, "Error: no search query")
		return
	}
	all := m.all()
	some(w, r, all, matching(all, query))
}

func (m *Mailbox) deleteFound(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query().Get("query")
	if strings.TrimSpace(query) == "" {
		text(w, http.StatusBadRequest, "Error: no search query")
		return
	}
	m.remove(matching(m.all(), query))
	text(w, http.StatusOK, "ok")
}

// chosen are the messages that a body names: by IDs, by Search, or all.
func (m *Mailbox) chosen(w http.ResponseWriter, r *http.Request) (chosen []*message, read, ok bool) {
	var body struct {
		IDs    []string
		Read   bool
		Search string
	}
	if r.ContentLength != 0 {
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&body); err != nil {
			text(w, http.StatusBadRequest, "Error: "+err.Error())
			return nil, false, false
		}
	}
	all := m.all()
	switch {
	case len(body.IDs) > 0:
		all = slices.DeleteFunc(all, func(one *message) bool { return !slices.Contains(body.IDs, one.ID) })
	case body.Search != "":
		all = matching(all, body.Search)
	}
	return all, body.Read, true
}

func (m *Mailbox) mark(w http.ResponseWriter, r *http.Request) {
	if chosen, read, ok := m.chosen(w, r); ok {
		m.setRead(read, chosen...)
		text(w, http.StatusOK, "ok")
	}
}

func (m *Mailbox) deleteSome(w http.ResponseWriter, r *http.Request) {
	if chosen, _, ok := m.chosen(w, r); ok {
		m.remove(chosen)
		text(w, http.StatusOK, "ok")
	}
}

func (m *Mailbox) show(w http.ResponseWriter, r *http.Request) {
	one, ok := m.open(r.PathValue("id"), r.URL.Query().Get("query"))
	if !ok {
		notFound(w)
		return
	}
	m.mu.Lock()
	if known := m.known[one.ID]; known != nil {
		known.Read = true
	}
	m.mu.Unlock()
	reply(w, one.document())
}

func (m *Mailbox) headers(w http.ResponseWriter, r *http.Request) {
	if one, ok := m.open(r.PathValue("id"), ""); ok {
		reply(w, one.header)
		return
	}
	notFound(w)
}

func (m *Mailbox) raw(w http.ResponseWriter, r *http.Request) {
	if one, ok := m.open(r.PathValue("id"), ""); ok {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write(one.raw)
		return
	}
	notFound(w)
}

func (m *Mailbox) part(w http.ResponseWriter, r *http.Request) {
	one, ok := m.open(r.PathValue("id"), "")
	if ok {
		for _, p := range one.parts {
			if p.PartID == r.PathValue("part") {
				// Nothing of a message runs as a page of the mailbox.
				w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'")
				w.Header().Set("Content-Disposition", "attachment")
				w.Header().Set("Content-Type", p.ContentType)
				_, _ = w.Write(p.content)
				return
			}
		}
	}
	notFound(w)
}

func (m *Mailbox) info(w http.ResponseWriter, _ *http.Request) {
	all := m.all()
	unread, size := 0, 0
	for _, one := range all {
		size += one.Size
		if !one.Read {
			unread++
		}
	}
	reply(w, map[string]any{"Version": "toubkal", "LatestVersion": "", "Database": m.dir, "DatabaseSize": size, "Messages": len(all), "Unread": unread, "Tags": map[string]int{}})
}

// view is the text or the HTML of a message as a document: /view/ID.html, latest.txt. Its
// scripts do not run, and its links open in a window of their own.
func (m *Mailbox) view(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	id, kind, _ := strings.Cut(name, ".")
	one, ok := m.open(id, r.URL.Query().Get("query"))
	switch {
	case !ok:
		notFound(w)
	case kind == "txt":
		text(w, http.StatusOK, one.Text)
	case (kind == "html" || kind == "") && one.HTML != "":
		w.Header().Set("Content-Security-Policy", "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "+
			"img-src data: http: https:; font-src data: https:; frame-ancestors 'self'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(one.HTML + `<base target="_blank">`))
	default:
		notFound(w)
	}
}

// day is a date of before: and after:, or a time.
func day(value string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC3339, "2006/01/02"} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
