package auth

import (
	"net/mail"
	"strings"
	"unicode/utf8"
)

// maxEmail is the longest address: RFC 5321 section 4.5.3.1 as corrected by
// erratum 1690, and within auth.users' 255. Bytes.
const maxEmail = 254

func lower(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// checkEmail gives the address in the form in which it is stored and looked up.
func checkEmail(email string) (string, error) {
	broken := !validText(email) // before lower, which replaces invalid UTF-8
	email = lower(email)
	parsed, err := mail.ParseAddress(email)
	local, domain, _ := strings.Cut(email, "@")
	if err != nil || parsed.Address != email || len(email) > maxEmail || len(local) > 64 || domain == "" ||
		broken || strings.ContainsAny(email, " \t\r\n\"") {
		return "", invalid("Unable to validate email address: invalid format")
	}
	return email, nil
}

// checkPhone gives an E.164 number without its plus, as GoTrue stores it.
func checkPhone(phone string) (string, error) {
	digits := strings.TrimPrefix(strings.ReplaceAll(phone, " ", ""), "+")
	if len(digits) < 3 || len(digits) > 15 || digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return "", invalid("Invalid phone number format (E.164 required)")
	}
	return digits, nil
}

// validText reports whether PostgreSQL can hold text.
func validText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}
