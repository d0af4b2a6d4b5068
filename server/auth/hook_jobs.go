package auth

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

	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/jobs"
)

// hookJob is the kind of the jobs that call a hook: those that send, and those that are only
// told. So a hook is called once what it is told is committed, and again where it does not
// answer; and how long it takes says nothing about whether an account exists.
const hookJob = "auth:hook"

// hookArgs are its arguments. The event holds one-time codes and personal data, so it is
// encrypted.
type hookArgs struct {
	Sealed []byte `json:"sealed"`
}

// queuedEvent is what is sealed.
type queuedEvent struct {
	Event hook.Event
	// Until is when the code that it sends ends; zero is never.
	Until time.Time
}

// laterOptions say how an event is delivered.
type laterOptions struct {
	until    time.Time // of queuedEvent
	attempts int       // 0 is that of package jobs
}

// later calls a hook once tx has committed.
func (s *Service) later(ctx context.Context, tx db.Tx, e hook.Event, o laterOptions) error {
	var err error
	if e.ID == "" {
		if e.ID, err = s.newID(); err != nil {
			return err
		}
	}
	text, err := json.Marshal(queuedEvent{e, o.until})
	if err != nil {
		return fmt.Errorf("write the input of hook %s: %w", e.Name, err)
	}
	sealer, err := s.hookSealer()
	if err != nil {
		return err
	}
	nonce := make([]byte, sealer.NonceSize())
	if _, err := io.ReadFull(s.rand, nonce); err != nil {
		return fmt.Errorf("make a nonce: %w", err)
	}
	_, err = jobs.Add(ctx, tx, hookJob, hookArgs{sealer.Seal(nonce, nonce, text, []byte(hookJob))}, jobs.AddOptions{MaxAttempts: o.attempts})
	return err
}

// hookSealer encrypts the arguments of hookJob, with a key that all nodes have.
func (s *Service) hookSealer() (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("arguments of " + hookJob))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Jobs are the kinds of jobs that this package adds; the runner has to know them.
func (s *Service) Jobs() map[string]jobs.Work {
	return map[string]jobs.Work{hookJob: {Handle: s.runHookJob, Timeout: 15 * time.Second}}
}

// runHookJob calls the hook of a job. One that rejects is not called again.
func (s *Service) runHookJob(ctx context.Context, job jobs.Job) error {
	var args hookArgs
	if err := json.Unmarshal(job.Args, &args); err != nil {
		return jobs.Cancel(err)
	}
	sealer, err := s.hookSealer()
	if err != nil {
		return err
	}
	size := sealer.NonceSize()
	if len(args.Sealed) < size {
		return jobs.Cancel(errors.New("the arguments are cut"))
	}
	text, err := sealer.Open(nil, args.Sealed[:size], args.Sealed[size:], []byte(hookJob))
	if err != nil {
		return jobs.Cancel(errors.New("the arguments are of another secret"))
	}
	var queued queuedEvent
	if err := json.Unmarshal(text, &queued); err != nil {
		return jobs.Cancel(err)
	}
	switch {
	case !s.hooks.Has(queued.Event.Name):
		return jobs.Cancel(fmt.Errorf("hook %s is switched off", queued.Event.Name))
	case !queued.Until.IsZero() && !s.clock().Before(queued.Until):
		return jobs.Cancel(errors.New("the code has ended"))
	}
	if queued.Event.Name == hook.PasswordAttempt {
		return s.onWrongPassword(ctx, queued.Event)
	}
	err = s.hooks.Call(ctx, queued.Event, nil)
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.AuthHookRejected {
		return jobs.Cancel(err)
	}
	return err
}
