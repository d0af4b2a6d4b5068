package auth

import (
	"context"
	"encoding/base64"
)

// sessionKey is the key that signs the session's refresh tokens, nil for a session of
// version 1 tokens and for a key that cannot be read.
func (s *Service) sessionKey(ctx context.Context, id, stored string) []byte {
	encoded, err := s.decryption.Open(id, stored)
	if err == nil {
		var key []byte
		if key, err = base64.RawURLEncoding.DecodeString(encoded); err == nil {
			return key
		}
	}
	s.log.ErrorContext(ctx, "cannot read the key of a session", "session", id, "error", err)
	return nil
}
