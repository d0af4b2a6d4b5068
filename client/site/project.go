package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/functions"
	"github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/policies"
	"github.com/toubkal/toubkal/schema"
	enginefunctions "github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/project"
)

// Environment variables of the site, beside those of the engine.
const (
	adminEmail      = "TOUBKAL_ADMIN_EMAIL"
	rateLimitWrites = "TOUBKAL_RATE_LIMIT_WRITES"
	uploadsPerDay   = "TOUBKAL_RATE_LIMIT_UPLOADS"
)

// Project is the mountaineer's site as the engine serves it.
func Project() project.Project {
	a := &application{}
	return project.Project{
		Name:              "toubkal",
		Defaults:          map[string]string{"TOUBKAL_SIGN_UP": "invitation", "SERVICES": "rest,auth,functions,realtime,storage,site"},
		Migrations:        schema.Files,
		Policies:          policies.Files,
		Seeds:             folder(schema.Files, "seeds"),
		Functions:         a.functions,
		Mail:              mail.Templates(),
		Jobs:              background,
		Site:              a.site,
		TableMiddleware:   a.tables,
		StorageMiddleware: limitUploads,
		Sanitize:          map[string]func(string) string{"public.html": Clean},
		Bootstrap:         firstAdmin,
		Commands: []project.Command{{
			Name: "admin", Usage: "EMAIL", Help: "create a super admin, or give one a new one-time password", Run: adminCommand,
		}, {
			Name: "remove-second-factor", Usage: "EMAIL", Help: "let an admin who lost the phone sign in without it", Run: removeSecondFactorCommand,
		}},
		Variables: []project.Variable{
			{
				Name: adminEmail, Default: "admin@toubkal.local", Help: "e-mail of the first super admin, created when there is none",
				Check: func(value string) error {
					if strings.Contains(value, "@") {
						return nil
					}
					return fmt.Errorf("%q is no e-mail address", value)
				},
			},
			{
				Name: rateLimitWrites, Default: "30",
				Help:  "rows that anonymous users at one address may add in five minutes, and a tenth of the changes that they may make; 0 is no limit",
				Check: wholeNumber,
			},
			{
				Name: uploadsPerDay, Default: "40",
				Help:  "files that anonymous users at one address may send in a day; 0 is no limit",
				Check: wholeNumber,
			},
		},
	}
}

func wholeNumber(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 0 {
		return fmt.Errorf("%q is not a whole number", value)
	}
	return nil
}

// background is the work on e-mails, on files without a form, and on data whose time is over.
func background(h *project.Host) (jobs.Plan, error) {
	plan, err := mail.Plan(h)
	plan.Schedules = append(plan.Schedules, unsentFiles(h), expiry(h))
	return plan, err
}

// folder of an embedded file system: the name is a constant, so it is there.
func folder(files fs.FS, name string) fs.FS {
	in, err := fs.Sub(files, name)
	if err != nil {
		panic(err)
	}
	return in
}

// application is what the site's functions and pages share.
type application struct {
	pages     atomic.Pointer[Site] // nil until they are served
	once      sync.Once
	documents *documents.Renderer
	err       error
}

// renderer makes PDFs and link pictures; nil where the client, which brings fonts
// and texts, is not built.
func (a *application) renderer(h *project.Host) (*documents.Renderer, error) {
	a.once.Do(func() {
		a.documents, a.err = documents.New(documents.Options{
			Files: folder(client.Dist, "dist"), Rows: func(ctx context.Context, request string) ([]byte, error) {
				return h.Query(ctx, "/rest/v1/"+request)
			},
			SiteURL: h.Address, Log: h.Log,
		})
		if errors.Is(a.err, documents.ErrNotBuilt) {
			a.documents, a.err = nil, nil
		}
	})
	return a.documents, a.err
}

func (a *application) functions(h *project.Host) (map[string]enginefunctions.Function, error) {
	renderer, err := a.renderer(h)
	if err != nil {
		return nil, err
	}
	return functions.All(renderer, &mail.NewsletterWriter{Templates: h.MailTemplates, Address: h.Address},
		&mail.OrderWriter{Templates: h.MailTemplates, Address: h.Address}), nil
}

// tables limits what anonymous users write, and tells the pages of each write.
func (a *application) tables(h *project.Host) (func(http.Handler) http.Handler, error) {
	limit, err := limitWrites(h)
	if err != nil {
		return nil, err
	}
	return func(next http.Handler) http.Handler {
		return limit(tellWrites(next, func() {
			if pages := a.pages.Load(); pages != nil {
				pages.TablesChanged()
			}
		}))
	}, nil
}

// site answers pages, files, PDFs (/downloads/) and link pictures (/og/).
func (a *application) site(h *project.Host) (http.Handler, error) {
	renderer, err := a.renderer(h)
	if err != nil {
		return nil, err
	}
	pages, err := New(Options{
		Files: folder(client.Dist, "dist"), PagesDir: filepath.Join(h.DataDir, "pages"), AnonKey: h.AnonKey, Tables: h.Tables, SiteURL: h.SiteURL, Address: h.Address, Log: h.Log,
	})
	if errors.Is(err, ErrNotBuilt) {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		}), nil
	}
	if err != nil {
		return nil, err
	}
	a.pages.Store(pages)
	mux := http.NewServeMux()
	mux.Handle("GET /downloads/", renderer)
	mux.Handle("GET /og/", renderer)
	mux.Handle("/", pages)
	return mux, nil
}
