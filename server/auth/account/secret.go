package account

import "context"

// PasswordHash is the user's password hash. One that cannot be decrypted matches no password;
// the log says why.
func (s *Store) PasswordHash(ctx context.Context, u *User) string {
	hash, err := s.decryption.Open(u.ID, u.StoredHash)
	if err != nil {
		s.log.ErrorContext(ctx, "cannot read a password hash", "user", u.ID, "error", err)
	}
	return hash
}
