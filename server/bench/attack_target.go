package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/localpg"
)

// target is a whole program that is attacked.
type target struct {
	dir     string
	address string
	key     string // the API key of anonymous users
	// secretKey is the API key of the role service_role.
	secretKey string
	passwords map[string]string // of the accounts
	idle      float64
	postgres  *localpg.Server
	program   *child
	n         atomic.Int64 // requests that were made
}

func (o options) openTarget(ctx context.Context, plan attackPlan, out io.Writer) (t *target, err error) {
	t = &target{key: "sb_publishable_" + rand.Text(), secretKey: "sb_secret_" + rand.Text(), passwords: map[string]string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.close())
		}
	}()
	if t.dir, err = os.MkdirTemp("", "toubkal-attack-"); err != nil {
		return t, err
	}
	if err = os.Chmod(t.dir, 0o711); err != nil { // PostgreSQL's account passes through
		return t, err
	}
	program := o.program
	if program == "" {
		program = filepath.Join(t.dir, "program")
		if err := build(ctx, out, o.root, program); err != nil {
			return t, err
		}
	}
	if t.postgres, err = localpg.Start(ctx, localpg.Options{Root: o.root, Dir: filepath.Join(t.dir, "postgres")}); err != nil {
		return t, err
	}
	if t.address, err = freeAddress(); err != nil {
		return t, err
	}
	host, port, _ := net.SplitHostPort(t.address)
	env := append([]string{
		"HOST=" + host, "PORT=" + port, "DATABASE_URL=" + t.postgres.URL("postgres"), "LOG_LEVEL=warn",
		"TOUBKAL_DATA_DIR=" + filepath.Join(t.dir, "data"), "SUPABASE_PUBLISHABLE_KEY=" + t.key, "SUPABASE_SECRET_KEY=" + t.secretKey,
	}, plan.Environment...)
	limit := ""
	if plan.OpenFiles > 0 {
		limit = "ulimit -n " + strconv.Itoa(plan.OpenFiles) + "; "
	}
	ready := func() error {
		status, _, err := t.send(ctx, t.client("127.0.0.1", false), request{Path: "/ready"})
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("/ready answers %d", status)
		}
		return err
	}
	t.program, err = start(ctx, t.address, filepath.Join(t.dir, "program.log"), ready, env, "/bin/sh", "-c", limit+`exec "$0" serve`, program)
	if err != nil {
		return t, err
	}
	if err := t.prepare(ctx, plan); err != nil {
		return t, err
	}
	t.idle, err = t.server().resident()
	return t, err
}

// prepare makes the accounts and rows.
func (t *target) prepare(ctx context.Context, plan attackPlan) error {
	for _, account := range plan.Accounts {
		t.passwords[account.Email] = account.Password
		body, err := json.Marshal(map[string]any{"email": account.Email, "password": account.Password, "email_confirm": true})
		if err != nil {
			return err
		}
		status, answer, err := t.send(ctx, t.client("127.0.0.1", false), request{
			Method: "POST", Path: "/auth/v1/admin/users", Body: body, Headers: map[string]string{"Apikey": t.secretKey},
		})
		if err != nil || status != http.StatusOK {
			return fmt.Errorf("create the account %s: %d %s: %w", account.Email, status, answer, err)
		}
	}
	if plan.SQL == "" {
		return nil
	}
	conn, err := pgx.Connect(ctx, t.postgres.URL("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, plan.SQL)
	return errors.Join(err, conn.Close(ctx))
}

// signIn gets an access token of an account.
func (t *target) signIn(ctx context.Context, email string) (bearer string, err error) {
	body, err := json.Marshal(map[string]string{"email": email, "password": t.passwords[email]})
	if err != nil {
		return "", err
	}
	status, answer, err := t.send(ctx, t.client("127.0.0.1", false), request{
		Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: body,
	})
	if err != nil || status != http.StatusOK {
		return "", fmt.Errorf("sign in as %s: %d %s: %w", email, status, answer, err)
	}
	var session struct {
		AccessToken string `json:"access_token"`
	}
	err = json.Unmarshal(answer, &session)
	return session.AccessToken, err
}

func (t *target) server() process { return process{pid: t.program.cmd.Process.Pid} }

func (t *target) close() (err error) {
	if t.program != nil {
		err = t.program.stop()
	}
	if t.postgres != nil {
		err = errors.Join(err, t.postgres.Stop(context.Background()), os.RemoveAll(t.postgres.Dir()))
	}
	return errors.Join(err, os.RemoveAll(t.dir))
}

// client makes requests from an address of this machine: on Linux each in 127.0.0.0/8 is one.
func (t *target) client(from string, keepAlive bool) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: timeout}
	return &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: !keepAlive},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       timeout,
	}
}

// send makes a request, and reads the answer.
func (t *target) send(ctx context.Context, c *http.Client, r request) (status int, body []byte, err error) {
	var answer bytes.Buffer
	status, err = t.sendTo(ctx, c, r, &answer)
	return status, answer.Bytes(), err
}

// sendTo makes a request, and writes the body of the answer to a writer.
func (t *target) sendTo(ctx context.Context, c *http.Client, r request, to io.Writer) (status int, err error) {
	fill := strings.NewReplacer("{uuid}", uuid.NewString(), "{n}", strconv.FormatInt(t.n.Add(1), 10))
	call, err := http.NewRequestWithContext(ctx, r.Method, "http://"+t.address+fill.Replace(r.Path), strings.NewReader(fill.Replace(string(r.Body))))
	if err != nil {
		return 0, err
	}
	call.Header.Set("Apikey", t.key)
	if len(r.Body) > 0 {
		call.Header.Set("Content-Type", "application/json")
	}
	for name, value := range r.Headers {
		call.Header.Set(name, value)
	}
	answer, err := c.Do(call)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	_, err = io.Copy(to, answer.Body)
	return answer.StatusCode, err
}

// lock holds a table until the function that it returns is called.
func (t *target) lock(ctx context.Context, table string) (unlock func() error, err error) {
	if table == "" {
		return func() error { return nil }, nil
	}
	conn, err := pgx.Connect(ctx, t.postgres.URL("postgres"))
	if err != nil {
		return nil, err
	}
	if _, err = conn.Exec(ctx, "begin; lock table "+table+" in access exclusive mode"); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return func() error { return conn.Close(context.Background()) }, nil
}
