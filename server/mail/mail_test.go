package mail_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/mail"
)

var receipt = mail.Message{
	To: "amal@buyer.test", Subject: "وصل طلبكم", Text: "مرحبًا", HTML: "<p>مرحبًا</p>", Language: "ar",
	Files: []mail.File{{Name: "receipt.pdf", Type: "application/pdf", Bytes: []byte("%PDF-1.7")}},
}

// server is an SMTP server that takes one message; refusing is what it says to
// the recipient instead.
func server(t *testing.T, refusing string) (host string, port int, got <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	messages := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		converse(conn, refusing, messages)
	}()
	address, _ := listener.Addr().(*net.TCPAddr)
	return "127.0.0.1", address.Port, messages
}

func converse(conn net.Conn, refusing string, messages chan<- string) {
	say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	say("220 test")
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		switch verb, _, _ := strings.Cut(lines.Text(), " "); verb {
		case "EHLO":
			say("250-test\r\n250 8BITMIME")
		case "RCPT":
			if refusing != "" {
				say(refusing)
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			var text strings.Builder
			for lines.Scan() && lines.Text() != "." {
				text.WriteString(lines.Text() + "\r\n")
			}
			messages <- text.String()
			say("250 ok")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	host, port, got := server(t, "")
	m := mail.New(mail.Options{Host: host, Port: port, From: "site@test.test", FromName: "Altitude, 8848"})
	if err := m.Send(t.Context(), receipt); err != nil {
		t.Fatal(err)
	}
	check(t, <-got)
}

// check reads a message as a mail program would.
func check(t *testing.T, text string) {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	from, err := message.Header.AddressList("From")
	if err != nil || from[0].Address != "site@test.test" || from[0].Name != "Altitude, 8848" {
		t.Errorf("from %v %v", from, err)
	}
	for _, want := range []string{"To: <amal@buyer.test>", "Content-Language: ar", "Auto-Submitted: auto-generated", "text/plain", "text/html", `filename="receipt.pdf"`, "application/pdf", "Message-ID: <"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s:\n%s", want, text)
		}
	}
}

func TestARefusalIsAnErrorWithoutThePassword(t *testing.T) {
	t.Parallel()
	host, port, _ := server(t, "550 nobody of that name")
	err := mail.New(mail.Options{Host: host, Port: port, Pass: "swordfish"}).Send(t.Context(), receipt)
	if err == nil || !strings.Contains(err.Error(), "550") || strings.Contains(err.Error(), "swordfish") {
		t.Errorf("got %v", err)
	}
}

// A server that takes calls and says nothing must not keep anybody.
func TestASilentServerIsLeft(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	address, _ := listener.Addr().(*net.TCPAddr)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := mail.New(mail.Options{Host: "127.0.0.1", Port: address.Port}).Send(ctx, receipt); err == nil {
		t.Error("sent to nobody")
	}
}

func TestHeadersCannotBeInjected(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	m := mail.New(mail.Options{Folder: folder})
	for _, bad := range []mail.Message{
		{To: "a@b.test\r\nBcc: all@c.test", Subject: "x"},
		{To: "a@b.test", Subject: "x\nBcc: all@c.test"},
		{To: "a@b.test, c@d.test", Subject: "x"},
		{To: "Name <a@b.test>", Subject: "x"},
		{To: "nobody", Subject: "x"},
		{To: "", Subject: "x"},
	} {
		if err := m.Send(t.Context(), bad); !errors.Is(err, mail.ErrInvalidMessage) {
			t.Errorf("%q %q: %v, want ErrAddress", bad.To, bad.Subject, err)
		}
	}
	if files, _ := filepath.Glob(folder + "/*"); len(files) != 0 {
		t.Errorf("kept %v", files)
	}
}

func TestTheDevelopmentMailbox(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "mailbox")
	m := mail.New(mail.Options{Folder: folder, From: "site@test.test"})
	named := receipt
	named.Sender = "Altitude, 8848"
	if about := m.String(); !strings.Contains(about, folder) {
		t.Errorf("it says %q", about)
	}
	for range 2 {
		if err := m.Send(t.Context(), named); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(folder + "/*.eml")
	if err != nil || len(files) != 2 {
		t.Fatalf("%v %v, want two e-mails", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	check(t, string(text))
}
