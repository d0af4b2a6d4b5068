package provider

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Identity is a user as a provider knows them.
type Identity struct {
	Provider string
	// Subject is the provider's id of the user, which never changes.
	Subject string
	// Email is as the provider has it, "" for none; EmailVerified says that the provider
	// vouches for it being the user's.
	Email         string
	EmailVerified bool
	// Profile is the rest of the user's metadata.
	Profile Profile
	// AccessToken and RefreshToken are for the provider's API.
	AccessToken, RefreshToken string
}

// Profile is a user's data under the names that GoTrue gives them in identity_data and
// user_metadata.
type Profile struct {
	Issuer            string         `json:"iss,omitempty"`
	Subject           string         `json:"sub,omitempty"`
	Name              string         `json:"name,omitempty"`
	GivenName         string         `json:"given_name,omitempty"`
	FamilyName        string         `json:"family_name,omitempty"`
	Nickname          string         `json:"nickname,omitempty"`
	PreferredUsername string         `json:"preferred_username,omitempty"`
	Link              string         `json:"profile,omitempty"`
	Picture           string         `json:"picture,omitempty"`
	Email             string         `json:"email,omitempty"`
	EmailVerified     bool           `json:"email_verified"`
	PhoneVerified     bool           `json:"phone_verified"`
	Custom            map[string]any `json:"custom_claims,omitempty"`
	FullName          string         `json:"full_name,omitempty"`
	AvatarURL         string         `json:"avatar_url,omitempty"`
	ProviderID        string         `json:"provider_id,omitempty"`
	UserName          string         `json:"user_name,omitempty"`
}

// maxSubject is the longest id: OpenID Connect Core 1.0, section 2. maxField bounds what
// else is kept. Bytes.
const (
	maxSubject = 255
	maxField   = 2048
)

// checked completes the profile, and refuses an identity without an id. A value that
// nobody can store, or that is too long, is left out.
func (i Identity) checked() (Identity, error) {
	if i.Subject == "" || len(i.Subject) > maxSubject || !storable(i.Subject) {
		return Identity{}, fmt.Errorf("%w: the user has no usable id", ErrUnavailable)
	}
	p := &i.Profile
	p.Subject, p.ProviderID, p.Email = i.Subject, i.Subject, i.Email
	p.FullName, p.AvatarURL = p.Name, p.Picture
	for _, field := range []*string{
		&i.Email, &p.Issuer, &p.Name, &p.GivenName, &p.FamilyName, &p.Nickname, &p.PreferredUsername, &p.Link, &p.Picture,
		&p.Email, &p.FullName, &p.AvatarURL, &p.UserName,
	} {
		if len(*field) > maxField || !storable(*field) {
			*field = ""
		}
	}
	i.EmailVerified = i.EmailVerified && i.Email != ""
	p.EmailVerified = i.EmailVerified
	return i, nil
}

// storable reports whether PostgreSQL takes a text.
func storable(text string) bool { return !strings.ContainsRune(text, 0) }

// addAppleName adds the name of Apple's form. Nothing signs the form, so nothing else of
// it is used.
func (i *Identity) addAppleName(form string) {
	var user struct {
		Name struct {
			First string `json:"firstName"`
			Last  string `json:"lastName"`
		} `json:"name"`
	}
	if form == "" || json.Unmarshal([]byte(form), &user) != nil {
		return
	}
	i.Profile.GivenName, i.Profile.FamilyName = user.Name.First, user.Name.Last
	i.Profile.Name = strings.TrimSpace(user.Name.First + " " + user.Name.Last)
}
