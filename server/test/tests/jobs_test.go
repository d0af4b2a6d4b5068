package tests

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// welcomeProject has a function that adds a job in a transaction; the job sends an e-mail.
func welcomeProject() project.Project {
	p := fixtureProject()
	var host *project.Host
	p.Functions = func(h *project.Host) (map[string]functions.Function, error) {
		host = h
		return map[string]functions.Function{"welcome": {
			Public: true, Methods: []string{http.MethodPost},
			Handle: functions.JSON(func(ctx context.Context, call *functions.Call, asked struct{ Email string }) (any, error) {
				return nil, call.AsServiceRole(ctx, func(tx functions.Tx) error {
					_, err := call.AddJob(ctx, tx, "welcome", asked, jobs.AddOptions{})
					return err
				})
			}),
		}}, nil
	}
	p.Jobs = func(*project.Host) (jobs.Plan, error) {
		return jobs.Plan{Work: map[string]jobs.Work{"welcome": {Handle: func(ctx context.Context, job jobs.Job) error {
			var asked struct{ Email string }
			if err := json.Unmarshal(job.Args, &asked); err != nil {
				return jobs.Cancel(err)
			}
			message, err := host.MailTemplates.Render("magic_link", []string{"ar"}, templates.Data{Email: asked.Email, Token: "123456"})
			if err != nil {
				return err
			}
			message.To = asked.Email
			return host.AsServiceRole(ctx, func(tx db.Tx) error { return host.Mail.Put(ctx, tx, message, "welcome "+asked.Email) })
		}}}}, nil
	}
	return p
}

// readPage reads a page of a server beside the program's own.
func readPage(t *testing.T, address string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %s", address, response.StatusCode, err, text)
	}
	return string(text)
}

// A job of a project runs, its e-mail is in the mailbox of development, and operators see
// both, without what they hold.
func TestJobsAndMail(t *testing.T) {
	t.Parallel()
	database, admin := pgtest.New(t), freeAddress(t)
	s := apptest.New(t, welcomeProject(), database)
	_, port, _ := strings.Cut(admin, ":")
	s.Start(t, []string{"DATABASE_URL=" + database.URL, "PGRST_ADMIN_SERVER_PORT=" + port})
	mailbox := s.Printed.Wait(t, `Mail +read it at (http://127\.0\.0\.1:\d+) `)
	const email = "amal@reader.test"
	if reply := s.Send(t, "POST", "/functions/v1/welcome", `{"email":"`+email+`"}`, s.Headers("")...); reply.Status != http.StatusNoContent {
		t.Fatalf("%d %s", reply.Status, reply.Body)
	}
	var found struct {
		Messages []struct{ ID, Subject string }
	}
	for deadline := time.Now().Add(apptest.Timeout); len(found.Messages) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no message arrives")
		}
		if err := json.Unmarshal([]byte(readPage(t, mailbox+"/api/v1/search?query="+url.QueryEscape("to:"+email))), &found); err != nil {
			t.Fatal(err)
		}
	}
	message := readPage(t, mailbox+"/api/v1/message/"+found.Messages[0].ID)
	if found.Messages[0].Subject != "رابط تسجيل الدخول" || !strings.Contains(message, "123456") {
		t.Errorf("got %q and %s", found.Messages[0].Subject, message)
	}
	for deadline := time.Now().Add(apptest.Timeout); strings.Count(readPage(t, "http://"+admin+"/jobs"), `"state":"completed"`) < 2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the jobs are not completed")
		}
	}
	var list, one strings.Builder
	environ := []string{"DATABASE_URL=" + database.URL, "TOUBKAL_DATA_DIR=" + s.DataDir, "GOTRUE_JWT_SECRET=" + apptest.Secret}
	for command, out := range map[string]*strings.Builder{"jobs": &list, "mail": &one} {
		if err := apptest.RunCommand(t, welcomeProject(), command, environ, out); err != nil {
			t.Errorf("toubkal %s: %v", command, err)
		}
	}
	shown := map[string]string{
		"toubkal jobs": list.String(), "toubkal mail": one.String(),
		"/jobs": readPage(t, "http://"+admin+"/jobs"), "/mail": readPage(t, "http://"+admin+"/mail"), "/metrics": readPage(t, "http://"+admin+"/metrics"),
	}
	for where, wants := range map[string][]string{
		"toubkal jobs": {"welcome", "completed"}, "toubkal mail": {"magic_link", email, "sent"},
		"/jobs": {`"kind":"welcome"`, `"state":"completed"`, `"name":"mail"`}, "/mail": {`"sent":1`, `"recipient":"` + email + `"`},
		"/metrics": {`toubkal_jobs{queue="default",state="completed"}`, `toubkal_mail{state="sent"} 1`},
	} {
		for _, want := range wants {
			if !strings.Contains(shown[where], want) {
				t.Errorf("%s lacks %s:\n%s", where, want, shown[where])
			}
		}
		if strings.Contains(shown[where], "123456") {
			t.Errorf("%s shows the code", where)
		}
	}
	if strings.Contains(s.Logged.String(), email) {
		t.Errorf("the log names the recipient:\n%s", s.Logged)
	}
}

// A mail template that does not parse is an error of the start, with its file and line.
func TestABrokenMailTemplateStopsTheStart(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	p := fixtureProject()
	p.Mail = brokenMail
	err := apptest.RunCommand(t, p, "serve", []string{
		"PORT=0", "TOUBKAL_DATA_DIR=" + t.TempDir(), "GOTRUE_JWT_SECRET=" + apptest.Secret, "DATABASE_URL=" + database.URL, "SERVICES=rest,auth",
	}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "mail/invite.fr.html:3:") {
		t.Errorf("got %v", err)
	}
}

var brokenMail = fstest.MapFS{"invite.fr.html": {Data: []byte("Subject: Bienvenue\n\n{{ .Nothing }}")}}
