//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// process is a running postmaster, our child.
type process struct {
	cmd      *exec.Cmd
	log      *logFile
	done     chan struct{}
	err      error // of Wait; read after done
	began    time.Time
	stopping atomic.Bool
}

// settings are ours for a small application. What is not named is PostgreSQL's
// default or postgresql.conf's. They are given on the command line, so that a
// newer program brings its own to an existing cluster.
func (c clusterDir) settings(at listen, o Options) map[string]string {
	// #nosec G101 -- password_encryption is a setting
	s := map[string]string{
		"wal_level": "logical", // realtime reads the log of changes
		// one slot and sender for each program that does, and some for backups
		"max_replication_slots": "10",
		"max_wal_senders":       "10",
		// the log is removed before a reader that lags may fill the disk
		"max_slot_wal_keep_size": "1GB",
		"max_connections":        "100",
		"shared_buffers":         "128MB",
		"jit":                    "off", // costs more than it gains on short queries
		"timezone":               "UTC",
		"log_timezone":           "UTC",
		"lc_messages":            "C",
		"cluster_name":           c.name(),
		"logging_collector":      "off", // we write the log
		"log_destination":        "stderr",
		"log_line_prefix":        "%m [%p] ",
		"password_encryption":    "scram-sha-256",
		// A statement or a detail may hold a visitor's data or a password.
		"log_min_error_statement": "panic",
		"log_error_verbosity":     "terse",
	}
	if runtime.GOOS == "linux" {
		// After a crash the files are synced before anything else: by one call, not by one for
		// each of a thousand files, which took 1 to 2 s of a start. (Linux reports failed
		// writes to this call, too, since 5.8.)
		s["recovery_init_sync_method"] = "syncfs"
	}
	if _, err := os.Stat(filepath.Join(c.data(), "recovery.signal")); err == nil {
		// A recovery to a point in time. Its hot standby would be ready, but not to be written
		// to, and at its target would wait for a command instead of going on.
		s["hot_standby"], s["recovery_target_action"] = "off", "promote"
	}
	if o.Fast {
		maps.Copy(s, map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
			"autovacuum": "off", "max_connections": "400", "max_wal_size": "4GB",
			"checkpoint_timeout": "1h",
			// what is committed reaches the stream of changes so late at most (default 200ms)
			"wal_writer_delay": "10ms",
			// tests run many programs on one cluster
			"max_replication_slots": "200", "max_wal_senders": "200",
		})
	}
	maps.Copy(s, o.Settings)
	maps.Copy(s, at.settings())
	return s
}

// launch starts the postmaster and waits until it accepts connections.
func (c clusterDir) launch(ctx context.Context, in install, at listen, o Options) (*process, error) {
	log, err := c.openLog()
	if err != nil {
		return nil, explain("cannot write PostgreSQL's log", err)
	}
	extensionPath, err := c.extensionPath(in)
	if err != nil {
		return nil, errors.Join(explain("cannot write PostgreSQL's extensions", err), log.Close())
	}
	args, settings := []string{"-D", c.data()}, c.settings(at, o)
	if extensionPath != "" {
		settings["extension_control_path"] = extensionPath
	}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	// Not bound to ctx, which is the start's.
	cmd := c.who.command(context.Background(), c.data(), in.program("postgres"), args...)
	cmd.Stdout, cmd.Stderr = log, log
	setParentDeathSignal(cmd.SysProcAttr)
	p := &process{cmd: cmd, log: log, done: make(chan struct{}), began: time.Now()}
	if err := p.start(); err != nil {
		return nil, errors.Join(explain("cannot start PostgreSQL", err), log.Close())
	}
	if err := p.ready(ctx, c); err != nil {
		return nil, err
	}
	return p, nil
}

// start runs the process from a thread that lives as long: the system's "end
// with your parent" is about the parent's thread, not its process.
func (p *process) start() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = p.cmd.Wait()
		_ = p.log.Close()
		close(p.done)
	}()
	return <-started
}

// readyPoll is the interval at which the postmaster's own status file is read, as pg_ctl
// does (PostgreSQL has no signal for it). Measured ready after 60 to 120 ms.
const readyPoll = 5 * time.Millisecond

// ready waits until the postmaster says so in its pid file, or ends.
func (p *process) ready(ctx context.Context, c clusterDir) error {
	tick := time.NewTicker(readyPoll)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return failed("PostgreSQL does not start in "+c.dir, p.log.last(), "whole log: "+c.log())
		case <-ctx.Done():
			ended, cancel := context.WithCancel(context.Background())
			cancel() // no patience: the caller has none left
			return errors.Join(fmt.Errorf("wait for PostgreSQL to accept connections: %w", ctx.Err()), p.stop(ended))
		case <-tick.C:
			// The file may be one that a killed run left: in a container the new process may
			// well have the old one's number. The two seconds are pg_ctl's, for clocks that
			// are coarse.
			f := c.readPidFile()
			if f.status == "ready" && f.pid == p.cmd.Process.Pid && f.began >= p.began.Unix()-2 {
				return nil
			}
		}
	}
}

// killAfter is the time that an immediate shutdown may take before the kill.
const killAfter = 5 * time.Second

// stop ends the postmaster: SIGINT (fast) until ctx ends, SIGQUIT (immediate),
// SIGKILL. Its children end with it each time.
func (p *process) stop(ctx context.Context) error {
	p.stopping.Store(true)
	p.signal(syscall.SIGINT)
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
	}
	p.signal(syscall.SIGQUIT)
	select {
	case <-p.done:
	case <-time.After(killAfter):
		p.signal(syscall.SIGKILL)
		<-p.done
	}
	return nil
}

func (p *process) signal(sig syscall.Signal) {
	_ = p.cmd.Process.Signal(sig) // fails only where it has ended, which done tells
}

// failure says why PostgreSQL ended by itself; nil while it runs and after a stop.
func (p *process) failure() error {
	select {
	case <-p.done:
	default:
		return nil
	}
	if p.stopping.Load() {
		return nil
	}
	return failed("PostgreSQL has ended by itself", p.log.last(), fmt.Sprintf("%v; whole log: %s", p.cmd.ProcessState, p.log.path))
}

// pidFile is the postmaster's own note of itself in the data folder.
type pidFile struct {
	pid    int
	began  int64 // Unix time
	at     listen
	status string // starting, ready, standby, stopping
}

// readPidFile reads postmaster.pid: the process is on line 1, its start on line 3,
// port, socket folder and TCP address on lines 4 to 6, and the status on line 8 (PostgreSQL's
// miscadmin.h and pidfile.h). The zero value where there is none.
func (c clusterDir) readPidFile() pidFile {
	text, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return pidFile{}
	}
	all := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(all[0]))
	if err != nil || pid <= 0 {
		return pidFile{}
	}
	f := pidFile{pid: pid}
	if len(all) >= 8 {
		f.began, _ = strconv.ParseInt(strings.TrimSpace(all[2]), 10, 64)
		f.at.port, _ = strconv.Atoi(strings.TrimSpace(all[3]))
		f.at.socket = strings.TrimSpace(all[4])
		f.at.tcp = strings.TrimSpace(all[5]) != ""
		f.status = strings.TrimSpace(all[7])
	}
	return f
}
