package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/token"
)

// explainService answers /explain/v1: it executes a request of the table API as a caller, rolls it back, and says which
// grants and policies decided. The service key alone may ask.
type explainService struct {
	*program
	pool   *db.Pool // as the owner: one request at a time
	keys   *token.Verifier
	tables *tables
}

const (
	explainBody    = 1 << 20 // bytes
	explainTimeout = 30 * time.Second
)

func (p *program) openExplain(ctx context.Context, d *installation.Database, keys *token.Keys, on *tables) (*explainService, error) {
	pool, err := p.OpenPool(ctx, d.Owner, db.Options{MaxConns: config.ExplainConns, MaxMessage: 64 << 20, MaxConnIdleTime: time.Minute})
	if err != nil {
		return nil, err
	}
	return &explainService{p, pool, keys.WithRules(token.Rules{}), on}, nil
}

func (s *explainService) close() {
	if s != nil {
		s.pool.Close()
	}
}

// explainOptions are those of the running table API, with its schema cache.
func (t *tables) explainOptions() (explain.Options, error) {
	options, err := t.ExplainOptions()
	options.Catalog = t.snapshot()
	return options, err
}

func (s *explainService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), explainTimeout)
	defer cancel()
	report, err := s.explain(r.WithContext(ctx))
	if err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = fault.New(fault.Timeout, "The explanation took too long.").Because(err)
		}
		f := db.Fault(err, false)
		if f.Status >= http.StatusInternalServerError {
			s.Log.WarnContext(ctx, "explain failed", "error", err)
		}
		edge.Refuse(w, f)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(report)
}

func (s *explainService) explain(r *http.Request) (report explain.Report, err error) {
	if !s.keys.IsServiceKey(token.Bearer(r.Context())) { // of an opaque key, the edge has resolved it
		return report, fault.New(fault.ExplainForbidden, "Explanations are for the service key.")
	}
	if r.Method != http.MethodPost {
		return report, fault.New(fault.BadMethod, "Send the request that is to be explained by POST.").WithHeader("Allow", http.MethodPost)
	}
	var in explain.Input
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return report, fault.New(fault.TooLarge, "The request is too large.")
		}
		return report, fault.New(fault.ExplainInvalid, "The body is not the JSON that is expected: "+fault.JSONProblem(err))
	}
	options, err := s.tables.explainOptions()
	if err != nil {
		return report, err
	}
	err = s.pool.Conn(r.Context(), func(conn *db.Conn) error {
		report, err = explain.Answer(r.Context(), conn, options, installation.LoginRole, in)
		return err
	})
	return report, err
}
