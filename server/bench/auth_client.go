package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"golang.org/x/crypto/bcrypt"
)

// authClient makes one kind of request of an account over one connection.
type authClient struct {
	httpClient
	server  *authServer
	account *authAccount
	apiKey  string
	asks    func(*authClient) (method, path, body string)
	takes   bool // the answer has the account's next tokens
}

// openClient opens a connection for an account that no other client has.
func (e *authEnvironment) openClient(s *authServer, of *scenario) (client, error) {
	c := &authClient{httpClient: httpClient{scenario: of}, server: s, apiKey: e.apiKey}
	switch of.name {
	case authUser, authUserBeside:
		c.asks = func(*authClient) (string, string, string) { return "GET", "/user", "" }
	case authRefresh:
		c.takes = true
		c.asks = func(c *authClient) (string, string, string) {
			return "POST", "/token?grant_type=refresh_token", `{"refresh_token":"` + c.account.refresh + `"}`
		}
	case authPassword:
		c.asks = func(c *authClient) (string, string, string) {
			return "POST", "/token?grant_type=password", `{"email":"` + c.account.email + `","password":"` + c.account.password + `"}`
		}
	default:
		return nil, fmt.Errorf("no client makes %q", of.name)
	}
	for _, a := range s.accounts {
		if a.mu.TryLock() {
			c.account = a
			break
		}
	}
	if c.account == nil {
		return nil, fmt.Errorf("%s: more clients than the %d accounts", of.name, len(s.accounts))
	}
	conn, err := net.Dial("tcp", s.address)
	if err != nil {
		c.account.mu.Unlock()
		return nil, err
	}
	c.conn, c.in = conn, bufio.NewReaderSize(conn, 8<<10)
	return c, nil
}

func (c *authClient) do(uint64, int) error {
	method, path, body := c.asks(c)
	c.out = fmt.Appendf(c.out[:0], "%s %s%s HTTP/1.1\r\nHost: %s\r\nApikey: %s\r\n", method, c.server.base, path, c.server.address, c.apiKey)
	if body == "" {
		c.out = append(append(append(c.out, "Authorization: Bearer "...), c.account.access...), "\r\n\r\n"...)
	} else {
		c.out = append(c.out, "Content-Type: application/json\r\nContent-Length: "...)
		c.out = append(append(strconv.AppendInt(c.out, int64(len(body)), 10), "\r\n\r\n"...), body...)
	}
	if err := c.renew(time.Now()); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	status, err := c.read()
	if err != nil {
		return err
	}
	if status != 200 || !bytes.Contains(c.body, []byte(`"`+c.account.email+`"`)) {
		return fmt.Errorf("%s: status %d, want 200 with the account %s: %.300s", c.name, status, c.account.email, c.body)
	}
	if c.takes {
		return c.account.take(c.body)
	}
	return nil
}

func (c *authClient) close() error {
	c.account.mu.Unlock()
	return c.conn.Close()
}

// bareHash is the reference of the password grant: the comparison of a password with its
// hash, in this process, and nothing else.
type bareHash struct{ hash, password []byte }

// passwordCost is bcrypt's cost in GoTrue and in the program.
const passwordCost = 10

func openBareHash() (client, error) {
	password := []byte("a long pass phrase 0")
	hash, err := bcrypt.GenerateFromPassword(password, passwordCost)
	return bareHash{hash, password}, err
}

func (b bareHash) do(uint64, int) error {
	if err := bcrypt.CompareHashAndPassword(b.hash, b.password); err != nil {
		return errors.Join(errors.New("the reference of the password grant"), err)
	}
	return nil
}

func (bareHash) answer() []byte { return nil }

func (bareHash) close() error { return nil }
