package provider

import (
	"context"
	"fmt"
	"strconv"

	"golang.org/x/oauth2"
)

const githubURL = "https://github.com"

func githubEndpoint(base string) oauth2.Endpoint {
	return oauth2.Endpoint{AuthURL: base + "/login/oauth/authorize", TokenURL: base + "/login/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams}
}

// githubProfile asks GitHub, or a GitHub Enterprise server, for the user and the primary
// address.
func githubProfile(ctx context.Context, p *Provider, granted *oauth2.Token) (Identity, error) {
	api := "https://api.github.com"
	if p.base != githubURL {
		api = p.base + "/api/v3"
	}
	var user struct {
		ID      int64  `json:"id"`
		Login   string `json:"login"`
		Name    string `json:"name"`
		Picture string `json:"avatar_url"`
	}
	if err := p.get(ctx, api+"/user", granted.AccessToken, &user); err != nil {
		return Identity{}, err
	}
	if user.ID <= 0 {
		return Identity{}, fmt.Errorf("%w: the user has no id", ErrUnavailable)
	}
	var emails []struct {
		Email    string `json:"email"`
		Primary  bool   `json:"primary"`
		Verified bool   `json:"verified"`
	}
	if err := p.get(ctx, api+"/user/emails", granted.AccessToken, &emails); err != nil {
		return Identity{}, err
	}
	id := Identity{Subject: strconv.FormatInt(user.ID, 10), Profile: Profile{
		Issuer: api, Name: user.Name, Picture: user.Picture, PreferredUsername: user.Login, UserName: user.Login,
	}}
	for _, each := range emails {
		if each.Primary {
			id.Email, id.EmailVerified = each.Email, each.Verified
		}
	}
	return id, nil
}
