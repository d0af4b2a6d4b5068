package hook

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/jobs"
)

// JobKind is the kind of the jobs that call a hook: those that send, and those that are only
// told. So a hook is called once what it is told is committed, and again where it does not
// answer; and how long it takes says nothing about whether an account exists.
const JobKind = "auth:hook"

// jobArgs are its arguments. The event holds one-time codes and personal data, so it is
// encrypted.
type jobArgs struct {
	Sealed []byte `json:"sealed"`
}

// queuedEvent is an event in the sealed arguments of a job.
type queuedEvent struct {
	Event Event
	// Until is the end of the code that it sends; zero is never.
	Until time.Time
}

// Delivery is the settings of a queued event.
type Delivery struct {
	Until    time.Time // when the code that it sends ends; zero is never
	Attempts int       // 0 is that of package jobs
}

// Enqueue calls a hook once tx has committed.
func (h *Hooks) Enqueue(ctx context.Context, tx db.Tx, e Event, o Delivery) error {
	var err error
	if e.ID == "" {
		if e.ID, err = random.ID(h.o.Rand); err != nil {
			return err
		}
	}
	text, err := json.Marshal(queuedEvent{e, o.Until})
	if err != nil {
		return fmt.Errorf("write the input of hook %s: %w", e.Name, err)
	}
	sealer, err := h.sealer()
	if err != nil {
		return err
	}
	nonce := make([]byte, sealer.NonceSize())
	if _, err := io.ReadFull(h.o.Rand, nonce); err != nil {
		return fmt.Errorf("make a nonce: %w", err)
	}
	_, err = jobs.Add(ctx, tx, JobKind, jobArgs{sealer.Seal(nonce, nonce, text, []byte(JobKind))}, jobs.AddOptions{MaxAttempts: o.Attempts})
	return err
}

// sealer encrypts the arguments of JobKind, with a key that all nodes have.
func (h *Hooks) sealer() (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, h.o.Secret)
	mac.Write([]byte("arguments of " + JobKind))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Deliver does the work of a job: it calls the hook of its event by call, which is Call where
// the answer does not matter. A hook that rejects is not called again.
func (h *Hooks) Deliver(ctx context.Context, job jobs.Job, call func(context.Context, Event) error) error {
	var args jobArgs
	if err := json.Unmarshal(job.Args, &args); err != nil {
		return jobs.Cancel(err)
	}
	sealer, err := h.sealer()
	if err != nil {
		return err
	}
	size := sealer.NonceSize()
	if len(args.Sealed) < size {
		return jobs.Cancel(errors.New("the arguments are cut"))
	}
	text, err := sealer.Open(nil, args.Sealed[:size], args.Sealed[size:], []byte(JobKind))
	if err != nil {
		return jobs.Cancel(errors.New("the arguments are of another secret"))
	}
	var queued queuedEvent
	if err := json.Unmarshal(text, &queued); err != nil {
		return jobs.Cancel(err)
	}
	switch {
	case !h.Has(queued.Event.Name):
		return jobs.Cancel(fmt.Errorf("hook %s is switched off", queued.Event.Name))
	case !queued.Until.IsZero() && !h.o.Now().Before(queued.Until):
		return jobs.Cancel(errors.New("the code has ended"))
	}
	err = call(ctx, queued.Event)
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.AuthHookRejected {
		return jobs.Cancel(err)
	}
	return err
}

// Decision is the answer of the hooks about attempts.
type Decision struct {
	Decision string `json:"decision"` // continue or reject
	Message  string `json:"message"`
	Logout   bool   `json:"should_logout_user"`
}
