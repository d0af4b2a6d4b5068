package console

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
)

// background answers jobs and e-mails: never their arguments and texts, which may hold one-time
// codes.
type background struct{ *core }

func (b background) routes() map[string]action {
	if b.Jobs == nil {
		return nil
	}
	return map[string]action{
		"GET /jobs":               b.jobs,
		"GET /jobs/{id}":          b.job,
		"POST /jobs/{id}/{act}":   b.actOnJob,
		"POST /queues/{id}/{act}": b.actOnQueue,
		"GET /mail":               b.mails,
		"POST /mail/{id}/{act}":   b.actOnMail,
	}
}

const listedJobs = 200

func (b background) jobs(r *call) (any, error) {
	queues, err := b.Jobs.Queues(r.Context())
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	all, err := b.Jobs.List(r.Context(), jobs.Filter{State: q.Get("state"), Kind: q.Get("kind"), Limit: listedJobs})
	return map[string]any{"queues": queues, "jobs": all, "states": jobs.States}, err
}

func (b background) job(r *call) (any, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, notThere(jobs.ErrNotFound)
	}
	found, err := b.Jobs.Get(r.Context(), id)
	return found, notThere(err)
}

// notThere is a 404 for what the packages do not find.
func notThere(err error) error {
	if errors.Is(err, jobs.ErrNotFound) || errors.Is(err, mail.ErrNotFound) {
		return fault.New(fault.NotFound, fault.Sentence(err)).Because(err)
	}
	return err
}

// acted writes down what an operator did to a job or a message.
func (b background) acted(r *call, err error) (any, error) {
	err = notThere(err)
	b.audit(r, audited{statement: r.Method + " " + r.URL.Path, err: err})
	return nil, err
}

var errNoAct = fault.New(fault.NotFound, "There is no such action.").WithStatus(http.StatusNotFound)

func (b background) actOnJob(r *call) (any, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, notThere(jobs.ErrNotFound)
	}
	switch r.PathValue("act") {
	case "retry":
		return b.acted(r, b.Jobs.Retry(r.Context(), id))
	case "cancel":
		return b.acted(r, b.Jobs.Cancel(r.Context(), id))
	}
	return nil, errNoAct
}

func (b background) actOnQueue(r *call) (any, error) {
	switch r.PathValue("act") {
	case "pause":
		return b.acted(r, b.Jobs.Pause(r.Context(), r.PathValue("id")))
	case "resume":
		return b.acted(r, b.Jobs.Resume(r.Context(), r.PathValue("id")))
	}
	return nil, errNoAct
}

func (b background) outbox() mail.Store { return mail.Store{Tx: b.Jobs.Tx} }

func (b background) mails(r *call) (any, error) {
	counts, err := b.outbox().Counts(r.Context())
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	all, err := b.outbox().List(r.Context(), mail.Filter{State: q.Get("state"), Recipient: q.Get("to"), Limit: listedJobs})
	return map[string]any{"counts": counts, "messages": all, "states": mail.States, "mailbox": b.Mailbox()}, err
}

func (b background) actOnMail(r *call) (any, error) {
	switch r.PathValue("act") {
	case "retry":
		return b.acted(r, b.outbox().Retry(r.Context(), r.PathValue("id")))
	case "cancel":
		return b.acted(r, b.outbox().Cancel(r.Context(), r.PathValue("id")))
	}
	return nil, errNoAct
}
