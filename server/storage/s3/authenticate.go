package s3

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4"
	"github.com/toubkal/toubkal/server/token"
)

// authenticate verifies the request's signature and says whose it is.
func (s *Service) authenticate(in *request) (token.Claims, error) {
	signature, ok, err := sigv4.Parse(in.Request, s.Store.Now())
	if err != nil {
		return token.Claims{}, err
	}
	if !ok {
		return token.Claims{}, fault.New(fault.StorageAccessDenied, "The request is not signed")
	}
	in.signature = signature
	return s.claims(in.Context(), signature.AccessKey, signature.SessionToken, func(secret string) error {
		return signature.Verify(in.Request, secret, s.targets(in.Request))
	})
}

// claims are the claims of an access key, whose secret verify gets. With a session token the
// key is the project's, and the token says who the caller is.
func (s *Service) claims(ctx context.Context, accessKey, sessionToken string, verify func(secret string) error) (token.Claims, error) {
	unknown := fault.New(fault.S3InvalidAccessKeyID, "The AWS Access Key Id you provided does not exist in our records.")
	if sessionToken != "" {
		anonKey, err := s.AnonKey()
		if err != nil {
			return token.Claims{}, err
		}
		if accessKey != s.ProjectRef || anonKey == "" {
			return token.Claims{}, unknown
		}
		if err := verify(anonKey); err != nil {
			return token.Claims{}, err
		}
		claims, err := s.Store.Verify(sessionToken)
		if errors.Is(err, jwt.ErrTokenExpired) {
			return claims, fault.New(fault.S3ExpiredToken, "The provided token has expired.").Because(err)
		}
		if err != nil {
			return claims, fault.New(fault.S3InvalidToken, "The provided token is malformed or otherwise invalid.").Because(err)
		}
		return claims, nil
	}
	if s.KeyID != "" && accessKey == s.KeyID {
		return claimsOf(token.ServiceRole, ""), verify(s.KeySecret)
	}
	key, err := s.Keys.find(ctx, accessKey)
	if err != nil {
		return token.Claims{}, err
	}
	if key == nil {
		return token.Claims{}, unknown
	}
	if err := verify(key.secret); err != nil {
		return token.Claims{}, err
	}
	return claimsOf(key.Role, key.Subject), s.Keys.used(ctx, key)
}

func claimsOf(role, subject string) token.Claims {
	fields := map[string]string{"role": role}
	if subject != "" {
		fields["sub"] = subject
	}
	text, _ := json.Marshal(fields) // of texts: it cannot fail
	return token.Claims{Role: role, Subject: subject, JSON: text}
}

// targets are the addresses that the client may have signed: that of the request, which
// edge takes from X-Forwarded-Host of a trusted proxy, and what a proxy may have changed.
// edge has removed what proxies say that are not trusted.
func (s *Service) targets(r *http.Request) []sigv4.Target {
	hosts, paths := []string{r.Host}, []string{r.URL.EscapedPath()}
	if host, port, err := net.SplitHostPort(r.Host); err == nil && (port == "80" || port == "443") {
		hosts = append(hosts, host) // clients leave the usual port out
	}
	if port := r.Header.Get("X-Forwarded-Port"); port != "" && !strings.Contains(r.Host, ":") {
		hosts = append(hosts, r.Host+":"+port)
	}
	for field := range strings.FieldsFuncSeq(r.Header.Get("Forwarded"), func(c rune) bool { return c == ';' || c == ',' }) {
		if name, host, _ := strings.Cut(strings.TrimSpace(field), "="); strings.EqualFold(name, "host") {
			hosts = append(hosts, strings.Trim(host, `"`))
		}
	}
	if prefix := r.Header.Get("X-Forwarded-Prefix"); prefix != "" {
		paths = append(paths, strings.TrimSuffix(prefix, "/")+paths[0])
	}
	if public, err := url.Parse(s.PublicURL); err == nil && public.Host != "" {
		hosts = append(hosts, public.Host)
		if prefix := strings.TrimSuffix(public.EscapedPath(), "/"); prefix != "" {
			paths = append(paths, prefix+paths[0])
		}
	}
	var all []sigv4.Target
	for _, host := range hosts {
		for _, path := range paths {
			if target := (sigv4.Target{Host: host, Path: path}); !slices.Contains(all, target) {
				all = append(all, target)
			}
		}
	}
	return all
}
