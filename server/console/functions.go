package console

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/toubkal/toubkal/server/cron"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/functions"
)

// calls answers the functions of the project: their calls on this node since its start, and what
// those in TypeScript print.
type calls struct{ *core }

func (c calls) routes() map[string]action {
	if c.Functions == nil {
		return nil
	}
	return map[string]action{"GET /functions": c.list, "GET /functions/{name}/log": c.log}
}

func (c calls) list(*call) (any, error) { return c.Functions(), nil }

// shownPrinted bounds the lines that a function has printed, the newest of them.
const shownPrinted = 300

func (c calls) log(r *call) (any, error) {
	name := r.PathValue("name")
	if !slices.ContainsFunc(c.Functions(), func(f functions.Calls) bool { return f.Name == name }) {
		return nil, fault.New(fault.NotFound, "There is no such function.")
	}
	lines, err := c.Printed(name)
	if err != nil {
		return nil, err
	}
	return lines[max(len(lines)-shownPrinted, 0):], nil
}

//go:embed sql/schedules.sql
var schedulesSQL string

// schedules answers the jobs of cron, and has them run.
type schedules struct{ *core }

func (s schedules) routes() map[string]action {
	return map[string]action{
		"GET /schedules":             s.list,
		"GET /schedules/{id}/runs":   s.runs,
		"POST /schedules/{id}/{act}": s.act,
	}
}

// schedule is a job of cron.
type schedule struct {
	ID       int64        `json:"id"`
	Name     string       `json:"name"`
	Schedule string       `json:"schedule"`
	Command  string       `json:"command"`
	Role     string       `json:"role"`
	Active   bool         `json:"active"`
	Last     *scheduleRun `json:"last"`
	// Runs and Failed count the runs of the last 24 hours.
	Runs   int64 `json:"runs"`
	Failed int64 `json:"failed"`
}

// scheduleRun is one run; it has not ended where Ended is nil.
type scheduleRun struct {
	Status  string     `json:"status"`
	Message string     `json:"message"`
	Began   *time.Time `json:"began"`
	Ended   *time.Time `json:"ended"`
}

// isThere reports whether there is cron, and whether it is the engine's own.
func (s schedules) isThere(ctx context.Context, conn *db.Conn) (there, own bool, err error) {
	err = conn.QueryRow(ctx, "select to_regclass('cron.job') is not null, to_regprocedure('cron._parse(text)') is not null").Scan(&there, &own)
	return there, own, err
}

// list answers the jobs; there is false in a database without cron, and runNow in one with another
// cron than the engine's.
func (s schedules) list(r *call) (any, error) {
	answer := struct {
		There  bool       `json:"there"`
		RunNow bool       `json:"runNow"`
		Jobs   []schedule `json:"jobs"`
	}{Jobs: []schedule{}}
	err := s.Owner.Conn(r.Context(), func(conn *db.Conn) (err error) {
		if answer.There, answer.RunNow, err = s.isThere(r.Context(), conn); err != nil || !answer.There {
			return err
		}
		rows, err := conn.Query(r.Context(), schedulesSQL)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var j schedule
			var last scheduleRun
			err := rows.Scan(&j.ID, &j.Name, &j.Schedule, &j.Command, &j.Role, &j.Active, &last.Status, &last.Message, &last.Began, &last.Ended, &j.Runs, &j.Failed)
			if err != nil {
				return err
			}
			if last.Began != nil {
				j.Last = &last
			}
			answer.Jobs = append(answer.Jobs, j)
		}
		return rows.Err()
	})
	return answer, err
}

// runs answers the newest runs of a job.
func (s schedules) runs(r *call) (any, error) {
	id, err := scheduleID(r)
	if err != nil {
		return nil, err
	}
	all := []scheduleRun{}
	err = s.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		if there, _, err := s.isThere(r.Context(), conn); err != nil || !there {
			return err
		}
		rows, err := conn.Query(r.Context(), `select coalesce(status, ''), left(coalesce(return_message, ''), 2000), start_time, end_time
			from cron.job_run_details where jobid = $1 order by runid desc limit 50`, id)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var one scheduleRun
			if err := rows.Scan(&one.Status, &one.Message, &one.Began, &one.Ended); err != nil {
				return err
			}
			all = append(all, one)
		}
		return rows.Err()
	})
	return all, err
}

func scheduleID(r *call) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, errNoSchedule
	}
	return id, nil
}

var errNoSchedule = fault.New(fault.NotFound, "There is no such schedule.")

// act switches a job on or off, or has it run now.
func (s schedules) act(r *call) (any, error) {
	id, err := scheduleID(r)
	if err != nil {
		return nil, err
	}
	var do func(tx db.Tx, own bool) error
	switch act := r.PathValue("act"); act {
	case "on", "off":
		do = func(tx db.Tx, _ bool) error {
			_, err := tx.Exec(r.Context(), "select cron.alter_job($1, active => $2)", id, act == "on")
			return err
		}
	case "run":
		do = func(tx db.Tx, own bool) error {
			if !own {
				return fault.New(fault.NotFound, "This pg_cron runs jobs by their schedule alone.")
			}
			err := cron.RunNow(r.Context(), tx, id)
			if errors.Is(err, cron.ErrNotActive) {
				return fault.New(fault.ConsoleConflict, fault.Sentence(err)).Because(err)
			}
			return err
		}
	default:
		return nil, errNoAct
	}
	err = s.Owner.LoginTx(r.Context(), func(tx db.Tx) error {
		there, own, err := s.isThere(r.Context(), tx.Conn())
		if err != nil {
			return err
		}
		var known bool
		if there {
			if err := tx.QueryRow(r.Context(), "select exists (select from cron.job where jobid = $1)", id).Scan(&known); err != nil {
				return err
			}
		}
		if !known {
			return errNoSchedule
		}
		return do(tx, own)
	})
	s.audit(r, audited{statement: r.Method + " " + r.URL.Path, err: err})
	return nil, err
}
