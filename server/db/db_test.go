package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/fault"
)

func TestStatusOfAnSQLState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code string
		anonymous  bool
		want       int
	}{
		{"a visitor lacks the right: sign in", "42501", true, 401},
		{"a user lacks the right", "42501", false, 403},
		{"duplicate key", "23505", false, 409},
		{"foreign key", "23503", false, 409},
		{"check", "23514", false, 400},
		{"unknown table", "42P01", false, 404},
		{"unknown function", "42883", false, 404},
		{"writing in a GET", "25006", false, 405},
		{"a bad parameter", "22023", false, 400},
		{"connection", "08006", false, 503},
		{"too many connections", "53300", false, 503},
		{"shutting down", "57P01", false, 503},
		{"timeout", "57014", false, 500},
		{"raised", "P0001", false, 400},
		{"raised with a status", "PT402", false, 402},
		{"raised with rubbish", "PTxyz", false, 500},
		{"raised with what is no answer", "PT100", false, 500},
		{"short code", "X", false, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := StatusOf(c.code, c.anonymous); got != c.want {
				t.Errorf("StatusOf(%s) = %d, want %d", c.code, got, c.want)
			}
		})
	}
}

func TestFaultHidesTheCause(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		err    error
		code   string
		status int
	}{
		{"a fault stays", fmt.Errorf("wrapped: %w", fault.New(fault.RestNotSingular, "one row, please")), fault.RestNotSingular, 406},
		{"postgres", &pgconn.PgError{Code: "23505", Message: "duplicate", Detail: "Key (id)"}, "23505", 409},
		{"a value that nests too deep", &pgconn.PgError{Code: "54001"}, "54001", 400},
		{"a function that calls itself", &pgconn.PgError{Code: "54001", Where: "SQL function \"f\" statement 1"}, "54001", 500},
		{"busy pool", ErrBusy, fault.RestPoolTimeout, 504},
		{"deadline", context.DeadlineExceeded, fault.Timeout, 504},
		{"anything else", errors.New("disk on fire"), fault.Internal, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := Fault(c.err, true)
			if f.Code != c.code || f.Status != c.status {
				t.Errorf("Fault = %s %d, want %s %d", f.Code, f.Status, c.code, c.status)
			}
			if f.Message == "disk on fire" {
				t.Error("the caller sees the cause")
			}
		})
	}
}

func TestFaultOfAnonAsksToSignIn(t *testing.T) {
	t.Parallel()
	f := Fault(&pgconn.PgError{Code: "42501"}, true)
	if f.Status != http.StatusUnauthorized || f.Header.Get("Www-Authenticate") != "Bearer" {
		t.Errorf("status %d, WWW-Authenticate %q", f.Status, f.Header.Get("Www-Authenticate"))
	}
}

func TestLoginURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, address string }{
		{"tcp", "postgres://postgres:old@db:5433/shop?sslmode=disable"},
		{"socket", "postgres://postgres:old@/shop?host=/run/pg&port=5433"},
		{"key and value", "host=db port=5433 user=postgres password=old dbname=shop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			address, err := LoginURL(c.address, "authenticator", `p'w\ @/`)
			if err != nil {
				t.Fatal(err)
			}
			got, err := pgx.ParseConfig(address)
			if err != nil {
				t.Fatal(err)
			}
			if got.User != "authenticator" || got.Password != `p'w\ @/` || got.Database != "shop" || got.Port != 5433 {
				t.Errorf("%s signs in as %s with %q to %s:%d", address, got.User, got.Password, got.Database, got.Port)
			}
		})
	}
}

func TestQuoteComment(t *testing.T) {
	t.Parallel()
	if got := (statementKey{role: "a*/ drop table x; /*", sql: "select 1"}).text(); got != "/* a__ drop table x; __ */ select 1" {
		t.Errorf("the statement is %q", got)
	}
}

func TestOpenHidesThePassword(t *testing.T) {
	t.Parallel()
	_, err := Open(t.Context(), "postgres://u:hush@host:notaport/db", Options{})
	if err == nil {
		t.Fatal("a wrong address was accepted")
	}
	if got := err.Error(); strings.Contains(got, "hush") {
		t.Errorf("the error tells the password: %s", got)
	}
}

// TestALostConnectionIs503: clients retry a 503.
func TestALostConnectionIs503(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{syscall.ECONNRESET, syscall.EPIPE, os.ErrDeadlineExceeded} {
		cut := &net.OpError{Op: "read", Net: "unix", Err: os.NewSyscallError("read", cause)}
		if got := Fault(fmt.Errorf("store: %w", cut), false); got.Status != 503 {
			t.Errorf("%v: %d %s, want 503", cause, got.Status, got.Code)
		}
	}
	if got := Fault(fmt.Errorf("store: %w", os.ErrNotExist), false); got.Status != 500 {
		t.Errorf("another error: %d, want 500", got.Status)
	}
}
