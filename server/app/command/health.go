package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
)

// health asks the running server, so that a container without a shell can be
// watched: the admin server where there is one, else the server itself. Where
// only tables are served any answer but a failure will do, since every path is
// the database's.
func health(ctx context.Context, i *installation.Installation, _ []string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	network, address, path := "tcp", net.JoinHostPort(local(i.Host), fmt.Sprint(i.Port)), "/ready"
	switch {
	case i.AdminSocket != "":
		network, address = "unix", i.AdminSocket
	case i.AdminPort != 0:
		address = net.JoinHostPort(local(i.AdminHost), fmt.Sprint(i.AdminPort))
	case i.Socket != "":
		network, address = "unix", i.Socket
	}
	if i.OnlyTables() && !i.HasAdmin() {
		path = "/"
	}
	response, err := ask(ctx, network, address, path)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if failed := response.StatusCode >= http.StatusInternalServerError; failed || path == "/ready" && response.StatusCode != http.StatusOK {
		reason, _ := io.ReadAll(io.LimitReader(response.Body, 1000))
		return fmt.Errorf("the server is not ready: %s", cmp.Or(string(reason), response.Status))
	}
	return nil
}

// local is the address on this machine of a server that listens on host.
func local(host string) string {
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return host
}

func ask(ctx context.Context, network, address, path string) (*http.Response, error) {
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		},
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}
