package console_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// A user who has a second factor is asked for its code, each of which opens one session.
func TestASecondFactorIsAskedFor(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	const email = "ann@example.org"
	user := o.CreateUser(t, email, "correct horse")
	o.exec(t, `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"console": true}' where id = '`+user.User.ID+`'`)
	const password = `{"email":"` + email + `","password":"correct horse"`

	bearer := "Authorization: Bearer " + user.AccessToken
	enrolled := apptest.Parse[struct {
		ID   string
		TOTP struct{ Secret string }
	}](t, o.Send(t, "POST", "/auth/v1/factors", `{"factor_type":"totp"}`, bearer).Body)
	code := func(offset time.Duration) string {
		t.Helper()
		text, err := totp.GenerateCode(enrolled.TOTP.Secret, time.Now().Add(offset))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	o.signIn(t, password+`}`) // the factor is not confirmed yet

	challenge := apptest.Parse[struct{ ID string }](t, o.Send(t, "POST", "/auth/v1/factors/"+enrolled.ID+"/challenge", "{}", bearer).Body)
	verified := o.Send(t, "POST", "/auth/v1/factors/"+enrolled.ID+"/verify", `{"challenge_id":"`+challenge.ID+`","code":"`+code(0)+`"}`, bearer)
	if verified.Status != http.StatusOK {
		t.Fatalf("confirm the factor: %d %s", verified.Status, verified.Body)
	}
	before := o.read(t, "select count(*)::text from auth.sessions where user_id = '"+user.User.ID+"'")

	asked := o.refused(t, "POST", "/session", password+`}`, http.StatusUnauthorized, "console_second_factor")
	if cookie := asked.Header.Get("Set-Cookie"); cookie != "" {
		t.Errorf("the password alone sets %q", cookie)
	}
	o.refused(t, "POST", "/session", strings.Replace(password, "horse", "hose", 1)+`,"code":"`+code(0)+`"}`, http.StatusBadRequest, "invalid_credentials")
	wrong := "000000"
	for _, offset := range []time.Duration{-time.Minute, -30 * time.Second, 0, 30 * time.Second, time.Minute} {
		if code(offset) == wrong {
			wrong = "999999"
		}
	}
	o.refused(t, "POST", "/session", password+`,"code":"`+wrong+`"}`, http.StatusUnprocessableEntity, "mfa_verification_failed")

	given := password + `,"code":" ` + code(30*time.Second) + `"}`
	ann := o.signIn(t, given)
	if got := ask[map[string]any](t, ann, "GET", "/session", "")["operator"]; got != email {
		t.Errorf("the operator is %v", got)
	}
	o.refused(t, "POST", "/session", given, http.StatusUnprocessableEntity, "mfa_verification_failed")
	if left := o.read(t, "select count(*)::text from auth.sessions where user_id = '"+user.User.ID+"'"); left != before {
		t.Errorf("%s sessions of the user are open, want the %s from before: those of the console's sign-ins end", left, before)
	}
}
