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

// newUpgrader keeps little memory per socket: bytes are read 512 at a time, and
// gorilla writes only what ends a socket. Any origin is let in, as by the other
// services: a browser never sends the key by itself.
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
	address := counted(s.address(r))
	if why := s.sockets.hold(address, &s.Limits); why != "" {
		refuse(w, http.StatusTooManyRequests, why)
		return
	}
	conn, err := s.upgrader.Upgrade(hijackable{w}, r, nil)
	if err != nil { // it has answered
		s.sockets.release(address)
		return
	}
	k := newSocket(s, framing, claims, headersOf(r))
	k.address, k.conn, k.out.conn = address, conn, conn.NetConn()
	if !s.sockets.enter(k) {
		_ = conn.Close()
		return
	}
	// net/http's goroutine has a deep stack and holds the request; a new one does
	// neither.
	go k.serve()
}

// address is the client that limits count.
func (s *Service) address(r *http.Request) string {
	if s.Address != nil {
		return s.Address(r)
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return host
}

// counted is the address that connections are counted by: "" for one of a private
// network, behind which may be everybody, and for what is none.
func counted(address string) string {
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

// unsaid are headers that policies are not shown: secrets, and what is about the
// handshake alone.
var unsaid = []string{
	"Authorization", "Apikey", "X-Api-Key", "Cookie", "Connection", "Upgrade", "Sec-Websocket-Key", "Sec-Websocket-Version",
	"Sec-Websocket-Extensions", "Sec-Websocket-Protocol",
}

// headersOf is a request's headers as a JSON object, their names in lower case.
func headersOf(r *http.Request) string {
	said := make(map[string]string, len(r.Header))
	for name, values := range r.Header {
		if !slices.Contains(unsaid, name) {
			said[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
	text, err := json.Marshal(said)
	if err != nil { // strings always encode
		return "{}"
	}
	return string(text)
}

// hijackable is w as gorilla asks for it: through all that wraps it.
type hijackable struct{ http.ResponseWriter }

func (w hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}
