package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// standIn does for a request what PostgREST 16 does, statement for statement
// and round trip for round trip: BEGIN, one SELECT of set_config, the query,
// COMMIT. It has Go's HTTP server and driver, so it is a fast PostgREST.
type standIn struct {
	pool     *pgxpool.Pool
	secret   []byte
	queries  map[string]*scenario
	verified sync.Map // bearer token → callerOf
}

type callerOf struct {
	role   string
	claims []byte
}

// settings is PostgREST's statement (Query/PreQuery.hs) for a request without
// preferences and without app settings.
const settings = `select set_config('search_path', $1, true), set_config('role', $2, true),
	set_config('request.jwt.claims', $3, true), set_config('request.method', $4, true),
	set_config('request.path', $5, true), set_config('request.headers', $6, true), set_config('request.cookies', $7, true)`

// serveStandIn is the hidden verb of the child process.
func serveStandIn(ctx context.Context, address, database, secret string) error {
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return errors.New("the stand-in's database address is wrong")
	}
	config.MaxConns = poolSize
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	s := &standIn{pool: pool, secret: []byte(secret), queries: map[string]*scenario{}}
	for _, one := range scenarios(full) {
		s.queries[one.key()] = one
	}
	server := &http.Server{Addr: address, Handler: s, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := s.answer(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Location", r.URL.Path+"?"+r.URL.RawQuery)
	w.Header().Set("Content-Length", strconv.Itoa(len(body.text)))
	w.WriteHeader(body.status)
	_, _ = w.Write(body.text)
}

type body struct {
	status int
	text   []byte
}

func (s *standIn) answer(r *http.Request) (body, error) {
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/rest/v1")
	query, ok := s.queries[keyOf(r.Method, r.URL, r.Header.Get("Prefer"))]
	if !ok {
		return body{}, fmt.Errorf("no scenario asks %s %s", r.Method, r.URL)
	}
	from, err := s.verify(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	if err != nil {
		return body{}, err
	}
	args, err := arguments(query, r)
	if err != nil {
		return body{}, err
	}
	text, err := s.run(r, from, query.standIn, args)
	return body{query.want(), text}, err
}

// arguments are the filter's value or the body.
func arguments(query *scenario, r *http.Request) ([]any, error) {
	if r.Method == http.MethodPost {
		given, err := io.ReadAll(r.Body)
		return []any{string(given)}, err
	}
	if query.rows == 0 {
		return nil, nil
	}
	_, value, _ := strings.Cut(r.URL.Query().Get("id"), ".")
	return []any{value}, nil
}

// run is the transaction: four round trips.
func (s *standIn) run(r *http.Request, from callerOf, query string, args []any) ([]byte, error) {
	ctx := r.Context()
	mode := pgx.TxOptions{IsoLevel: pgx.ReadCommitted, AccessMode: pgx.ReadOnly}
	if r.Method == http.MethodPost {
		mode.AccessMode = pgx.ReadWrite
	}
	tx, err := s.pool.BeginTx(ctx, mode)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(ctx) }() // after a commit it does nothing
	headers, err := headersJSON(r)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, settings, `"bench", "public"`, from.role, string(from.claims), r.Method, r.URL.Path, headers, "{}"); err != nil {
		return nil, err
	}
	var text []byte
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		text = append(text, rows.RawValues()[2]...)
	}
	if rows.Close(); rows.Err() != nil {
		return nil, rows.Err()
	}
	return text, tx.Commit(ctx)
}

func headersJSON(r *http.Request) (string, error) {
	headers := map[string]string{"host": r.Host}
	for name, values := range r.Header {
		headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	text, err := json.Marshal(headers)
	return string(text), err
}

// verify checks a token once; PostgREST caches too.
func (s *standIn) verify(bearer string) (callerOf, error) {
	if known, ok := s.verified.Load(bearer); ok {
		return known.(callerOf), nil
	}
	claims := jwt.MapClaims{}
	if _, err := jwt.ParseWithClaims(bearer, claims, func(*jwt.Token) (any, error) { return s.secret, nil }, jwt.WithValidMethods([]string{"HS256"})); err != nil {
		return callerOf{}, err
	}
	text, err := json.Marshal(claims)
	role, _ := claims["role"].(string)
	from := callerOf{role, text}
	s.verified.Store(bearer, from)
	return from, err
}
