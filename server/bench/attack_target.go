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
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// target is a whole program that is attacked.
type target struct {
	*environment
	program *child
	key     string // the API key of anonymous users
	// secretKey is the API key of the role service_role.
	secretKey string
	passwords map[string]string // of the accounts
	idle      float64
	n         atomic.Int64 // requests that were made
}

func (o options) openTarget(ctx context.Context, plan attackPlan) (t *target, err error) {
	t = &target{key: "sb_publishable_" + rand.Text(), secretKey: "sb_secret_" + rand.Text(), passwords: map[string]string{}}
	if t.environment, err = newEnvironment(ctx, o.root, o.throwaway); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.close())
		}
	}()
	program, err := o.built(ctx, t.dir, "./server")
	if err != nil {
		return t, err
	}
	limit := ""
	if plan.OpenFiles > 0 {
		limit = "ulimit -n " + strconv.Itoa(plan.OpenFiles) + "; "
	}
	t.program, err = t.start(ctx, "attacked", func(host, port string) []string {
		return append([]string{
			"HOST=" + host, "PORT=" + port, "DATABASE_URL=" + t.postgres.URL("postgres"), "LOG_LEVEL=warn",
			"TOUBKAL_DATA_DIR=" + filepath.Join(t.dir, "data"), "SUPABASE_PUBLISHABLE_KEY=" + t.key, "SUPABASE_SECRET_KEY=" + t.secretKey,
		}, plan.Environment...)
	}, isReady, "/bin/sh", "-c", limit+`exec "$0" serve`, program)
	if err != nil {
		return t, err
	}
	if err := t.prepare(ctx, plan); err != nil {
		return t, err
	}
	t.idle, err = t.program.process().resident()
	return t, err
}

// prepare makes the accounts and rows.
func (tg *target) prepare(ctx context.Context, plan attackPlan) error {
	for _, account := range plan.Accounts {
		tg.passwords[account.Email] = account.Password
		body, err := json.Marshal(map[string]any{"email": account.Email, "password": account.Password, "email_confirm": true})
		if err != nil {
			return err
		}
		status, answer, err := tg.send(ctx, tg.client("127.0.0.1", false), request{
			Method: "POST", Path: "/auth/v1/admin/users", Body: body, Headers: map[string]string{"Apikey": tg.secretKey},
		})
		if err != nil || status != http.StatusOK {
			return fmt.Errorf("create the account %s: %d %s: %w", account.Email, status, answer, err)
		}
	}
	if plan.SQL == "" {
		return nil
	}
	_, err := tg.admin.Exec(ctx, plan.SQL)
	return err
}

// signIn gets an access token of an account.
func (tg *target) signIn(ctx context.Context, email string) (bearer string, err error) {
	body, err := json.Marshal(map[string]string{"email": email, "password": tg.passwords[email]})
	if err != nil {
		return "", err
	}
	status, answer, err := tg.send(ctx, tg.client("127.0.0.1", false), request{
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

// client makes requests from an address of this machine: on Linux each in 127.0.0.0/8 is one.
func (tg *target) client(from string, keepAlive bool) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: timeout}
	return &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: !keepAlive},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       timeout,
	}
}

// send makes a request, and reads the answer.
func (tg *target) send(ctx context.Context, c *http.Client, r request) (status int, body []byte, err error) {
	var answer bytes.Buffer
	status, err = tg.sendTo(ctx, c, r, &answer)
	return status, answer.Bytes(), err
}

// sendTo makes a request, and writes the body of the answer to a writer.
func (tg *target) sendTo(ctx context.Context, c *http.Client, r request, to io.Writer) (status int, err error) {
	fill := strings.NewReplacer("{uuid}", uuid.NewString(), "{n}", strconv.FormatInt(tg.n.Add(1), 10))
	call, err := http.NewRequestWithContext(ctx, r.Method, "http://"+tg.program.address+fill.Replace(r.Path), strings.NewReader(fill.Replace(string(r.Body))))
	if err != nil {
		return 0, err
	}
	call.Header.Set("Apikey", tg.key)
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
func (tg *target) lock(ctx context.Context, table string) (unlock func() error, err error) {
	if table == "" {
		return func() error { return nil }, nil
	}
	conn, err := pgx.Connect(ctx, tg.postgres.URL("postgres"))
	if err != nil {
		return nil, err
	}
	if _, err = conn.Exec(ctx, "begin; lock table "+table+" in access exclusive mode"); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return func() error { return conn.Close(context.Background()) }, nil
}
