package mfa

import (
	"context"
	"crypto/hmac"
	"net/http"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Phone factors: the code of a challenge goes to the factor's number by the hook send-sms,
// with sms_type "mfa". The number need not be that of the account.

// checkPhoneEnrollment gives the number of a new phone factor in the form in which it is
// stored.
func (fs *Factors) checkPhoneEnrollment(e enrollment) (phone string, err error) {
	if !fs.settings.Phone.Enroll {
		return "", fault.New(fault.AuthMFAPhoneDisabled, "MFA enroll is disabled for Phone")
	}
	if e.Phone == "" {
		return "", gotrue.Invalid("Phone number required to enroll Phone factor")
	}
	if phone, err = account.CheckPhone(e.Phone); err != nil {
		return "", err
	}
	if !fs.messages.CanText(phone) {
		return "", fault.New(fault.AuthMFAPhoneDisabled, "MFA enroll is disabled for Phone: this server sends no messages")
	}
	return phone, nil
}

// sendFactorCode sends the code of a challenge once tx has committed, and gives it as it is
// stored: encrypted, as GoTrue does where its encryption is on. Codes are bounded by number
// and user while nobody has shown that the number is theirs, and then by factor: else others
// could keep the owner of a number from signing in.
func (fs *Factors) sendFactorCode(r *http.Request, tx db.Tx, u *account.User, f account.Factor, channel, challengeID string) (sealed string, err error) {
	ctx := r.Context()
	switch channel {
	case "", "sms", "whatsapp":
	default:
		return "", gotrue.Invalid("Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.")
	}
	keys := []throttle.Key{fs.attempts.Key("factor", f.ID)}
	if !f.Verified() {
		keys = []throttle.Key{fs.attempts.Key("factor of a user", u.ID), fs.attempts.Key("factor of a number", f.Phone)}
	}
	for _, key := range keys {
		if err := fs.attempts.Once(ctx, tx, key, fs.settings.PhoneInterval, fault.AuthSMSRate); err != nil {
			return "", err
		}
	}
	if !fs.messages.CanText(f.Phone) {
		return "", fault.New(fault.AuthMFAPhoneVerifyDisabled, "MFA verification is disabled for Phone: this server sends no messages")
	}
	code, isTest := fs.messages.TestCode(f.Phone)
	if !isTest {
		if err := fs.messages.CountSMS(ctx, tx); err != nil {
			return "", err
		}
		if code, err = random.Digits(fs.rand, fs.settings.PhoneOTPLength); err != nil {
			return "", err
		}
	}
	if sealed, err = fs.encryption.Seal(fs.rand, challengeID, code); err != nil || isTest {
		return sealed, err
	}
	sms := map[string]any{"otp": code, "phone": f.Phone, "sms_type": "mfa"}
	if channel != "" {
		sms["channel"] = channel
	}
	return sealed, fs.hooks.Enqueue(ctx, tx, hook.Event{
		Name: hook.SendSMS, IP: audit.ClientOf(r).Address(), Input: map[string]any{"user": u, "sms": sms},
	}, hook.Delivery{Until: fs.now().Add(fs.settings.ChallengeLife), Attempts: message.SMSAttempts})
}

// checkFactorCode compares the code of a challenge with the one that was sent; GoTrue stores
// it in plain text where its encryption is off.
func (fs *Factors) checkFactorCode(ctx context.Context, challengeID, stored, given string) error {
	sent, err := fs.decryption.Open(challengeID, stored)
	if err != nil {
		fs.log.ErrorContext(ctx, "cannot read the code of a challenge", "challenge", challengeID, "error", err)
		return errWrongCode
	}
	if sent == "" || !hmac.Equal([]byte(sent), []byte(given)) {
		return errWrongCode
	}
	return nil
}
