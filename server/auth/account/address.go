package account

import (
	"net/mail"
	"strings"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// maxEmail is the longest address: RFC 5321 section 4.5.3.1 as corrected by
// erratum 1690, and within auth.users' 255. Bytes.
const maxEmail = 254

// Lower is an address as it is compared, which need not be a valid one.
func Lower(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// CheckEmail gives the address in the form in which it is stored and looked up.
func CheckEmail(email string) (string, error) {
	broken := !gotrue.ValidText(email) // before lower, which replaces invalid UTF-8
	email = Lower(email)
	parsed, err := mail.ParseAddress(email)
	local, domain, _ := strings.Cut(email, "@")
	if err != nil || parsed.Address != email || len(email) > maxEmail || len(local) > 64 || domain == "" ||
		broken || strings.ContainsAny(email, " \t\r\n\"") {
		return "", gotrue.Invalid("Unable to validate email address: invalid format")
	}
	return email, nil
}

// CheckPhone gives an E.164 number without its plus, as GoTrue stores it.
func CheckPhone(phone string) (string, error) {
	digits := strings.TrimPrefix(strings.ReplaceAll(phone, " ", ""), "+")
	if len(digits) < 3 || len(digits) > 15 || digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return "", gotrue.Invalid("Invalid phone number format (E.164 required)")
	}
	return digits, nil
}
