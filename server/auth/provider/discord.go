package provider

import (
	"context"
	"strings"

	"golang.org/x/oauth2"
)

const discordURL = "https://discord.com/api"

func discordEndpoint(base string) oauth2.Endpoint {
	return oauth2.Endpoint{AuthURL: base + "/oauth2/authorize", TokenURL: base + "/oauth2/token", AuthStyle: oauth2.AuthStyleInParams}
}

// discordProfile asks for the user.
func discordProfile(ctx context.Context, p *Provider, granted *oauth2.Token) (Identity, error) {
	var user struct {
		ID            string `json:"id"`
		Name          string `json:"username"`
		Discriminator string `json:"discriminator"`
		GlobalName    string `json:"global_name"`
		Avatar        string `json:"avatar"`
		Email         string `json:"email"`
		Verified      bool   `json:"verified"`
	}
	if err := p.get(ctx, p.base+"/users/@me", granted.AccessToken, &user); err != nil {
		return Identity{}, err
	}
	id := Identity{Subject: user.ID, Email: user.Email, EmailVerified: user.Verified, Profile: Profile{
		Issuer: p.base, Name: user.Name + "#" + user.Discriminator, UserName: user.Name,
	}}
	if user.GlobalName != "" && len(user.GlobalName) <= maxField && storable(user.GlobalName) {
		id.Profile.Custom = map[string]any{"global_name": user.GlobalName}
	}
	if user.Avatar != "" {
		extension := ".png"
		if strings.HasPrefix(user.Avatar, "a_") {
			extension = ".gif" // animated
		}
		id.Profile.Picture = "https://cdn.discordapp.com/avatars/" + user.ID + "/" + user.Avatar + extension
	}
	return id, nil
}
