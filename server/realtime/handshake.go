package realtime

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/gorilla/websocket"

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

// connect is the handshake. What it refuses is answered {"error": why}.
func (s *Service) connect(w http.ResponseWriter, r *http.Request) {
	framing, err := protocol.ParseSerializer(r.URL.Query().Get("vsn"))
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	key := s.key(r)
	if key == "" {
		refuse(w, http.StatusUnauthorized, "API key is missing")
		return
	}
	claims, err := s.verify(key)
	if err != nil {
		refuse(w, http.StatusUnauthorized, handshakeText(err))
		return
	}
	address := rateLimitKey(s.address(r))
	if why := s.sockets.reserve(address, &s.Limits); why != "" {
		refuse(w, http.StatusTooManyRequests, why)
		return
	}
	conn, err := s.upgrader.Upgrade(unwrapHijacker{w}, r, nil)
	if err != nil { // it has written the answer
		s.sockets.release(address)
		return
	}
	k := newSocket(s, framing, claims, headersOf(r))
	k.address, k.conn, k.out.conn, k.client = address, conn, conn.NetConn(), r.Header.Get("X-Client-Info")
	if !s.sockets.enter(k) {
		_ = conn.Close()
		return
	}
	// A new goroutine: that of net/http has a deep stack and holds the request.
	go k.serve()
}

// address is the client that rate limits count.
func (s *Service) address(r *http.Request) string {
	if s.Address != nil {
		return s.Address(r)
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return host
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

// key is the api key that a request names, an opaque one exchanged: the header
// x-api-key comes before the query.
func (s *Service) key(r *http.Request) string {
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
		if jwt := s.Exchange(key); jwt != "" {
			return jwt
		}
	}
	return key
}

// caller is who makes a request to the API over HTTP: by Authorization, which
// edge has resolved together with the header apikey, else by its key.
func (s *Service) caller(r *http.Request) (token.Claims, error) {
	jwt := token.Bearer(r.Context())
	if jwt == "" {
		if jwt = r.Header.Get("Apikey"); jwt == "" {
			jwt = s.key(r)
		}
	}
	return s.verify(jwt)
}

// hiddenHeaders are headers that policies do not see: secrets, and those of the
// handshake.
var hiddenHeaders = []string{
	"Authorization", "Apikey", "X-Api-Key", "Cookie", "Connection", "Upgrade", "Sec-Websocket-Key", "Sec-Websocket-Version",
	"Sec-Websocket-Extensions", "Sec-Websocket-Protocol",
}

// headersOf is a request's headers as a JSON object, with names in lower case.
func headersOf(r *http.Request) string {
	said := make(map[string]string, len(r.Header))
	for name, values := range r.Header {
		if !slices.Contains(hiddenHeaders, name) {
			said[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
	text, err := json.Marshal(said)
	if err != nil { // strings always encode
		return "{}"
	}
	return string(text)
}

// unwrapHijacker finds the Hijacker below all wrappers of a ResponseWriter.
type unwrapHijacker struct{ http.ResponseWriter }

func (w unwrapHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}
