package realtime

import (
	"bufio"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/realtime/broadcast"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// newUpgrader uses little memory per socket: a read buffer of 512 bytes, and no write
// buffer, since gorilla writes only close frames. Every origin is allowed, as by the
// other services: a browser never sends the key by itself.
func newUpgrader() websocket.Upgrader {
	return websocket.Upgrader{
		ReadBufferSize: 512, WriteBufferPool: &sync.Pool{}, CheckOrigin: func(*http.Request) bool { return true },
		Error: func(w http.ResponseWriter, _ *http.Request, status int, reason error) {
			refuse(w, status, reason.Error())
		},
	}
}

// connect is the handshake. A refusal is answered {"error": reason}.
func (s *Service) connect(w http.ResponseWriter, r *http.Request) {
	serializer, err := protocol.ParseSerializer(r.URL.Query().Get("vsn"))
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	key, err := s.key(r)
	if err != nil {
		refuse(w, http.StatusUnauthorized, err.Error())
		return
	}
	if key == "" {
		refuse(w, http.StatusUnauthorized, "API key is missing")
		return
	}
	claims, err := s.verify(key)
	if err != nil {
		why := err.Error()
		if _, ok := errors.AsType[errExpired](err); ok {
			why = "Token has expired"
		} else if refusal, ok := errors.AsType[*protocol.Refusal](err); ok {
			why = refusal.Text
		}
		refuse(w, http.StatusUnauthorized, why)
		return
	}
	address := rateLimitKey(limit.Network(r.RemoteAddr))
	if why := s.sockets.reserve(address, &s.Limits); why != "" {
		refuse(w, http.StatusTooManyRequests, why)
		return
	}
	conn, err := s.upgrader.Upgrade(unwrapHijacker{w}, r, nil)
	if err != nil { // Upgrade has answered
		s.sockets.release(address)
		return
	}
	k := newSocket(s.hub, serializer, claims, headersOf(r))
	k.address, k.conn, k.out.conn, k.client = address, conn, conn.NetConn(), r.Header.Get("X-Client-Info")
	if !s.sockets.enter(k) {
		_ = conn.Close()
		return
	}
	// a goroutine of its own: that of net/http has a deep stack and holds the request.
	go func() {
		defer s.sockets.leave(k)
		k.serve()
	}()
}

// rateLimitKey is the address that connections are counted by: "" for one of a
// private network, which may be a proxy, and for an invalid one.
func rateLimitKey(address string) string {
	ip, err := netip.ParseAddr(address)
	ip = ip.Unmap()
	if err != nil || ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() { // ::1 by /64
		return ""
	}
	return ip.String()
}

// key is the api key of a request, of the header x-api-key or else of the query. An
// opaque key is exchanged for its JWT.
func (s *Service) key(r *http.Request) (string, error) {
	key := r.Header.Get("X-Api-Key")
	if key == "" {
		key = r.URL.Query().Get("apikey")
	}
	if plain, err := url.PathUnescape(key); err == nil {
		key = plain
	}
	key = strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, key)
	if strings.HasPrefix(key, "sb_") {
		if jwt, err := s.Exchange(r, key); jwt != "" || err != nil {
			return jwt, err
		}
	}
	return key, nil
}

// caller verifies the token of a request to the HTTP API: that of Authorization, which
// package edge has read, else its api key.
func (s *Service) caller(r *http.Request) (token.Claims, error) {
	jwt := token.Bearer(r.Context())
	if jwt == "" {
		if jwt = r.Header.Get("Apikey"); jwt == "" {
			var err error
			if jwt, err = s.key(r); err != nil {
				return token.Claims{}, err
			}
		}
	}
	return s.verify(jwt)
}

// hiddenHeaders are left out of request.headers: secrets, and those of the handshake.
var hiddenHeaders = []string{
	"Authorization", "Apikey", "X-Api-Key", "Cookie", "Connection", "Upgrade", "Sec-Websocket-Key", "Sec-Websocket-Version",
	"Sec-Websocket-Extensions", "Sec-Websocket-Protocol",
}

// headersOf is a request's headers as a JSON object, with names in lower case.
func headersOf(r *http.Request) string {
	headers := make(map[string]string, len(r.Header))
	for name, values := range r.Header {
		if !slices.Contains(hiddenHeaders, name) {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
	text, _ := json.Marshal(headers) // strings always encode
	return string(text)
}

// unwrapHijacker finds the Hijacker below all wrappers of a ResponseWriter.
type unwrapHijacker struct{ http.ResponseWriter }

func (u unwrapHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(u.ResponseWriter).Hijack()
}

func refuse(w http.ResponseWriter, status int, why string) {
	broadcast.Answer(w, status, map[string]string{"error": why})
}
