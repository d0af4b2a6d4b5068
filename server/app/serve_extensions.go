package app

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/cron"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/outgoing"
)

// extensionWorkers work for the engine's own pg_cron and pg_net, each while the database has that extension. Where
// it has none, or another's, they take nothing.
type extensionWorkers struct {
	*program
	background *background // whose connections ask which extensions are there
	mu         sync.Mutex
	workers    []*extensionWorker
	isStopped  bool
}

// extensionWorker works for one extension.
type extensionWorker struct {
	schema string
	run    func(context.Context)
	stop   context.CancelFunc
	done   chan struct{} // closed once it has ended; nil before its start
}

// openExtensions prepares the workers; follow starts those whose extensions are there. own answers requests to the
// program itself.
func (p *program) openExtensions(d *installation.Database, b *background, address string, listener net.Listener, own http.Handler) *extensionWorkers {
	_, port, _ := net.SplitHostPort(listener.Addr().String()) // a unix socket has none
	allowed, _ := p.AllowedTargets()                          // checked when the configuration was read
	scheduler := cron.New(cron.Options{Link: p.Link(d.Owner), Log: p.Log})
	sender := outgoing.New(outgoing.Options{
		Tx: b.runner.Tx, Listening: p.Link(d.Direct.Worker), Allow: allowed, Log: p.Log,
		Self: outgoing.Self{Handler: own, Address: address, Port: port},
	})
	return &extensionWorkers{program: p, background: b, workers: []*extensionWorker{
		{schema: "cron", run: scheduler.Run}, {schema: "net", run: sender.Run},
	}}
}

// ownSQL finds the engine's own extensions by a function that no other has.
const ownSQL = `select array(select n.nspname::text from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
	where (n.nspname, p.proname) in (('cron', '_parse'), ('net', '_request')))`

// follow starts the workers whose extensions have come, until ctx ends, and stops those whose extensions are gone.
// It is called at the start, and after each change of the schema.
func (e *extensionWorkers) follow(ctx context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.isStopped {
		return
	}
	asking, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	var found []string
	err := e.background.runner.Tx(asking, func(tx db.Tx) error { return tx.QueryRow(asking, ownSQL).Scan(&found) })
	if err != nil {
		if ctx.Err() == nil {
			e.Log.Warn("which extensions are there is not known until the next change of the schema", "error", err)
		}
		return
	}
	for _, w := range e.workers {
		switch isThere := slices.Contains(found, w.schema); {
		case isThere && !w.isRunning():
			w.start(ctx)
		case !isThere && w.isRunning():
			w.end()
		}
	}
}

// close ends the workers.
func (e *extensionWorkers) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.isStopped = true
	var ending sync.WaitGroup
	for _, w := range e.workers {
		if w.isRunning() {
			ending.Go(w.end)
		}
	}
	ending.Wait()
}

func (w *extensionWorker) start(ctx context.Context) {
	ctx, w.stop = context.WithCancel(ctx)
	done := make(chan struct{})
	w.done = done
	go func() {
		defer close(done)
		w.run(ctx)
	}()
}

func (w *extensionWorker) isRunning() bool {
	if w.done == nil {
		return false
	}
	select {
	case <-w.done:
		return false
	default:
		return true
	}
}

func (w *extensionWorker) end() {
	w.stop()
	<-w.done
}
