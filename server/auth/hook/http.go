package hook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// post sends input, signed, for at most Options.Timeout. It tries again after a network error,
// and where the receiver asks for it: 429 or 503 with a Retry-After.
func (h *Hooks) post(ctx context.Context, t Target, id string, input []byte) ([]byte, error) {
	timeout := cmp.Or(h.o.Timeout, httpTimeout)
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for try := 1; ; try++ {
		answer, again, err := h.postOnce(ctx, t, id, input)
		if err == nil && !again {
			return answer, nil
		}
		var refused *fault.Fault
		switch {
		case errors.As(err, &refused):
			return nil, err
		case ctx.Err() != nil:
			return nil, fault.New(fault.AuthHookTimeout, "Failed to reach hook within maximum time of "+timeout.String()).Because(err)
		case try == maxTries:
			return nil, fault.New(fault.AuthHookTimeoutAfterRetry, "Failed to reach hook after maximum retries").Because(err)
		case err != nil:
			if h.o.Sleep(ctx, retryPause) != nil {
				return nil, fault.New(fault.AuthHookTimeout, "Failed to reach hook within maximum time of "+timeout.String()).Because(err)
			}
		}
	}
}

// postOnce is one try. An error that is no fault is one of the network.
func (h *Hooks) postOnce(ctx context.Context, t Target, id string, input []byte) (answer []byte, again bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(input))
	if err != nil {
		return nil, false, failed("The hook's address is not valid").Because(err)
	}
	timestamp := strconv.FormatInt(h.o.Now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Webhook-Id", id)
	request.Header.Set("Webhook-Timestamp", timestamp)
	request.Header.Set("Webhook-Signature", t.sign(id, timestamp, input))
	response, err := h.o.Client.Do(request)
	if err != nil {
		return nil, false, errors.New("the hook does not answer") // the error names the address, which may hold a secret
	}
	defer func() { _ = response.Body.Close() }()
	switch response.StatusCode {
	case http.StatusOK, http.StatusAccepted:
	case http.StatusNoContent:
		return nil, false, nil
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if response.Header.Get("Retry-After") != "" {
			return nil, true, nil
		}
		fallthrough
	default:
		return nil, false, failed(fmt.Sprintf("Unexpected status code returned from hook: %d", response.StatusCode))
	}
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, false, fault.New(fault.AuthHookContentType, "Invalid JSON response. Received content-type: "+kind)
	}
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, false, errors.New("the hook's response broke off")
	case len(answer) > maxAnswer:
		return nil, false, tooLarge()
	}
	return answer, false, nil
}

// sign is the header webhook-signature: one signature for each secret, separated by a space
// (https://github.com/standard-webhooks/standard-webhooks, version 1), so that a secret can
// be replaced while both are accepted.
func (t Target) sign(id, timestamp string, body []byte) string {
	all := make([]string, len(t.secrets))
	for i, secret := range t.secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		all[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(all, " ")
}

func tooLarge() *fault.Fault {
	return fault.New(fault.AuthHookTooLarge, fmt.Sprintf("Payload size exceeded size limit of %d bytes", maxAnswer))
}
