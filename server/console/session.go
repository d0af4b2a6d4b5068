package console

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// session is what the cookie says, signed: who has signed in, and until when.
type session struct {
	// Operator is for people, and for the audit: an e-mail address, or "service key".
	Operator string `json:"operator"`
	// User is the id of the user; "" for the service key.
	User string `json:"user,omitempty"`
	// Key is the name of the key that signed the service key: the session ends with it.
	Key     string `json:"key,omitempty"`
	Expires int64  `json:"expires"` // Unix seconds
}

const (
	cookieName  = "toubkal-console"
	sessionLife = 8 * time.Hour
)

func (c *core) sessionRoutes() map[string]http.HandlerFunc {
	limited := edge.Rate(c.Tries, c.Now)(http.HandlerFunc(c.signIn))
	return map[string]http.HandlerFunc{
		"GET /session":    c.signedIn(maxBody, c.showSession),
		"POST /session":   limited.ServeHTTP,
		"DELETE /session": c.signOut,
	}
}

// shown is a session as the application sees it.
type shown struct {
	Operator string `json:"operator"`
	Expires  int64  `json:"expires"`
	// Writes says that forms write files of the project, else they only show their SQL.
	Writes bool  `json:"writes"`
	About  About `json:"about"`
}

func (c *core) shown(s session) shown {
	return shown{Operator: s.Operator, Expires: s.Expires, Writes: c.Project != nil, About: c.About}
}

func (c *core) showSession(r *call) (any, error) { return c.shown(r.who), nil }

// credentials are a service key, or an e-mail and a password, with a code where the user has a
// second factor.
type credentials struct {
	Key      string `json:"key"`
	Email    string `json:"email"`
	Password string `json:"password"`
	Code     string `json:"code"`
}

func (c *core) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	var given credentials
	err := (&call{Request: r}).read(&given)
	var opened session
	switch {
	case err != nil:
	case given.Key != "":
		opened, err = c.byKey(strings.TrimSpace(given.Key))
	default:
		opened, err = c.byPassword(r, given)
	}
	if err != nil {
		c.refuse(w, r, err)
		return
	}
	opened.Expires = c.Now().Add(sessionLife).Unix()
	http.SetCookie(w, c.cookie(r, c.sign(opened), int(sessionLife.Seconds())))
	reply(w, c.shown(opened))
}

func (c *core) signOut(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, c.cookie(r, "", -1))
	w.WriteHeader(http.StatusNoContent)
}

func (c *core) cookie(r *http.Request, value string, seconds int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: value, Path: "/_/", MaxAge: seconds,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: edge.Scheme(r) == "https",
	}
}

var errWrongKey = fault.New(fault.ConsoleSignedOut, "This is not the service key of this server.")

// byKey takes the service key in both forms, a JWT or sb_secret_….
func (c *core) byKey(key string) (session, error) {
	if exchanged := c.Keys.Exchange(key); exchanged != "" {
		key = exchanged
	}
	claims, err := c.Keys.WithRules(token.Rules{Now: c.Now, CacheSize: -1}).Verify(key)
	if err != nil || claims.Role != token.ServiceRole {
		return session{}, errWrongKey
	}
	return session{Operator: "service key", Key: claims.Key}, nil
}

// byPassword has the auth service check password and second factor, with all of its bounds, and
// ends the session that it opens for that.
func (c *core) byPassword(r *http.Request, given credentials) (session, error) {
	var opened struct {
		AccessToken string `json:"access_token"`
		User        struct {
			ID      string `json:"id"`
			Email   string `json:"email"`
			Factors []struct {
				ID     string `json:"id"`
				Type   string `json:"factor_type"`
				Status string `json:"status"`
			} `json:"factors"`
		} `json:"user"`
	}
	err := c.askAuth(r, "/token?grant_type=password", "", map[string]string{"email": given.Email, "password": given.Password}, &opened)
	if err != nil {
		return session{}, err
	}
	bearer := opened.AccessToken
	defer func() { _ = c.askAuth(r, "/logout?scope=local", bearer, map[string]string{}, nil) }()
	if err := c.mayEnter(r.Context(), opened.User.ID); err != nil {
		return session{}, err
	}
	factor, second := "", false
	for _, f := range opened.User.Factors {
		if f.Status != "verified" {
			continue
		}
		second = true
		if f.Type == "totp" {
			factor = f.ID
		}
	}
	switch {
	case second && factor == "":
		return session{}, fault.New(fault.ConsoleForbidden, "This account has a second factor that the console cannot ask for: add an authenticator app, or use the service key.")
	case second && given.Code == "":
		return session{}, fault.New(fault.ConsoleSecondFactor, "Enter the code of your authenticator app.")
	case second:
		var challenge, verified struct {
			ID          string `json:"id"`
			AccessToken string `json:"access_token"`
		}
		if err := c.askAuth(r, "/factors/"+factor+"/challenge", bearer, map[string]string{}, &challenge); err != nil {
			return session{}, err
		}
		body := map[string]string{"challenge_id": challenge.ID, "code": strings.TrimSpace(given.Code)}
		if err := c.askAuth(r, "/factors/"+factor+"/verify", bearer, body, &verified); err != nil {
			return session{}, err
		}
		bearer = verified.AccessToken
	}
	return session{Operator: opened.User.Email, User: opened.User.ID}, nil
}

// errNotOperator is for who has signed in and may not enter.
var errNotOperator = fault.New(fault.ConsoleForbidden, "This user may not use the console.").
	WithHint("toubkal user create EMAIL --console lets a user in.")

// mayEnter reads at each request whether the user still may.
func (c *core) mayEnter(ctx context.Context, user string) error {
	var may bool
	err := c.Owner.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, `select coalesce(raw_app_meta_data -> 'console' = 'true' and coalesce(banned_until < now(), true) and deleted_at is null, false)
			from auth.users where id = $1`, user).Scan(&may)
	})
	if errors.Is(err, db.ErrNoRows) || err == nil && !may {
		return errNotOperator
	}
	return err
}

// askAuth asks the auth service as the browser at the other end would.
func (c *core) askAuth(r *http.Request, path, bearer string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx := r.Context()
	if bearer != "" {
		ctx = token.WithBearer(ctx, bearer)
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	asked.RemoteAddr, asked.Host = r.RemoteAddr, r.Host
	asked.Header.Set("Content-Type", "application/json")
	asked.Header.Set("User-Agent", r.UserAgent())
	answer := edge.NewMemoryResponse()
	c.Auth.ServeHTTP(answer, asked)
	if answer.Status() >= http.StatusMultipleChoices {
		var refused struct {
			Code    string `json:"error_code"`
			Message string `json:"msg"`
		}
		if err := json.Unmarshal(answer.Bytes(), &refused); err != nil {
			return err
		}
		f := fault.New(refused.Code, refused.Message).WithStatus(answer.Status())
		if wait := answer.Header().Get("Retry-After"); wait != "" {
			f.WithHeader("Retry-After", wait)
		}
		return f
	}
	if into == nil || answer.Len() == 0 {
		return nil
	}
	return json.Unmarshal(answer.Bytes(), into)
}

// sign is the value of the cookie: base64url of the JSON, a dot, and that of its HMAC-SHA256.
func (c *core) sign(s session) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // it has strings and a number
	}
	encoded := base64.RawURLEncoding.EncodeToString(text)
	return encoded + "." + base64.RawURLEncoding.EncodeToString(c.mac(encoded))
}

func (c *core) mac(text string) []byte {
	mac := hmac.New(sha256.New, c.Secret)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

var errSignedOut = fault.New(fault.ConsoleSignedOut, "Sign in to the console first.")

// sessionOf is the session of a request: signed by us, not over, and of a key or user who still
// may enter.
func (c *core) sessionOf(r *http.Request) (s session, err error) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return s, errSignedOut
	}
	encoded, signature, _ := strings.Cut(cookie.Value, ".")
	given, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !hmac.Equal(given, c.mac(encoded)) {
		return s, errSignedOut
	}
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil || json.Unmarshal(text, &s) != nil || c.Now().Unix() >= s.Expires {
		return s, errSignedOut
	}
	if s.User == "" {
		if !c.Keys.Has(s.Key) {
			return s, errSignedOut
		}
		return s, nil
	}
	return s, c.mayEnter(r.Context(), s.User)
}
