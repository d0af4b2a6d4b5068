//go:build endurance && (linux || darwin || freebsd)

// Package mailkilled kills the program while it sends e-mails, and starts it again: in the
// end every message has arrived, and none twice. It also measures how many a second go
// through the outbox.
package mailkilled

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

const (
	// roundsVariable is the number of times to kill the program. Defaults to 3.
	roundsVariable = "TOUBKAL_MAIL_KILL_ROUNDS"
	// messagesVariable is the number of messages to send. Defaults to 600.
	messagesVariable = "TOUBKAL_MAIL_KILL_MESSAGES"
	// rateVariable fails the test where fewer a second are sent without kills, such as 200.
	// Defaults to none: that is the machine's affair.
	rateVariable = "TOUBKAL_MAIL_RATE"
	// programVariable makes the test binary the program.
	programVariable = "TOUBKAL_KILL_PROGRAM"
	// patience bounds every wait.
	patience = 5 * time.Minute
)

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		app.Main(project.Project{Name: "fixture", Migrations: fixture.Schema, Policies: fixture.Policies})
		return
	}
	// The program sets the passwords of its login roles, which belong to the cluster.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m))
}

// inbox is an SMTP server that counts messages by Message-ID.
type inbox struct {
	mu    sync.Mutex
	times map[string]int
	total int
	grown chan struct{}
}

// NewSession is a connection.
func (i *inbox) NewSession(*smtp.Conn) (smtp.Session, error) { return session{i}, nil }

type session struct{ *inbox }

func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (session) Reset()                               {}
func (session) Logout() error                        { return nil }

// Data counts a message once it is there to its end.
func (s session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	_, id, _ := strings.Cut(string(raw), "Message-ID: <")
	id, _, _ = strings.Cut(id, ">")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times[id]++
	s.total++
	select {
	case s.grown <- struct{}{}:
	default:
	}
	return nil
}

func (i *inbox) count() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.total
}

// wait until so many messages are there.
func (i *inbox) wait(t *testing.T, n int) {
	t.Helper()
	end := time.After(patience)
	for i.count() < n {
		select {
		case <-i.grown:
		case <-end:
			t.Fatalf("%d messages arrived, want %d", i.count(), n)
		}
	}
}

func (i *inbox) listen(t *testing.T) (port int) {
	t.Helper()
	server := smtp.NewServer(i)
	server.Domain = "localhost"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	address, _ := listener.Addr().(*net.TCPAddr)
	return address.Port
}

// launch starts the program, which ends with kill.
func launch(t *testing.T, database *pgtest.DB, port int) (kill func()) {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0], "serve")
	cmd.Env = append(os.Environ(), programVariable+"=1", "TOUBKAL_DATA_DIR="+t.TempDir(), "TOUBKAL_ENV=production", "PORT=0",
		"GOTRUE_JWT_SECRET=a secret of the tests, long enough to sign with", "SERVICES=rest,auth", "LOG_LEVEL=error", "DATABASE_URL="+database.URL,
		"SMTP_HOST=127.0.0.1", "SMTP_PORT="+strconv.Itoa(port), "SMTP_ADMIN_EMAIL=site@site.test")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	t.Cleanup(kill)
	return kill
}

// put fills the outbox, 100 messages a transaction.
func put(t *testing.T, database *pgtest.DB, n int) {
	t.Helper()
	outbox := mail.NewOutbox(mail.OutboxOptions{From: "site@site.test"})
	for first := 0; first < n; first += 100 {
		err := pgx.BeginFunc(t.Context(), database.Admin, func(tx pgx.Tx) error {
			for i := first; i < min(first+100, n); i++ {
				message := mail.Message{To: fmt.Sprintf("reader%d@site.test", i), Subject: "Hello", Text: strings.Repeat("Hello. ", 100), HTML: "<p>" + strings.Repeat("Hello. ", 300) + "</p>"}
				if err := outbox.Put(t.Context(), tx, message, uuid.NewString()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func number(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	if os.Getenv(variable) == "" {
		return otherwise
	}
	n, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEveryMessageArrivesOnce(t *testing.T) {
	rounds, messages := number(t, roundsVariable, 3), number(t, messagesVariable, 600)
	waiting := os.Getenv(roundsVariable) != ""
	database, received := pgtest.New(t), &inbox{times: map[string]int{}, grown: make(chan struct{}, 1)}
	port := received.listen(t)
	put(t, database, messages)
	kill := launch(t, database, port)
	for round := range rounds {
		received.wait(t, received.count()+1)
		time.Sleep(time.Duration(rand.Int64N(int64(100 * time.Millisecond)))) // the moment of the kill
		kill()
		t.Logf("round %d: killed after %d messages", round, received.count())
		if !waiting {
			passMinutes(t, database)
		}
		kill = launch(t, database, port)
	}
	received.wait(t, messages)
	settle(t, database)
	kill()
	received.mu.Lock()
	defer received.mu.Unlock()
	var lost, twice int
	rows, err := database.Admin.Query(t.Context(), `select id::text from toubkal_mail.messages`)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(ids) != messages {
		t.Fatalf("%d rows, %v, want %d", len(ids), err, messages)
	}
	for _, id := range ids {
		switch times := received.times[id+"@site.test"]; {
		case times == 0:
			lost++
		case times > 1:
			twice++
		}
	}
	t.Logf("%d messages, %d kills: %d lost, %d twice", messages, rounds, lost, twice)
	if lost > 0 || twice > 0 {
		t.Errorf("%d lost, %d twice", lost, twice)
	}
}

// passMinutes makes what the killed program was doing old enough to be taken over. With
// roundsVariable set, the test waits for that instead.
func passMinutes(t *testing.T, database *pgtest.DB) {
	t.Helper()
	_, err := database.Admin.Exec(t.Context(), `update toubkal_jobs.river_job set attempted_at = attempted_at - interval '2 minutes' where state = 'running';
		delete from toubkal_jobs.river_leader`)
	if err != nil {
		t.Fatal(err)
	}
}

// settle waits until no message is left to send.
func settle(t *testing.T, database *pgtest.DB) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		var left int
		if err := database.Admin.QueryRow(t.Context(), `select count(*) from toubkal_mail.messages where state <> 'sent'`).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d messages are not sent", left)
		}
	}
}

// The rate is that of a full outbox: from the first message to the last.
func TestRate(t *testing.T) {
	least := number(t, rateVariable, 0)
	messages := number(t, messagesVariable, 600)
	database, received := pgtest.New(t), &inbox{times: map[string]int{}, grown: make(chan struct{}, 1)}
	put(t, database, messages)
	launch(t, database, received.listen(t))
	received.wait(t, 1)
	began := time.Now()
	received.wait(t, messages)
	rate := float64(messages-1) / time.Since(began).Seconds()
	t.Logf("%d messages, %.0f a second", messages, rate)
	if rate < float64(least) {
		t.Errorf("%.0f messages a second, want %d", rate, least)
	}
}
