// Package hook calls the application's auth hooks: SQL functions, and HTTP endpoints by
// Standard Webhooks. Names, inputs and outputs are those of GoTrue. It refuses addresses
// that are neither https nor on this machine, and answers that are late, too large or no
// JSON. A hook that rejects is a fault with the hook's own status and message.
package hook

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/retry"
)

// Name is a hook's, as its input has it in metadata.name.
type Name string

// The hooks.
const (
	// CustomAccessToken replaces the claims of each access token.
	CustomAccessToken Name = "customize-access-token" // #nosec G101 -- a name
	// SendEmail sends mail instead of the outbox.
	SendEmail Name = "send-email"
	// SendSMS sends codes to phones.
	SendSMS Name = "send-sms"
	// BeforeUserCreated may refuse an account.
	BeforeUserCreated Name = "before-user-created"
	// AfterUserCreated is told of each new account.
	AfterUserCreated Name = "after-user-created"
	// PasswordAttempt may refuse a sign-in after its password was checked.
	PasswordAttempt Name = "password-verification"
	// MFAAttempt may refuse a second factor after it was checked.
	MFAAttempt Name = "mfa-verification"
)

// Bounds of a call.
const (
	sqlTimeout  = 2 * time.Second
	httpTimeout = 5 * time.Second
	maxTries    = 3
	retryPause  = 2 * time.Second // after a network error
	maxAnswer   = 200 << 10       // bytes
)

// Options configure Hooks.
type Options struct {
	// Targets are the hooks that are enabled.
	Targets map[Name]Target
	// Pool runs SQL functions, each in a transaction of its own, with the rights of the
	// pool's role.
	Pool *db.Pool
	// Client makes HTTP requests. Defaults to one that follows no redirect.
	Client *http.Client
	// Timeout bounds a call, all tries together. Defaults to 2 s for an SQL function, and 5 s
	// for an HTTP endpoint.
	Timeout time.Duration
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Secret encrypts the arguments of jobs; all nodes have the same.
	Secret []byte
	// Rand makes ids. Defaults to crypto/rand.
	Rand io.Reader
	// Sleep waits between tries. Defaults to retry.Sleep.
	Sleep func(context.Context, time.Duration) error
}

// Hooks calls hooks; it is safe for concurrent use.
type Hooks struct{ o Options }

// New makes Hooks.
func New(o Options) *Hooks {
	if o.Client == nil {
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Sleep == nil {
		o.Sleep = retry.Sleep
	}
	return &Hooks{o}
}

// Has reports whether a hook is enabled.
func (h *Hooks) Has(name Name) bool {
	if h == nil {
		return false
	}
	_, enabled := h.o.Targets[name]
	return enabled
}

// Event is a call of a hook.
type Event struct {
	Name Name
	// ID is the same at each try, so that a receiver can leave out what it has seen. Defaults
	// to a new UUID.
	ID string
	// IP is the address of the request that led to it; "" where there was none.
	IP string
	// Input is the hook's own fields; Call adds metadata.
	Input map[string]any
}

// Call calls a hook and decodes its answer into output, which stays as it is where the
// answer is empty; nil drops it. Call it outside of transactions: it takes seconds. Errors
// are faults: hook_rejected and unexpected_failure with what the hook says,
// hook_timeout, hook_timeout_after_retry, hook_payload_invalid_content_type,
// hook_payload_over_size_limit.
func (h *Hooks) Call(ctx context.Context, e Event, output any) error {
	if e.ID == "" {
		id, err := uuid.NewRandomFromReader(h.o.Rand)
		if err != nil {
			return fmt.Errorf("make an id: %w", err)
		}
		e.ID = id.String()
	}
	input := map[string]any{"metadata": map[string]any{
		"uuid": e.ID, "time": h.o.Now().UTC().Format(time.RFC3339Nano), "name": e.Name, "ip_address": e.IP,
	}}
	for field, value := range e.Input {
		input[field] = value
	}
	body, err := json.Marshal(input)
	if err != nil {
		return fmt.Errorf("write the input of hook %s: %w", e.Name, err)
	}
	target := h.o.Targets[e.Name]
	var answer []byte
	if target.function != "" {
		answer, err = h.runSQL(ctx, target, body)
	} else {
		answer, err = h.post(ctx, target, e.ID, body)
	}
	if err != nil {
		return fmt.Errorf("hook %s: %w", e.Name, err)
	}
	if err := read(answer, output); err != nil {
		return fmt.Errorf("hook %s: %w", e.Name, err)
	}
	return nil
}

// Ask calls a hook whose answer the request waits for. No transaction may be open.
func (h *Hooks) Ask(r *http.Request, name Name, input map[string]any, output any) error {
	return h.Call(r.Context(), Event{Name: name, IP: audit.ClientOf(r).Address(), Input: input}, output)
}

// read decodes an answer, which may be a rejection instead.
func read(answer []byte, output any) error {
	if len(answer) == 0 || string(answer) == "null" {
		return nil
	}
	var rejection struct {
		Error struct {
			Status  int    `json:"http_code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer, &rejection); err != nil {
		return failed("Error unmarshaling the hook's response").Because(err)
	}
	if message := rejection.Error.Message; message != "" {
		status := rejection.Error.Status
		if status < http.StatusBadRequest || status > 599 {
			status = http.StatusInternalServerError
		}
		if status >= http.StatusInternalServerError {
			return fault.New(fault.AuthUnexpected, message).WithStatus(status)
		}
		return rejected(message).WithStatus(status)
	}
	if output == nil {
		return nil
	}
	if err := json.Unmarshal(answer, output); err != nil {
		return failed("Error unmarshaling the hook's response").Because(err)
	}
	return nil
}

func rejected(message string) *fault.Fault { return fault.New(fault.AuthHookRejected, message) }

func failed(message string) *fault.Fault { return fault.New(fault.AuthUnexpected, message) }
