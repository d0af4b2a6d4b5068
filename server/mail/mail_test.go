package mail_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/token"
)

var receipt = mail.Message{
	To: "amal@buyer.test", Kind: "receipt", Subject: "وصل طلبكم", Text: "مرحبًا\n.\nend", HTML: "<p>مرحبًا</p>", Language: "ar",
	Files: []mail.File{{Name: "receipt.pdf", Type: "application/pdf", Bytes: []byte("%PDF-1.7")}},
}

func to(address string) mail.Message {
	m := receipt
	m.To = address
	return m
}

// A message is sent once its transaction has committed, and its text is deleted then.
func TestAMessageIsSent(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.mustPut(receipt, "")
	f.deliver(nil)
	f.eventually(receipt.To, "sent")
	f.mustPut(to("badr@buyer.test"), "") // the worker is notified
	f.eventually("badr@buyer.test", "sent")
	got := f.smtp.got(2)
	if len(got) != 2 {
		t.Fatalf("%d messages, want 2", len(got))
	}
	from, err := got[0].header.AddressList("From")
	if err != nil || from[0].Address != "site@site.test" || from[0].Name != "Altitude, 8848" {
		t.Errorf("from %v %v", from, err)
	}
	for _, want := range []string{
		"To: <amal@buyer.test>", "Content-Language: ar", "Auto-Submitted: auto-generated", "text/plain", "text/html", `filename="receipt.pdf"`,
		"application/pdf", "@site.test>",
	} {
		if !strings.Contains(got[0].raw, want) {
			t.Errorf("it lacks %s:\n%s", want, got[0].raw)
		}
	}
	for _, header := range []string{"Reply-To", "In-Reply-To", "References"} {
		if value := got[0].header.Get(header); value != "" {
			t.Errorf("%s: %s, want none", header, value)
		}
	}
	if state, lastError, attempts, hasText := f.row(receipt.To); state != "sent" || lastError != "" || attempts != 1 || hasText {
		t.Errorf("the row says %s, %q, %d attempts, text %t", state, lastError, attempts, hasText)
	}
}

// A person's answer to an earlier message names that message and where answers go.
func TestAnAnswerOfAPerson(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.deliver(nil)
	first := to("badr@buyer.test")
	first.ID = uuid.New()
	f.mustPut(first, "")
	f.eventually(first.To, "sent")
	f.mustPut(mail.Message{
		To: receipt.To, Subject: "Re", Text: "Yes", ReplyTo: "owner@site.test", InReplyTo: f.outbox.MessageID(first.ID), Personal: true,
	}, "")
	f.eventually(receipt.To, "sent")
	got := f.smtp.got(2)
	if len(got) != 2 {
		t.Fatalf("%d messages, want 2", len(got))
	}
	for header, want := range map[string]string{
		"Reply-To": "<owner@site.test>", "In-Reply-To": got[0].header.Get("Message-Id"), "References": got[0].header.Get("Message-Id"), "Auto-Submitted": "",
	} {
		if value := got[1].header.Get(header); value != want {
			t.Errorf("%s: %q, want %q", header, value, want)
		}
	}
}

// What is rolled back is not sent, and one key is one message.
func TestPutIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	f := setup(t)
	undone := errors.New("undone")
	service, err := db.Open(t.Context(), f.db.LoginURL("authenticator"), db.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	err = service.Tx(t.Context(), db.As(token.Claims{Role: "service_role"}), func(tx db.Tx) error {
		if err := f.outbox.Put(t.Context(), tx, to("nobody@buyer.test"), ""); err != nil {
			return err
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	for range 2 {
		f.mustPut(receipt, "order 1")
	}
	f.mustPut(receipt, "order 2")
	f.deliver(nil)
	f.eventually(receipt.To, "sent")
	for range 2 { // also after it was sent
		f.mustPut(receipt, "order 1")
	}
	f.mustPut(to("last@buyer.test"), "")
	f.eventually("last@buyer.test", "sent")
	var rows int
	if err := f.db.Admin.QueryRow(t.Context(), `select count(*) from toubkal_mail.messages`).Scan(&rows); err != nil || rows != 3 {
		t.Errorf("%d rows, %v, want 3", rows, err)
	}
}

// No API role can read the outbox, nor the jobs; only the two that write in
// transactions of the server can add to them.
func TestRightsOnTheOutbox(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, role := range []string{"anon", "authenticated", "service_role", "supabase_auth_admin", "authenticator", "supabase_realtime_admin"} {
		for _, table := range []string{"toubkal_mail.messages", "toubkal_mail.suppressions", "toubkal_jobs.river_job", "toubkal_jobs.schedules"} {
			for _, right := range []string{"select", "insert", "update", "delete"} {
				var may bool
				if err := f.db.Admin.QueryRow(t.Context(), `select has_table_privilege($1, $2, $3)`, role, table, right).Scan(&may); err != nil || may {
					t.Errorf("%s may %s %s: %t %v", role, right, table, may, err)
				}
			}
		}
		want := role == "service_role" || role == "supabase_auth_admin"
		for _, function := range []string{
			"toubkal_mail.put(uuid, text, text, text, text, bytea)", "toubkal_jobs.add(text, jsonb, text, int, timestamptz)",
		} {
			var may bool
			if err := f.db.Admin.QueryRow(t.Context(), `select has_function_privilege($1, $2, 'execute')`, role, function).Scan(&may); err != nil || may != want {
				t.Errorf("%s may call %s: %t %v, want %t", role, function, may, err, want)
			}
		}
	}
}

func TestInvalidMessagesAreRefused(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, bad := range []mail.Message{
		{To: "a@b.test\r\nBcc: all@c.test", Subject: "x"},
		{To: "a@b.test", Subject: "x\nBcc: all@c.test"},
		{To: "a@b.test", Language: "x\nBcc: all@c.test"},
		{To: "a@b.test, c@d.test", Subject: "x"},
		{To: "Name <a@b.test>", Subject: "x"},
		{To: "nobody", Subject: "x"},
		{To: "", Subject: "x"},
		{To: "a@b.test", Subject: "x", ReplyTo: "nobody"},
		{To: "a@b.test", Subject: "x", ReplyTo: "c@b.test\r\nBcc: d@b.test"},
		{To: "a@b.test", Subject: "x", InReplyTo: "1@b.test>\r\nBcc: d@b.test"},
		{To: "a@b.test", Subject: "x", Text: strings.Repeat("x", 11<<20)},
	} {
		if err := f.put(bad, ""); !errors.Is(err, mail.ErrInvalidMessage) {
			t.Errorf("%q %q: %v, want ErrInvalidMessage", bad.To, bad.Subject, err)
		}
	}
}

// A refusal for good ends the attempts; one of the address has later messages to it
// refused without asking the server.
func TestRefusals(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.smtp.refuse = func(recipient string) error {
		switch recipient {
		case "gone@buyer.test":
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
		case "policy@buyer.test":
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "relay denied"}
		case "busy@buyer.test":
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try later"}
		}
		return nil
	}
	f.smtp.end = func(message []byte) error {
		if strings.Contains(string(message), "To: <spam@buyer.test>") {
			return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "looks like spam"}
		}
		return nil
	}
	// Who sees that a message has failed, sees what that means for its address, however late that is written.
	f.exec(`create function public.late() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return new; end $$;
		create trigger late before insert on toubkal_mail.suppressions for each row execute function public.late()`)
	f.deliver(nil)
	for _, c := range []struct {
		address, state, lastError string
		suppressed                bool
	}{
		{"gone@buyer.test", "failed", "no such user", true},
		{"policy@buyer.test", "failed", "relay denied", false},
		{"spam@buyer.test", "failed", "looks like spam", false},
	} {
		f.mustPut(to(c.address), "")
		f.eventually(c.address, c.state)
		state, lastError, attempts, hasText := f.row(c.address)
		if state != c.state || !strings.Contains(lastError, c.lastError) || attempts != 1 || !hasText {
			t.Errorf("%s: %s, %q after %d attempts, text %t", c.address, state, lastError, attempts, hasText)
		}
		f.mustPut(to(c.address), "")
		f.eventually(c.address, "failed")
		if _, lastError, _, _ := f.row(c.address); strings.HasPrefix(lastError, "not sent:") != c.suppressed {
			t.Errorf("%s: the next message says %q, suppressed should be %t", c.address, lastError, c.suppressed)
		}
	}
	f.mustPut(to("busy@buyer.test"), "")
	f.eventually("busy@buyer.test", "queued") // at once, and again after the attempt
	f.smtp.mu.Lock()
	f.smtp.refuse = nil
	f.smtp.mu.Unlock()
	f.eventually("busy@buyer.test", "sent")
	if got := f.smtp.got(1); len(got) != 1 {
		t.Errorf("%d messages arrived, want 1", len(got))
	}
}

// A server that hangs up before the answer may have the message: it is not sent again by
// itself.
func TestAMissingAnswer(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.smtp.hangUp = true
	f.deliver(nil)
	f.mustPut(receipt, "")
	f.eventually(receipt.To, "failed")
	if _, lastError, attempts, hasText := f.row(receipt.To); !strings.Contains(lastError, "it may have arrived") || attempts != 1 || !hasText {
		t.Errorf("it says %q after %d attempts, text %t", lastError, attempts, hasText)
	}
}

// Without a server, messages are files, whole or not at all.
func TestTheDevelopmentMailbox(t *testing.T) {
	t.Parallel()
	f := setup(t)
	folder := t.TempDir() + "/mailbox"
	f.deliver(func(o *mail.DeliveryOptions) { o.SMTP, o.Mailbox = mail.SMTP{}, mail.NewFolder(folder) })
	f.mustPut(receipt, "")
	f.eventually(receipt.To, "sent")
	files := readFolder(t, folder)
	if len(files) != 1 || !strings.Contains(files[0], "To: <amal@buyer.test>") || !strings.Contains(files[0], "receipt.pdf") {
		t.Errorf("%d files: %.2000s", len(files), files)
	}
}

// The mailbox is bounded: the oldest messages go.
func TestTheDevelopmentMailboxIsBounded(t *testing.T) {
	t.Parallel()
	f := setup(t)
	folder := t.TempDir()
	for i := range 1005 {
		name := filepath.Join(folder, fmt.Sprintf("%04d.eml", i))
		when := time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)
		if err := errors.Join(os.WriteFile(name, []byte("Subject: old\r\n\r\n"), 0o600), os.Chtimes(name, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	f.deliver(func(o *mail.DeliveryOptions) { o.SMTP, o.Mailbox = mail.SMTP{}, mail.NewFolder(folder) })
	f.mustPut(receipt, "")
	f.eventually(receipt.To, "sent")
	if got := len(readFolder(t, folder)); got != 1000 {
		t.Errorf("%d messages, want 1000", got)
	}
	if _, err := os.Stat(filepath.Join(folder, "0005.eml")); err == nil {
		t.Error("the oldest are still there")
	}
	if _, err := os.Stat(filepath.Join(folder, "0006.eml")); err != nil {
		t.Error("a younger one is gone")
	}
}

// A connection is kept for the next messages.
func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for i := range 60 {
		f.mustPut(to(fmt.Sprintf("reader%d@buyer.test", i)), "")
	}
	f.deliver(func(o *mail.DeliveryOptions) { o.Workers = 4 })
	for i := range 60 {
		f.eventually(fmt.Sprintf("reader%d@buyer.test", i), "sent")
	}
	messages := f.smtp.got(60)
	f.smtp.mu.Lock()
	defer f.smtp.mu.Unlock()
	if f.smtp.sessions > 4 || len(messages) != 60 {
		t.Errorf("%d connections for %d messages, want at most 4 for 60", f.smtp.sessions, len(messages))
	}
}

// A mail server that is away, or does not let us in, keeps the message queued. Its row
// and log never have the password.
func TestNoWayIn(t *testing.T) {
	t.Parallel()
	f := setup(t)
	const password = "swordfish"
	for name, change := range map[string]func(*mail.SMTP){
		"away":         func(s *mail.SMTP) { s.Port = 1 },
		"no sign-in":   func(s *mail.SMTP) { s.User, s.Pass = "mailer", password },
		"unknown host": func(s *mail.SMTP) { s.Host = "mail.invalid" },
	} {
		address := strings.ReplaceAll(name, " ", "-") + "@buyer.test"
		f.mustPut(to(address), "")
		stop := f.deliver(func(o *mail.DeliveryOptions) { change(&o.SMTP) })
		var state, lastError string
		for deadline := time.Now().Add(time.Minute); lastError == "" && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			state, lastError, _, _ = f.row(address)
		}
		stop()
		if lastError == "" || state == "sent" || state == "failed" || strings.Contains(lastError, password) {
			t.Errorf("%s: %s, %q", name, state, lastError)
		}
		f.exec("delete from toubkal_mail.messages")
	}
	if got := f.smtp.got(0); len(got) != 0 {
		t.Errorf("%d messages arrived", len(got))
	}
}
