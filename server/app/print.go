package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/server/paper"
)

// press prints from the client that was compiled in; without one it is nil.
func (p *program) press(k *keyring, on *running, address string) (*paper.Press, error) {
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("open the client: %w", err)
	}
	press, err := paper.New(paper.Options{Files: dist, Rows: rowsOf(p.asVisitor(k, on), k.anon), SiteURL: address, Log: p.log})
	if errors.Is(err, paper.ErrNotBuilt) {
		return nil, nil
	}
	return press, err
}

// rowsOf asks the table API within this process.
func rowsOf(tables http.Handler, anonKey string) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, request string) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/rest/v1/"+request, http.NoBody)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Apikey", anonKey)
		a := &answered{header: http.Header{}, status: http.StatusOK}
		tables.ServeHTTP(a, r)
		if a.status != http.StatusOK {
			return nil, fmt.Errorf("the tables answer %d to %s: %.300s", a.status, request, a.Bytes())
		}
		return a.Bytes(), nil
	}
}

// answered keeps what a handler writes.
type answered struct {
	bytes.Buffer
	header http.Header
	status int
}

func (a *answered) Header() http.Header    { return a.header }
func (a *answered) WriteHeader(status int) { a.status = status }

// printed answers for documents and pictures, or says why there are none.
func printed(press *paper.Press) http.Handler {
	if press == nil {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, paper.ErrNotBuilt.Error(), http.StatusServiceUnavailable)
		})
	}
	return press
}
