package tests

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Policies that ask for a second factor and for a recent sign-in, as docs/second-factors.md
// shows them.
func TestPoliciesAskForASecondFactor(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	_, err := database.Admin.Exec(t.Context(), `
		create table public.payouts (id int primary key, note text);
		insert into public.payouts values (1, 'first');
		alter table public.payouts enable row level security;
		grant select on public.payouts to anon, authenticated;
		grant update (note) on public.payouts to authenticated;
		create policy payouts_select_members on public.payouts for select to anon, authenticated using (true);
		create policy payouts_select_aal2 on public.payouts as restrictive for select to anon, authenticated
			using ((select auth.jwt() ->> 'aal') = 'aal2');
		create policy payouts_update_recent on public.payouts for update to authenticated
			using ((select auth.signed_in_within('5 minutes')));`)
	if err != nil {
		t.Fatal(err)
	}
	s := bootOn(t, database, "DATABASE_URL="+database.URL)
	in := s.CreateUser(t, "nadia@example.org", "secret6")
	const path = "/rest/v1/payouts?select=id"
	s.Walk(t, in.AccessToken, []apptest.Step{{Name: "aal1 reads nothing", Method: "GET", Path: path, Status: 200, Has: []string{"[]"}}})
	s.Walk(t, "", []apptest.Step{{Name: "nor does a visitor", Method: "GET", Path: path, Status: 200, Has: []string{"[]"}}})

	post := func(path, body string, answer any) {
		t.Helper()
		got := s.Send(t, "POST", "/auth/v1/factors"+path, body, s.Headers(in.AccessToken)...)
		if err := json.Unmarshal([]byte(got.Body), answer); got.Status != 200 || err != nil {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	var enrolled struct {
		ID   string
		TOTP struct{ Secret string }
	}
	post("", `{"factor_type":"totp"}`, &enrolled)
	var challenge struct{ ID string }
	post("/"+enrolled.ID+"/challenge", `{}`, &challenge)
	code, err := totp.GenerateCode(enrolled.TOTP.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var lifted apptest.Session
	post("/"+enrolled.ID+"/verify", `{"challenge_id":"`+challenge.ID+`","code":"`+code+`"}`, &lifted)

	change := func(name, want string) apptest.Step {
		return apptest.Step{
			Name: name, Method: "PATCH", Path: "/rest/v1/payouts?id=eq.1&select=note", Body: `{"note":"` + name + `"}`, Status: 200, Has: []string{want},
			Prefer: "return=representation",
		}
	}
	s.Walk(t, lifted.AccessToken, []apptest.Step{
		{Name: "aal2 reads", Method: "GET", Path: path, Status: 200, Has: []string{`[{"id":1}]`}},
		change("soon", `[{"note":"soon"}]`),
	})
	if _, err := database.Admin.Exec(t.Context(), `update auth.mfa_amr_claims set updated_at = now() - interval '6 minutes'`); err != nil {
		t.Fatal(err)
	}
	late := refresh(s, t, lifted.RefreshToken)
	s.Walk(t, late.AccessToken, []apptest.Step{
		{Name: "a refresh keeps aal2", Method: "GET", Path: path, Status: 200, Has: []string{`[{"id":1}]`}},
		change("late", `[]`),
	})
}
