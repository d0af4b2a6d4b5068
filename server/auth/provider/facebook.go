package provider

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"

	"golang.org/x/oauth2"
)

const facebookURL = "https://www.facebook.com"

// facebookGraph is the address of the API.
func facebookGraph(base string) string {
	if base == facebookURL {
		return "https://graph.facebook.com"
	}
	return base
}

func facebookEndpoint(base string) oauth2.Endpoint {
	return oauth2.Endpoint{AuthURL: base + "/dialog/oauth", TokenURL: facebookGraph(base) + "/oauth/access_token", AuthStyle: oauth2.AuthStyleInParams}
}

// facebookProfile asks for the user. The proof shows that the caller knows the secret, and
// not only a token that leaked. Facebook tells only addresses that it has verified.
func facebookProfile(ctx context.Context, p *Provider, granted *oauth2.Token) (Identity, error) {
	proof := hmac.New(sha256.New, []byte(p.Secret))
	proof.Write([]byte(granted.AccessToken))
	query := url.Values{
		"fields":          {"email,first_name,last_name,name,picture"},
		"appsecret_proof": {hex.EncodeToString(proof.Sum(nil))},
	}
	var user struct {
		ID      string `json:"id"`
		Email   string `json:"email"`
		First   string `json:"first_name"`
		Last    string `json:"last_name"`
		Name    string `json:"name"`
		Picture struct {
			Data struct {
				URL string `json:"url"`
			} `json:"data"`
		} `json:"picture"`
	}
	if err := p.get(ctx, facebookGraph(p.base)+"/me?"+query.Encode(), granted.AccessToken, &user); err != nil {
		return Identity{}, err
	}
	return Identity{Subject: user.ID, Email: user.Email, EmailVerified: user.Email != "", Profile: Profile{
		Issuer: facebookGraph(p.base), Name: user.Name, GivenName: user.First, FamilyName: user.Last, Nickname: user.Name, Picture: user.Picture.Data.URL,
	}}, nil
}
