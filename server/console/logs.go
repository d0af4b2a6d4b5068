package console

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/token"
)

// Log keeps the newest lines of this node's log, requests among them, in memory, and on the disk
// where Keep says so. It passes on what its handler takes.
type Log struct {
	mu    sync.Mutex
	lines [keptLines]logLine
	next  int64 // the number of the next line, from 1
	kept  *kept // nil in memory alone
}

// keptLines bounds the lines of a Log; one takes about 300 bytes.
const keptLines = 5000

// logLine is a line of the log. Requests have a method.
type logLine struct {
	Number  int64         `json:"number"`
	At      time.Time     `json:"at"`
	Level   string        `json:"level"`
	Message string        `json:"message"`
	Method  string        `json:"method,omitempty"`
	Path    string        `json:"path,omitempty"` // without its query, which has values
	Status  int64         `json:"status,omitempty"`
	Took    time.Duration `json:"took,omitempty"`   // nanoseconds
	Client  string        `json:"client,omitempty"` // with its port, until it is shown
	// Caller is the role, and the user, that the token of a refused request claimed: it is
	// not verified.
	Caller string `json:"caller,omitempty"`
	ID     string `json:"id,omitempty"`
	More   string `json:"more,omitempty"`
}

// NewLog keeps nothing yet.
func NewLog() *Log { return &Log{next: 1} }

// Logger writes to log, and has l keep each line.
func (l *Log) Logger(log *slog.Logger) *slog.Logger { return slog.New(&keeper{log.Handler(), l, nil}) }

// keeper is the handler of a Log.
type keeper struct {
	slog.Handler
	log   *Log
	attrs []slog.Attr
}

// Enabled implements slog.Handler: what is shown is kept whatever the level of the log is.
func (k *keeper) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelInfo || k.Handler.Enabled(ctx, level)
}

// WithAttrs implements slog.Handler.
func (k *keeper) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &keeper{k.Handler.WithAttrs(attrs), k.log, append(k.attrs[:len(k.attrs):len(k.attrs)], attrs...)}
}

// WithGroup implements slog.Handler.
func (k *keeper) WithGroup(name string) slog.Handler {
	return &keeper{k.Handler.WithGroup(name), k.log, k.attrs}
}

// Handle implements slog.Handler. Requests are left out: Request keeps them.
func (k *keeper) Handle(ctx context.Context, record slog.Record) error {
	if record.Message != "request" && record.Level >= slog.LevelInfo {
		k.keep(ctx, record)
	}
	if !k.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return k.Handler.Handle(ctx, record)
}

func (k *keeper) keep(ctx context.Context, record slog.Record) {
	var more strings.Builder
	note := func(a slog.Attr) bool {
		more.WriteString(a.Key + "=" + shortened(a.Value.String(), 500) + " ")
		return true
	}
	for _, a := range k.attrs {
		note(a)
	}
	record.Attrs(note)
	k.log.add(logLine{
		At: record.Time, Level: record.Level.String(), Message: record.Message, More: strings.TrimSpace(more.String()), ID: edge.RequestID(ctx),
	})
}

// Request keeps a request, as an edge.Observer, but those of the console. It costs each request
// some hundred nanoseconds: what is not needed to keep it is done where it is shown.
func (l *Log) Request(r *http.Request, status int, took time.Duration) {
	if strings.HasPrefix(r.URL.Path, "/_/") {
		return
	}
	line := logLine{
		At: time.Now(), Level: slog.LevelDebug.String(), Method: r.Method, Path: shortened(r.URL.Path, 300),
		Status: int64(status), Took: took, Client: r.RemoteAddr, ID: edge.RequestID(r.Context()),
	}
	if status >= http.StatusBadRequest {
		line.Caller = callerOf(r)
	}
	l.add(line)
}

// Statement keeps a statement of the table API that failed, or took long: its text has parameters
// in the place of values.
func (l *Log) Statement(ctx context.Context, sql string, took time.Duration, failed error) {
	line := logLine{At: time.Now(), Level: slog.LevelInfo.String(), Message: "slow statement", More: shortened(sql, 1000), Took: took, ID: edge.RequestID(ctx)}
	if failed != nil {
		line.Message = "statement refused with " + db.Fault(failed, false).Code
	}
	l.add(line)
}

func shortened(text string, most int) string {
	if len(text) > most {
		return result.Prefix(text, most) + "…"
	}
	return text
}

func (l *Log) add(line logLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put(line)
}

// put has the mutex.
func (l *Log) put(line logLine) {
	line.Number = l.next
	l.lines[l.next%keptLines] = line
	l.next++
	if l.kept != nil && !l.kept.waiting {
		l.kept.waiting = true
		select {
		case l.kept.wake <- struct{}{}:
		default: // awake already
		}
	}
}

// callerOf is the role and user of a token, as it claims them.
func callerOf(r *http.Request) string {
	bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		bearer = r.Header.Get("Apikey")
	}
	if strings.HasPrefix(bearer, token.SecretPrefix) {
		return "secret key"
	}
	if strings.HasPrefix(bearer, token.PublishablePrefix) {
		return "publishable key"
	}
	var claims struct {
		Role    string `json:"role"`
		Subject string `json:"sub"`
	}
	if token.Unverified(bearer, &claims) != nil {
		return ""
	}
	return shortened(strings.TrimSpace(claims.Role+" "+claims.Subject), 100)
}

// logs answers the lines of the log and of the audit.
type logs struct{ *core }

func (l logs) routes() map[string]action {
	return map[string]action{"GET /logs": l.list, "GET /audit": l.audited}
}

const listedLines = 500

// list answers the newest lines, the newest first: ?q= has to be in path, message, caller or id,
// ?status=4 are those of 400 to 499, ?after= is the number of the newest line that is known.
func (l logs) list(r *call) (any, error) {
	q := r.URL.Query()
	text := q.Get("q")
	status, _ := strconv.ParseInt(q.Get("status"), 10, 64)
	after, _ := strconv.ParseInt(q.Get("after"), 10, 64)
	if l.Lines == nil {
		return []logLine{}, nil
	}
	return l.Lines.Newest(text, status, after, listedLines), nil
}

// Newest are the newest lines behind that of a number, the newest first: those with a text in path,
// message, caller or id ("" for all), and of a class of statuses (4 for 400 to 499; 0 for all).
func (l *Log) Newest(text string, status, after int64, most int) []logLine {
	text = strings.ToLower(text)
	l.mu.Lock()
	defer l.mu.Unlock()
	found := []logLine{}
	for n := l.next - 1; n > max(after, l.next-1-keptLines, 0) && len(found) < most; n-- {
		line := l.lines[n%keptLines]
		if status != 0 && line.Status/100 != status {
			continue
		}
		if text != "" && !strings.Contains(strings.ToLower(line.Method+" "+line.Path+" "+line.Message+" "+line.More+" "+line.Caller+" "+line.ID), text) {
			continue
		}
		if client, err := netip.ParseAddrPort(line.Client); err == nil {
			line.Client = client.Addr().Unmap().String()
		}
		found = append(found, line)
	}
	return found
}

// audited answers the statements of the console, the newest first: ?before= is the id of the last
// one that is known.
func (l logs) audited(r *call) (any, error) {
	before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	if err != nil {
		before = 1<<63 - 1
	}
	return l.past(r.Context(), pastSQL+" where id < $1 order by id desc limit 200", before)
}
