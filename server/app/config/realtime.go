package config

import (
	"github.com/toubkal/toubkal/server/realtime"
)

// Realtime is the configuration of /realtime/v1. Limits are those of one program; their
// refusals have Supabase's texts.
type Realtime struct {
	// MaxConnections may be open at once. An idle one takes about 20 kB, and a file
	// descriptor, of which 1,000 are reserved for the rest of the program.
	MaxConnections int `env:"REALTIME_MAX_CONNECTIONS" envDefault:"20000"`
	// MaxAddressConnections of them may come from one address (IPv6 counts by /64);
	// those of private networks are not counted.
	MaxAddressConnections int `env:"REALTIME_MAX_CONNECTIONS_PER_ADDRESS" envDefault:"2000"`
	// MaxChannels may be joined on one connection.
	MaxChannels int `env:"REALTIME_MAX_CHANNELS_PER_CONNECTION" envDefault:"100"`
	// MaxJoins are answered per second, over all connections; more are queued for up to
	// 5 s.
	MaxJoins int `env:"REALTIME_MAX_JOINS_PER_SECOND" envDefault:"2500"`
	// MaxConnectionJoins may come from one connection per second; more are refused, and
	// the client tries again.
	MaxConnectionJoins int `env:"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION" envDefault:"100"`
	// MaxEvents may be sent on a channel per second, on average over 10 s.
	MaxEvents int `env:"REALTIME_MAX_EVENTS_PER_SECOND" envDefault:"100"`
	// MaxPayload bounds one broadcast, in KB.
	MaxPayload int `env:"REALTIME_MAX_PAYLOAD_KB" envDefault:"3000"`
	// MaxPresenceCalls may be made on one channel in 30 s.
	MaxPresenceCalls int `env:"REALTIME_MAX_PRESENCE_CALLS" envDefault:"5"`
	// MaxPresence is the limit of presence calls per second, over all connections.
	MaxPresence int `env:"REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND" envDefault:"1000"`
	// MaxWAL bounds the WAL that the replication slot may retain, in MB. At half of it the
	// slot is recreated, and clients join again.
	MaxWAL int `env:"REALTIME_MAX_WAL_MB" envDefault:"1024"`
	// PrivateOnly refuses public channels: Supabase's "Allow public access", switched off.
	PrivateOnly bool `env:"REALTIME_PRIVATE_ONLY" envDefault:"false"`
	// StrictClose closes a channel whose token has expired, or that exceeds a limit, with
	// phx_close, as Supabase does; else with phx_error, after which its client joins again.
	StrictClose bool `env:"REALTIME_STRICT_CLOSE" envDefault:"false"`
	// NATSURL is the NATS that connects several programs on one database to one realtime
	// service; empty for a single program.
	NATSURL string `env:"NATS_URL" secret:"yes"`
}

// Bounds of MaxWAL, in MB. A slot always retains a few segments of 16 MB; the upper bound
// keeps the number of bytes within 64 bits.
const (
	minWAL = 64
	maxWAL = 1 << 30
)

// maxPayloadKB bounds MaxPayload: a frame of a client may have 5 MB with its envelope.
const maxPayloadKB = 4800

func (r *Realtime) check(say func(bad bool, format string, args ...any)) {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"REALTIME_MAX_CONNECTIONS", r.MaxConnections},
		{"REALTIME_MAX_CONNECTIONS_PER_ADDRESS", r.MaxAddressConnections},
		{"REALTIME_MAX_CHANNELS_PER_CONNECTION", r.MaxChannels},
		{"REALTIME_MAX_JOINS_PER_SECOND", r.MaxJoins},
		{"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION", r.MaxConnectionJoins},
		{"REALTIME_MAX_EVENTS_PER_SECOND", r.MaxEvents},
		{"REALTIME_MAX_PAYLOAD_KB", r.MaxPayload},
		{"REALTIME_MAX_PRESENCE_CALLS", r.MaxPresenceCalls},
		{"REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND", r.MaxPresence},
	} {
		say(limit.value < 1, "%s: %d is too few; use 1 or more", limit.name, limit.value)
	}
	say(r.MaxPayload > maxPayloadKB, "REALTIME_MAX_PAYLOAD_KB: %d is too much; use %d or less", r.MaxPayload, maxPayloadKB)
	say(r.MaxWAL < minWAL, "REALTIME_MAX_WAL_MB: %d is too few; use %d or more", r.MaxWAL, minWAL)
	say(r.MaxWAL > maxWAL, "REALTIME_MAX_WAL_MB: %d is too much; use %d or less", r.MaxWAL, maxWAL)
	if r.NATSURL != "" {
		err := realtime.ValidNATS(r.NATSURL)
		say(err != nil, "NATS_URL is not an address of NATS: %v", err)
	}
}
