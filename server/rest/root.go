package rest

import (
	"crypto/sha256"
	_ "embed"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/rest/execute"
	"github.com/toubkal/toubkal/server/rest/openapi"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// Root is the description of the API at /.
type Root struct {
	// Mode is follow-privileges (what the caller may do), ignore-privileges
	// (all there is) or disabled (PGRST126). Defaults to follow-privileges.
	Mode string
	// Security adds the security section: an api key in Authorization.
	Security bool
	// ProxyURI is the address that clients use, where a proxy is in front; ""
	// is the one that they asked at. It has passed openapi.CheckProxy.
	ProxyURI string
	// Spec is a function that answers instead, in the default schema; "" for
	// none.
	Spec string
}

// The modes of Root that differ from the default.
const (
	ignorePrivileges = "ignore-privileges"
	disabled         = "disabled"
)

//go:embed rights.sql
var rightsSQL string

// root describes the API to its caller. It asks the database even where rights
// do not matter: whether there is such a caller, only the database knows.
func (h *handler) root(r *http.Request, t execute.Task, session db.Session, s *catalog.Snapshot) (reply.Answer, error) {
	results, err := h.executor.Script(r.Context(), session, false, []db.Step{h.rights(t.Plan.Schema)})
	if err != nil {
		return reply.Answer{}, execute.WaitExceeded(err, t.Request.Prefer)
	}
	if t.Plan.Head {
		return reply.Make(t.Plan, plan.Result{})
	}
	document, err := h.document(t.Plan, results[0], s)
	if err != nil {
		return reply.Answer{}, err
	}
	return reply.Make(t.Plan, plan.Result{Body: document.At(h.address(r))})
}

// rights asks what the caller may do in a schema. The empty search path makes
// PostgreSQL print types as the catalog has them.
func (h *handler) rights(schema string) db.Step {
	if h.Root.Mode == ignorePrivileges {
		return db.Step{Statement: db.Statement{SQL: "select '{}'"}}
	}
	return db.Step{
		Statement: db.Statement{SQL: rightsSQL, Args: [][]byte{[]byte(schema)}},
		Settings:  []db.Setting{{Name: "search_path", Value: ""}},
	}
}

// document finds the description for those rights among the ones made before,
// or makes it. A schema that is gone by now leaves the caller no rights.
func (h *handler) document(p plan.Plan, answer db.Result, s *catalog.Snapshot) (openapi.Document, error) {
	rights := []byte("{}")
	if len(answer.Rows) > 0 {
		rights = answer.Rows[0][0]
	}
	key := openapiKey{p.Schema, p.Action.(plan.Root).Version, sha256.Sum256(rights)}
	if document, ok := h.openapi.find(s, key); ok {
		return document, nil
	}
	subject := openapi.Subject{Catalog: s, Schema: p.Schema, Security: h.Root.Security}
	if h.Root.Mode != ignorePrivileges {
		var err error
		if subject.Rights, err = openapi.ReadRights(rights); err != nil {
			return openapi.Document{}, err
		}
		subject.Visible = slices.Concat([]string{p.Schema}, h.ExtraSearchPath)
	}
	document := openapi.Describe(key.version, subject)
	h.openapi.keep(s, key, document)
	return document, nil
}

// address is the URL by which the client reached the API. Of the scheme, edge leaves what a trusted
// proxy says.
func (h *handler) address(r *http.Request) openapi.Address {
	if address, err := openapi.Proxy(h.Root.ProxyURI); err == nil {
		return address
	}
	address := openapi.Address{Scheme: edge.Scheme(r), Host: r.Host}
	if asked, err := url.ParseRequestURI(r.RequestURI); err == nil {
		address.Path = strings.TrimRight(asked.EscapedPath(), "/")
	}
	return address
}

// openapiCache keeps the descriptions of one snapshot: making one takes
// milliseconds, and there are only so many different rights.
type openapiCache struct {
	mutex sync.Mutex
	of    *catalog.Snapshot
	made  map[openapiKey]openapi.Document
	bytes int
}

// openapiKey identifies a description.
type openapiKey struct {
	schema, version string
	rights          [sha256.Size]byte
}

// maxCacheBytes bounds what is kept. Of a table, 2.0 says 2 kB and 3.1 says 7 kB.
const maxCacheBytes = 16 << 20

func (o *openapiCache) find(s *catalog.Snapshot, key openapiKey) (openapi.Document, bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.of != s {
		return openapi.Document{}, false
	}
	document, ok := o.made[key]
	return document, ok
}

// keep forgets everything where the snapshot is another or there is too much.
func (o *openapiCache) keep(s *catalog.Snapshot, key openapiKey, document openapi.Document) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.of != s || o.bytes+document.Size() > maxCacheBytes {
		o.of, o.made, o.bytes = s, map[openapiKey]openapi.Document{}, 0
	}
	o.made[key] = document
	o.bytes += document.Size()
}
