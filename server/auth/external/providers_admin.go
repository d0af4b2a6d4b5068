package external

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Bounds of what an administrator writes: those of the table, and for what it does not
// bound, entries and bytes.
const (
	maxProviderName    = 100 // characters
	maxProviderID      = 512
	maxProviderURL     = 2048
	maxProviderSecret  = 4096
	maxProviderList    = 50
	maxProviderObjects = 16 << 10 // as JSON
)

// customIdentifier is the form of the table's check, with customPrefix.
var customIdentifier = regexp.MustCompile(`^custom:[a-z0-9:-]{0,42}[a-z0-9]$`)

// protectedClaims are not mapped: who a user is and may do here, and what is known about the
// user's addresses, is not for an attribute of a provider to say.
var protectedClaims = []string{
	"id", "aud", "role", "app_metadata", "created_at", "updated_at", "confirmed_at", "email_confirmed_at", "phone_confirmed_at",
	"email_verified", "phone_verified", "banned_until", "is_super_admin", "iss",
}

// ownParameters are set by this server in each request to sign in.
var ownParameters = []string{
	"client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "state", "scope", "code_challenge",
	"code_challenge_method", "code_verifier", "nonce", "request", "request_uri",
}

// customProviderChange is the body of POST and PUT; what is nil stays as it is.
type customProviderChange struct {
	Type           string             `json:"provider_type"`
	Identifier     string             `json:"identifier"`
	Name           *string            `json:"name"`
	ClientID       *string            `json:"client_id"`
	Secret         string             `json:"client_secret"` // "" stays
	OtherClientIDs *[]string          `json:"acceptable_client_ids"`
	Scopes         *[]string          `json:"scopes"`
	PKCE           *bool              `json:"pkce_enabled"`
	Mapping        *map[string]any    `json:"attribute_mapping"`
	Parameters     *map[string]string `json:"authorization_params"`
	Enabled        *bool              `json:"enabled"`
	EmailOptional  *bool              `json:"email_optional"`
	Issuer         *string            `json:"issuer"`
	DiscoveryURL   *string            `json:"discovery_url"`
	SkipNonceCheck *bool              `json:"skip_nonce_check"`
	AuthURL        *string            `json:"authorization_url"`
	TokenURL       *string            `json:"token_url"`
	UserinfoURL    *string            `json:"userinfo_url"`
	JWKSURI        *string            `json:"jwks_uri"`
	Claims         *[]string          `json:"custom_claims_allowlist"`
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// apply writes a change into a row; what is of the other type is left out.
func (cp *customProviderChange) apply(c *customProvider) {
	set(&c.Name, cp.Name)
	set(&c.ClientID, cp.ClientID)
	set(&c.OtherClientIDs, cp.OtherClientIDs)
	set(&c.Scopes, cp.Scopes)
	set(&c.PKCE, cp.PKCE)
	set(&c.Mapping, cp.Mapping)
	set(&c.Parameters, cp.Parameters)
	set(&c.Enabled, cp.Enabled)
	set(&c.EmailOptional, cp.EmailOptional)
	set(&c.Claims, cp.Claims)
	if c.isOAuth2() {
		set(&c.AuthURL, cp.AuthURL)
		set(&c.TokenURL, cp.TokenURL)
		set(&c.UserinfoURL, cp.UserinfoURL)
		set(&c.JWKSURI, cp.JWKSURI)
	} else {
		set(&c.Issuer, cp.Issuer)
		set(&c.DiscoveryURL, cp.DiscoveryURL)
		set(&c.SkipNonceCheck, cp.SkipNonceCheck)
		if !slices.Contains(c.Scopes, "openid") {
			c.Scopes = append([]string{"openid"}, c.Scopes...)
		}
	}
	for _, list := range []*[]string{&c.OtherClientIDs, &c.Scopes, &c.Claims} {
		if *list == nil {
			*list = []string{}
		}
	}
	if c.Mapping == nil {
		c.Mapping = map[string]any{}
	}
	if c.Parameters == nil {
		c.Parameters = map[string]string{}
	}
}

// check refuses a row that the table or the protocol does not take.
func (c *customProvider) check(secret string) error {
	required := map[string]string{"name": c.Name, "client_id": c.ClientID, "client_secret": secret}
	if c.isOAuth2() {
		required["authorization_url"], required["token_url"], required["userinfo_url"] = c.AuthURL, c.TokenURL, c.UserinfoURL
	} else {
		required["issuer"] = c.Issuer
	}
	for name, value := range required {
		if value == "" {
			return gotrue.Invalid(name + " is required")
		}
	}
	if utf8.RuneCountInString(c.Name) > maxProviderName || !gotrue.ValidText(c.Name) {
		return gotrue.Invalid(fmt.Sprintf("name can have %d characters", maxProviderName))
	}
	bounded := map[string]int{c.ClientID: maxProviderID, secret: maxProviderSecret}
	for _, address := range []string{c.Issuer, c.DiscoveryURL, c.AuthURL, c.TokenURL, c.UserinfoURL, c.JWKSURI} {
		bounded[address] = maxProviderURL
	}
	for _, list := range [][]string{c.OtherClientIDs, c.Scopes, c.Claims} {
		if len(list) > maxProviderList {
			return gotrue.Invalid(fmt.Sprintf("a list can have %d entries", maxProviderList))
		}
		for _, each := range list {
			if each == "" {
				return gotrue.Invalid("a list cannot have empty entries")
			}
			bounded[each] = maxProviderID
		}
	}
	for value, most := range bounded {
		if len(value) > most || !gotrue.ValidText(value) {
			return gotrue.Invalid(fmt.Sprintf("a value is too long: ids can have %d bytes, secrets %d, addresses %d", maxProviderID, maxProviderSecret, maxProviderURL))
		}
	}
	if c.JWKSURI != "" && !strings.HasPrefix(c.JWKSURI, "https://") {
		return gotrue.Invalid("jwks_uri has to be https://host/path")
	}
	for target := range c.Mapping {
		if slices.Contains(protectedClaims, target) {
			return gotrue.Invalid("Cannot map to protected system field: " + target)
		}
	}
	for name := range c.Parameters {
		if slices.Contains(ownParameters, strings.ToLower(name)) {
			return gotrue.Invalid("Cannot override reserved OAuth parameter: " + name)
		}
	}
	for _, object := range []any{c.Mapping, c.Parameters} {
		text, err := json.Marshal(object)
		if err != nil || len(text) > maxProviderObjects || strings.Contains(string(text), `\u0000`) {
			return gotrue.Invalid(fmt.Sprintf("attribute_mapping and authorization_params can have %d bytes each", maxProviderObjects))
		}
	}
	return nil
}

func (ps *Providers) mayUseCustomProviders() error {
	if !ps.custom.Enabled {
		return fault.New(fault.AuthFeatureDisabled, "Custom OAuth/OIDC providers are not enabled")
	}
	return nil
}

// List is GET /admin/custom-providers?type=oauth2|oidc.
func (ps *Providers) List(w http.ResponseWriter, r *http.Request) error {
	if err := ps.mayUseCustomProviders(); err != nil {
		return err
	}
	kind := r.URL.Query().Get("type")
	if kind != "" && kind != "oauth2" && kind != "oidc" {
		return gotrue.Invalid("type must be either 'oauth2' or 'oidc'")
	}
	all, err := ps.customProvidersWhere(r.Context(), `$1::text in ('', provider_type)`, kind)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"providers": append([]customProvider{}, all...)})
}

// customProviderOfPath is the {identifier} of the path.
func (ps *Providers) customProviderOfPath(r *http.Request) (customProvider, error) {
	if err := ps.mayUseCustomProviders(); err != nil {
		return customProvider{}, err
	}
	identifier := r.PathValue("identifier")
	if !customIdentifier.MatchString(identifier) {
		return customProvider{}, badIdentifier()
	}
	all, err := ps.customProvidersWhere(r.Context(), `identifier = $1`, identifier)
	if err == nil && len(all) == 0 {
		err = fault.New(fault.AuthProviderNotFound, "Custom OAuth provider not found")
	}
	if err != nil {
		return customProvider{}, err
	}
	return all[0], nil
}

func badIdentifier() *fault.Fault {
	return gotrue.Invalid("identifier must start with 'custom:' prefix, and have 1 to 43 of a-z, 0-9, : and - after it")
}

// Show is GET /admin/custom-providers/{identifier}.
func (ps *Providers) Show(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.customProviderOfPath(r)
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, c)
}

// Create is POST /admin/custom-providers. The discovery document of an OpenID
// Connect provider is fetched, and has to be right.
func (ps *Providers) Create(w http.ResponseWriter, r *http.Request) error {
	if err := ps.mayUseCustomProviders(); err != nil {
		return err
	}
	var given customProviderChange
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	switch {
	case given.Type != "oauth2" && given.Type != "oidc":
		return gotrue.Invalid("provider_type must be either 'oauth2' or 'oidc'")
	case !customIdentifier.MatchString(given.Identifier):
		return badIdentifier()
	}
	c := customProvider{Type: given.Type, Identifier: given.Identifier, PKCE: true, Enabled: true}
	var err error
	if c.ID, err = random.ID(ps.rand); err != nil {
		return err
	}
	if err := ps.complete(r.Context(), &c, &given, given.Secret, true); err != nil {
		return err
	}
	saved, err := ps.saveCustomProvider(r.Context(), &c, audit.ProviderCreated, audit.ClientOf(r))
	if err != nil {
		return err
	}
	if !saved {
		return fault.New(fault.AuthConflict, "A custom OAuth provider with this identifier already exists").WithStatus(http.StatusBadRequest)
	}
	return gotrue.Reply(w, http.StatusCreated, c)
}

// Change is PUT /admin/custom-providers/{identifier}. Type and identifier stay.
func (ps *Providers) Change(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.customProviderOfPath(r)
	if err != nil {
		return err
	}
	var given customProviderChange
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	secret := given.Secret
	if secret == "" {
		if secret, err = ps.decryption.Open(c.ID, c.secret); err != nil {
			return fmt.Errorf("read the secret of %s: %w", c.Identifier, err)
		}
	}
	issuer, discovery := c.Issuer, c.DiscoveryURL
	moved := given.Issuer != nil && *given.Issuer != issuer || given.DiscoveryURL != nil && *given.DiscoveryURL != discovery
	if err := ps.complete(r.Context(), &c, &given, secret, moved); err != nil {
		return err
	}
	saved, err := ps.saveCustomProvider(r.Context(), &c, audit.ProviderChanged, audit.ClientOf(r))
	if err != nil {
		return err
	}
	if !saved {
		return fault.New(fault.AuthConflict, "The provider was changed by another request, please retry")
	}
	return gotrue.Reply(w, http.StatusOK, c)
}

// complete applies a change, checks the result, encrypts the secret and fetches the discovery
// document where it is another.
func (ps *Providers) complete(ctx context.Context, c *customProvider, given *customProviderChange, secret string, discover bool) (err error) {
	given.apply(c)
	if err := c.check(secret); err != nil {
		return err
	}
	p, err := ps.customProvider(c, secret)
	if err != nil {
		return gotrue.Invalid(err.Error())
	}
	if c.secret, err = ps.encryption.Seal(ps.rand, c.ID, secret); err != nil {
		return err
	}
	if c.isOAuth2() || !discover {
		return nil
	}
	if c.Discovery, err = p.Discovery(ctx); err != nil {
		return gotrue.Invalid("The discovery document cannot be used: " + err.Error()).Because(err)
	}
	return nil
}

// Delete is DELETE /admin/custom-providers/{identifier}. Identities of it stay.
func (ps *Providers) Delete(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.customProviderOfPath(r)
	if err != nil {
		return err
	}
	err = ps.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		if _, err := tx.Exec(r.Context(), `delete from auth.custom_oauth_providers where id = $1`, c.ID); err != nil {
			return fmt.Errorf("delete a custom provider: %w", err)
		}
		return audit.Write(r.Context(), tx, ps.now(), auditProvider(audit.ProviderDeleted, c.Identifier), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// allowCustomProvider refuses one more than there may be. Only one is added at a time.
func (ps *Providers) allowCustomProvider(ctx context.Context, tx db.Tx) error {
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('auth.custom_oauth_providers', 0))`); err != nil {
		return err
	}
	n := 0
	if err := tx.QueryRow(ctx, `select count(*) from auth.custom_oauth_providers`).Scan(&n); err != nil {
		return fmt.Errorf("count custom providers: %w", err)
	}
	if n >= ps.custom.Max {
		return fault.New(fault.AuthOverQuota, "Maximum number of custom OAuth/OIDC providers reached")
	}
	return nil
}
