package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/mail/mailbox"
)

// hasMailbox tells whether mail is shown on a page instead of being sent.
func (p *program) hasMailbox() bool {
	return p.SMTPHost == "" && p.Env == "development" && p.MailboxPort != 0
}

// serveMailbox serves the page of the development mailbox on loopback until ctx ends. It
// sets mailboxURL.
func (p *program) serveMailbox(ctx context.Context) error {
	if !p.hasMailbox() {
		return nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(p.MailboxPort)))
	if errors.Is(err, syscall.EADDRINUSE) { // another project's
		listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return fmt.Errorf("listen for the mailbox: %w; check TOUBKAL_MAILBOX_PORT", err)
	}
	p.mailboxURL = "http://" + listener.Addr().String()
	server := &http.Server{Handler: mailbox.New(p.MailboxDir()).Handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			p.Log.Error("the mailbox has ended", "error", err)
		}
	}()
	return nil
}

// mailLine says where mail goes, for the banner.
func (p *program) mailLine() string {
	switch {
	case p.SMTPHost != "":
		return p.SMTP().String()
	case p.mailboxURL != "":
		return "read it at " + p.mailboxURL + " (nothing is sent: set SMTP_HOST to send it)"
	}
	return "kept in " + p.MailboxDir() + ", a file each (set SMTP_HOST to send it)"
}
