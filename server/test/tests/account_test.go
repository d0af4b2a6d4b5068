package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

func TestSession(t *testing.T) {
	t.Parallel()
	s := boot(t)
	const email = "nadia@example.org"
	first := s.CreateUser(t, email, "secret6")
	if first.TokenType != "bearer" || first.ExpiresIn <= 90 || first.User.Email != email {
		t.Errorf("the session is %+v, want a bearer of more than 90 s for %s", first, email)
	}
	second := refresh(s, t, first.RefreshToken)
	if second.RefreshToken == first.RefreshToken || second.User.ID != first.User.ID {
		t.Errorf("refreshed to %+v, want another token of the same user", second)
	}
	s.Walk(t, second.AccessToken, []apptest.Step{
		{Name: "the refreshed token reads", Method: "GET", Path: "/rest/v1/todos?select=id", Status: 200},
		{Name: "sign out", Method: "POST", Path: "/auth/v1/logout?scope=global", Status: 204},
		{Name: "its access token no longer reads", Method: "GET", Path: "/rest/v1/todos?select=id", Status: 401, Has: []string{"JWT revoked"}},
		{Name: "the session is gone", Method: "GET", Path: "/auth/v1/user", Status: 403, Has: []string{"session_not_found"}},
		{
			Name: "nor can it be refreshed", Method: "POST", Path: "/auth/v1/token?grant_type=refresh_token", Status: 400,
			Body: `{"refresh_token":"` + second.RefreshToken + `"}`, Has: []string{"refresh_token_not_found"},
		},
	})
}

func refresh(s *apptest.Instance, t *testing.T, refreshToken string) apptest.Session {
	t.Helper()
	answer := s.Send(t, "POST", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":"`+refreshToken+`"}`, s.Headers("")...)
	if answer.Status != http.StatusOK {
		t.Fatalf("refresh: %d %s", answer.Status, answer.Body)
	}
	return apptest.Parse[apptest.Session](t, answer.Body)
}

func TestWrongPasswordAndUnknownUserReadTheSame(t *testing.T) {
	t.Parallel()
	s := boot(t)
	s.CreateUser(t, "nadia@example.org", "secret6")
	wrong := s.Send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"nadia@example.org","password":"wrong one"}`, s.Headers("")...)
	unknown := s.Send(t, "POST", "/auth/v1/token?grant_type=password", `{"email":"nobody@example.org","password":"wrong one"}`, s.Headers("")...)
	if wrong.Status != 400 || wrong.Body != unknown.Body || wrong.Status != unknown.Status {
		t.Errorf("wrong password: %d %s\nunknown user: %d %s\nwant 400 and the same", wrong.Status, wrong.Body, unknown.Status, unknown.Body)
	}
	if !strings.Contains(wrong.Body, "invalid_credentials") {
		t.Errorf("refused with %s, want invalid_credentials", wrong.Body)
	}
}
