package mfa

import (
	"fmt"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// totpPeriod is the length of a time step. Seconds; RFC 6238 and every authenticator app
// have 30.
const totpPeriod = 30

// totpData is the setup of an authenticator app.
type totpData struct {
	QRCode string `json:"qr_code"` // SVG
	Secret string `json:"secret"`  // base32 without padding
	URI    string `json:"uri"`     // otpauth://
}

// newTOTP makes a secret. Names that are too long for a QR code are refused.
func (fs *Factors) newTOTP(issuer, account string) (*totpData, error) {
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: issuer, AccountName: account, Period: totpPeriod, SecretSize: 20, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1, Rand: fs.rand,
	})
	if err != nil {
		return nil, fmt.Errorf("make a TOTP secret: %w", err)
	}
	svg, err := qrSVG(key.URL())
	if err != nil {
		return nil, gotrue.Invalid("issuer and the account's address are too long for a QR code")
	}
	return &totpData{QRCode: svg, Secret: key.Secret(), URI: key.URL()}, nil
}

// qrSVG draws a QR code, with the best error correction that the text leaves room for. It
// has no "#" and no "%", since auth-js puts it into a data URL as it is.
func qrSVG(text string) (string, error) {
	const module, quiet = 3, 4 // pixels of a module; modules around the code (ISO 18004)
	code, err := qr.Encode(text, qr.H, qr.Auto)
	for _, level := range []qr.ErrorCorrectionLevel{qr.M, qr.L} {
		if err != nil {
			code, err = qr.Encode(text, level, qr.Auto)
		}
	}
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := range size {
			if red, _, _, _ := code.At(x, y).RGBA(); red == 0 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	all := size + 2*quiet
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="%d" height="%d" fill="white"/><path d="%s" fill="black"/></svg>`, all*module, all*module, all, all, all, all, path.String()), nil
}

// totpStep finds the time step whose code this is: that of now or one beside it, so that
// clocks may differ by 30 s. Steps up to last were used.
func totpStep(secret, code string, now time.Time, last int64) (step int64, ok bool) {
	for _, step := range []int64{now.Unix() / totpPeriod, now.Unix()/totpPeriod - 1, now.Unix()/totpPeriod + 1} {
		match, err := totp.ValidateCustom(code, secret, time.Unix(step*totpPeriod, 0), totp.ValidateOpts{
			Period: totpPeriod, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1,
		})
		if err == nil && match && step > last {
			return step, true
		}
	}
	return 0, false
}
