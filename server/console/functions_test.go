package console_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions/deno"
)

type functionCalls struct {
	Name, Source  string
	Count, Errors int64
	LastError     *struct {
		Status int
		ID     string
	}
}

// A function in TypeScript is there without Deno too, and then says why it does not answer.
func TestFunctionsAreShownWithCallsAndLog(t *testing.T) {
	t.Parallel()
	o := operatorWith(t, map[string]string{"functions/hello/index.ts": "Deno.serve(() => new Response('hello'));\n"})
	logs := deno.Logs{Folder: filepath.Join(o.DataDir, "logs", "functions")}
	for n := range 400 {
		if err := logs.Add("hello", "line "+strings.Repeat("x", n%3)); err != nil {
			t.Fatal(err)
		}
	}
	if err := logs.Add("hello", "    at file:///index.ts:1:2"); err != nil {
		t.Fatal(err)
	}
	if err := logs.Add("other", "a secret of another"); err != nil {
		t.Fatal(err)
	}
	lines := ask[[]string](t, o, "GET", "/functions/hello/log", "")
	if len(lines) != 300 || !strings.HasSuffix(lines[299], "at file:///index.ts:1:2") || strings.Contains(strings.Join(lines, ""), "secret") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	o.refused(t, "GET", "/functions/..%2Fother/log", "", http.StatusNotFound, "not_found")
	o.refused(t, "GET", "/functions/other/log", "", http.StatusNotFound, "not_found")

	answer := o.Send(t, "POST", "/functions/v1/hello", "{}", "Authorization: Bearer "+o.AnonKey)
	all := ask[[]functionCalls](t, o, "GET", "/functions", "")
	if len(all) != 1 || all[0].Name != "hello" || !strings.HasSuffix(all[0].Source, "hello/index.ts") || all[0].Count != 1 {
		t.Fatalf("the functions are %+v", all)
	}
	failed := answer.Status >= http.StatusInternalServerError // where there is no Deno
	if last := all[0].LastError; (last != nil) != failed || failed && (last.Status != answer.Status || last.ID == "") {
		t.Errorf("after %d, the last error is %+v", answer.Status, last)
	}
}

func TestSchedulesAreShownSwitchedAndRun(t *testing.T) {
	t.Parallel()
	o := open(t, "serve")
	type run struct {
		Status, Message string
		Began, Ended    *time.Time
	}
	type schedules struct {
		There, RunNow bool
		Jobs          []struct {
			ID                            int64
			Name, Schedule, Command, Role string
			Active                        bool
			Last                          *run
			Runs, Failed                  int64
		}
	}
	if got := ask[schedules](t, o, "GET", "/schedules", ""); got.There || len(got.Jobs) != 0 {
		t.Errorf("without pg_cron: %+v", got)
	}
	o.refused(t, "POST", "/schedules/1/run", "", http.StatusNotFound, "not_found")

	cron := operatorWith(t, map[string]string{"schema/0002_cron.sql": `create extension pg_cron;
		select cron.schedule('tidy', '0 0 1 1 *', 'select 1');
		select cron.schedule('broken', '0 0 1 1 *', 'select 1 / 0');`})
	found := func() schedules { return ask[schedules](t, cron, "GET", "/schedules", "") }
	got := found()
	if !got.There || !got.RunNow || len(got.Jobs) != 2 || got.Jobs[0].Name != "tidy" || !got.Jobs[0].Active || got.Jobs[0].Last != nil || got.Jobs[0].Schedule != "0 0 1 1 *" {
		t.Fatalf("the schedules are %+v", got)
	}
	act := func(path string) {
		t.Helper()
		if answer := cron.call(t, "POST", "/schedules/"+path, ""); answer.Status != http.StatusNoContent {
			t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
	act("1/run")
	act("2/run")
	cron.DB.Until("2", "select count(*) from cron.job_run_details where status in ('succeeded', 'failed')")
	got = found()
	if j := got.Jobs[0]; j.Last == nil || j.Last.Status != "succeeded" || j.Last.Message != "1 row" || j.Last.Ended == nil || j.Runs != 1 || j.Failed != 0 {
		t.Errorf("after a run: %+v", j)
	}
	if j := got.Jobs[1]; j.Last == nil || j.Last.Status != "failed" || !strings.Contains(j.Last.Message, "division by zero") || j.Failed != 1 {
		t.Errorf("after a run that failed: %+v", j)
	}
	if runs := ask[[]run](t, cron, "GET", "/schedules/2/runs", ""); len(runs) != 1 || !strings.Contains(runs[0].Message, "division by zero") {
		t.Errorf("the runs are %+v", runs)
	}
	act("1/off")
	if found().Jobs[0].Active {
		t.Error("the job is switched on")
	}
	cron.refused(t, "POST", "/schedules/1/run", "", http.StatusConflict, "console_conflict")
	act("1/on")
	if !found().Jobs[0].Active {
		t.Error("the job is switched off")
	}
	for _, path := range []string{"77/run", "77/off", "x/on", "1/drop"} {
		cron.refused(t, "POST", "/schedules/"+path, "", http.StatusNotFound, "not_found")
	}
	if n := cron.read(t, "select count(*)::text from toubkal.console_statements where statement like 'POST /schedules/1/%' and code is null"); n != "3" {
		t.Errorf("%s lines in the audit, want 3", n)
	}
}
