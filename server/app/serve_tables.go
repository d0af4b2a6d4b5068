package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/admin"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/edge"
)

// firstTry bounds the wait for a database at the start, of the table API alone:
// requests are answered 503 until there is one.
const firstTry = 5 * time.Second

// serveTables is the command `serve` where there is only the table API: PostgREST's
// place on a database that is somebody else's. Nothing is written to it, and it
// may be down.
func (p *program) serveTables(signal context.Context, listener net.Listener) error {
	ctx, answering, stop := p.lifetimes(signal)
	defer stop(nil)
	t, err := p.openTables(ctx, p.DatabaseURL, cmp.Or(p.DirectURL, p.DatabaseURL), nil)
	if err != nil {
		return err
	}
	defer t.close()
	defer stop(nil)
	trying, cancel := context.WithTimeout(signal, firstTry)
	if err := t.begin(trying); err != nil {
		t.failed(err)
	}
	cancel()
	p.readiness.part("rest", t.ready)
	if err := p.serveAdmin(ctx, listener, t, nil, stop); err != nil {
		return err
	}
	t.follow(ctx, stop)
	go p.Fence.Watch(ctx, p.DatabaseURL, fenceInterval)
	if err := t.greet(listener); err != nil {
		return err
	}
	options := p.edgeOptions(nil)
	if err := p.answerAll(answering, listener, tableRoutes(t, options, p.BodyLimit<<20), options.Timeout); err != nil {
		return err
	}
	return ended(ctx)
}

// greet prints where the tables are.
func (t *tables) greet(listener net.Listener) error {
	c := t.current.Load().Config
	anonymous := cmp.Or(c.AnonRole, "none: every request needs a token")
	_, err := fmt.Fprintf(t.Out, "\n  Tables       %s (and %s/rest/v1)\n  Database     %s, to which nothing is written\n"+
		"  Schemas      %s\n  Anonymous    %s\n\n",
		t.address(listener), t.address(listener), installation.HostOf(t.DatabaseURL), strings.Join(c.Schemas, ", "), anonymous)
	return err
}

// address is the server's address for a client on this machine.
func (p *program) address(listener net.Listener) string {
	tcp, ok := listener.Addr().(*net.TCPAddr)
	if !ok {
		return listener.Addr().String()
	}
	host := tcp.IP.String()
	if tcp.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(tcp.Port))
}

// serveAdmin answers operators on the admin port or socket beside the program,
// where one is configured.
func (p *program) serveAdmin(ctx context.Context, served net.Listener, t *tables, b *background, stop context.CancelCauseFunc) error {
	if !p.HasAdmin() {
		return nil
	}
	listener, err := p.listenAsAdmin(ctx)
	if err != nil {
		return err
	}
	options := admin.Options{
		Live: reachable(served), Ready: p.readiness, Metrics: t.metrics.Handler(),
		Config:      func() string { return t.current.Load().Print() },
		SchemaCache: func() any { return schemaCache(t.holder.Snapshot()) },
	}
	if b != nil {
		options.Jobs, options.Mail = b.describeJobs, b.describeMail
	}
	handler := admin.New(options)
	go func() {
		if err := answer(ctx, listener, nil, handler, time.Minute, edge.NewConnections(edge.ConnectionOptions{}), p.Log); err != nil {
			stop(fmt.Errorf("admin server: %w", err))
		}
	}()
	return nil
}

func (p *program) listenAsAdmin(ctx context.Context) (net.Listener, error) {
	if p.AdminSocket != "" {
		return p.listenOnSocket(ctx, p.AdminSocket)
	}
	address := net.JoinHostPort(p.AdminHost, fmt.Sprint(p.AdminPort))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; check PGRST_ADMIN_SERVER_HOST and PGRST_ADMIN_SERVER_PORT", address, err)
	}
	return listener, nil
}

// reachable tells whether a listener takes connections.
func reachable(listener net.Listener) func(context.Context) error {
	return func(ctx context.Context) error {
		address := listener.Addr()
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, address.Network(), address.String())
		if err != nil {
			return err
		}
		return conn.Close()
	}
}

// cached is a snapshot as JSON shows it: lists instead of maps, in the order of
// their names.
type cached struct {
	Tables        []*catalog.Table        `json:"dbTables"`
	Relationships []*catalog.Relationship `json:"dbRelationships"`
	Functions     []*catalog.Function     `json:"dbRoutines"`
}

func schemaCache(s *catalog.Snapshot) *cached {
	if s == nil {
		return nil
	}
	all := &cached{}
	for _, table := range s.Tables {
		all.Tables = append(all.Tables, table)
	}
	slices.SortFunc(all.Tables, func(a, b *catalog.Table) int { return byName(a.Name, b.Name) })
	for _, table := range all.Tables {
		all.Relationships = append(all.Relationships, s.Relationships[table.Name]...)
	}
	for _, overloads := range s.Functions {
		all.Functions = append(all.Functions, overloads...)
	}
	slices.SortStableFunc(all.Functions, func(a, b *catalog.Function) int { return byName(a.Name, b.Name) })
	return all
}

func byName(a, b catalog.Name) int {
	return cmp.Or(cmp.Compare(a.Schema, b.Schema), cmp.Compare(a.Name, b.Name))
}
