package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
)

// authEnvironment is what auth is measured on: the program, and GoTrue where one is given,
// each with a database of its own in the same PostgreSQL.
type authEnvironment struct {
	*environment
	apiKey, serviceKey string
	servers            map[string]*authServer // by the system's name
}

// authServer is a program that answers GoTrue's routes.
type authServer struct {
	address string
	base    string // of the routes' paths: "", or that of Supabase's gateway
	// accounts are signed in; each client of a run has one.
	accounts []*authAccount
}

// authAccount is an account and its current session.
type authAccount struct {
	mu              sync.Mutex
	email, password string
	access, refresh string
}

// newAuthEnvironment starts PostgreSQL and the programs, and signs the accounts in.
func newAuthEnvironment(ctx context.Context, o options, accounts int, out io.Writer) (_ *authEnvironment, err error) {
	e := &authEnvironment{servers: map[string]*authServer{}}
	if e.environment, err = newEnvironment(ctx, o.root, size{reviews: 1, customers: 1, wide: 1}, o.throwaway); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if e.apiKey, err = e.roleKey("anon"); err != nil {
		return nil, err
	}
	if e.serviceKey, err = e.roleKey("service_role"); err != nil {
		return nil, err
	}
	if o.program == "" {
		o.program = filepath.Join(e.dir, "program")
		if err = build(ctx, out, o.root, o.program); err != nil {
			return nil, err
		}
	}
	for _, s := range []struct{ name, program string }{{ours, o.program}, {before, o.against}, {gotrue, o.gotrue}} {
		if s.program == "" {
			continue
		}
		if err = e.openServer(ctx, s.name, s.program, accounts); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// roleKey is the API key of a role, in its form as a token.
func (e *environment) roleKey(role string) (string, error) {
	claims := jwt.MapClaims{"role": role, "iss": "toubkal", "exp": time.Now().Add(24 * time.Hour).Unix()}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(e.secret))
	if err != nil {
		return "", fmt.Errorf("sign the key of %s: %w", role, err)
	}
	return signed, nil
}

// openServer starts a program with a database, and makes its accounts. Limits by address
// are off: all clients have one.
func (e *authEnvironment) openServer(ctx context.Context, name, program string, accounts int) error {
	database := "auth_" + name
	if _, err := e.admin.Exec(ctx, "create database "+pgx.Identifier{database}.Sanitize()); err != nil {
		return err
	}
	url, err := databaseURL(e.postgres, database)
	if err != nil {
		return err
	}
	s := &authServer{}
	if s.address, err = freeAddress(); err != nil {
		return err
	}
	host, port, _ := net.SplitHostPort(s.address)
	pool := strconv.Itoa(poolSize)
	env := []string{
		"PORT=" + port, "DATABASE_URL=" + url, "API_EXTERNAL_URL=http://" + s.address, "LOG_LEVEL=warn",
		"GOTRUE_JWT_SECRET=" + e.secret, "GOTRUE_SITE_URL=http://" + s.address, "GOTRUE_MAILER_AUTOCONFIRM=true",
	}
	if name == gotrue {
		if err := prepareGoTrue(ctx, url); err != nil {
			return err
		}
		env = append(env, "GOTRUE_API_HOST="+host, "GOTRUE_DB_DRIVER=postgres", "GOTRUE_JWT_AUD=authenticated", "GOTRUE_LOG_LEVEL=warn",
			"GOTRUE_DB_MAX_POOL_SIZE="+pool, "GOTRUE_DB_MAX_IDLE_POOL_SIZE="+pool)
		migrate := exec.CommandContext(ctx, program, "migrate")
		migrate.Env = append(os.Environ(), env...)
		if said, err := migrate.CombinedOutput(); err != nil {
			return fmt.Errorf("migrate GoTrue's database: %w; it said: %s", err, said)
		}
	} else {
		env = append(env, "HOST="+host, "SERVICES=auth", "TOUBKAL_ENV=production", "PGRST_DB_POOL="+pool,
			"TOUBKAL_DATA_DIR="+filepath.Join(e.dir, name), "GOTRUE_RATE_LIMIT_TOKEN_REFRESH=0")
	}
	c, err := start(ctx, s.address, filepath.Join(e.dir, name+".log"), s.findBase, env, program, "serve")
	if err != nil {
		return err
	}
	e.children = append(e.children, c)
	e.servers[name] = s
	e.systems[name] = system{
		name: name, server: process{pid: c.cmd.Process.Pid},
		open: func(_ context.Context, of *scenario) (client, error) { return e.openClient(s, of) },
	}
	return s.makeAccounts(ctx, e, accounts)
}

// prepareGoTrue makes what GoTrue's migrations expect of a database: the schema, and that
// unqualified names are found in it.
func prepareGoTrue(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `create schema if not exists auth;
		do $$ begin execute format('alter database %I set search_path = auth, public', current_database()); end $$`)
	return errors.Join(err, conn.Close(ctx))
}

// findBase finds the path of the routes by that of /health.
func (s *authServer) findBase() error {
	var failed error
	for _, base := range []string{"", "/auth/v1"} {
		answer, err := http.Get("http://" + s.address + base + "/health")
		if err != nil {
			return err
		}
		text, err := io.ReadAll(answer.Body)
		err = errors.Join(err, answer.Body.Close())
		if err == nil && answer.StatusCode == http.StatusOK && bytes.Contains(text, []byte(`"description"`)) {
			s.base = base
			return nil
		}
		failed = errors.Join(failed, err, fmt.Errorf("%s/health: %s %.200s", base, answer.Status, text))
	}
	return failed
}

// makeAccounts makes the accounts and opens a session of each.
func (s *authServer) makeAccounts(ctx context.Context, e *authEnvironment, n int) error {
	for i := range n {
		a := &authAccount{email: fmt.Sprintf("user%d@example.org", i), password: "a long pass phrase " + strconv.Itoa(i)}
		status, answer, err := s.post(ctx, "/admin/users", e.serviceKey, map[string]any{
			"email": a.email, "password": a.password, "email_confirm": true, "user_metadata": map[string]string{"name": a.email},
		})
		if err != nil || status != http.StatusOK {
			return fmt.Errorf("create the account %s: %d %.300s: %w", a.email, status, answer, err)
		}
		status, answer, err = s.post(ctx, "/token?grant_type=password", e.apiKey, map[string]string{"email": a.email, "password": a.password})
		if err != nil || status != http.StatusOK {
			return fmt.Errorf("sign in as %s: %d %.300s: %w", a.email, status, answer, err)
		}
		if err := a.take(answer); err != nil {
			return err
		}
		s.accounts = append(s.accounts, a)
	}
	return nil
}

func (s *authServer) post(ctx context.Context, path, key string, body any) (status int, text []byte, err error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.address+s.base+path, bytes.NewReader(sent))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Apikey", key)
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// take keeps the tokens of an answer.
func (a *authAccount) take(answer []byte) error {
	var session struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
	}
	if err := json.Unmarshal(answer, &session); err != nil {
		return fmt.Errorf("read a session: %w", err)
	}
	if session.AccessToken == "" || session.RefreshToken == "" {
		return fmt.Errorf("a session without tokens: %.300s", answer)
	}
	a.access, a.refresh = session.AccessToken, session.RefreshToken
	return nil
}
