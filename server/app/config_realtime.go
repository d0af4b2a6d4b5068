package app

import (
	"math"
	"syscall"

	"github.com/toubkal/toubkal/server/realtime"
)

// Realtime are the limits of /realtime/v1. They bound what one program holds;
// what is refused for them is refused in Supabase's words.
type Realtime struct {
	// MaxConnections may be open at once; one that is idle takes about 20 kB, and a
	// file, of which 1,000 are left to the rest of the program.
	MaxConnections int `env:"REALTIME_MAX_CONNECTIONS" envDefault:"20000"`
	// MaxAddressConnections of them may come from one address (IPv6 counts by /64);
	// those of private networks are not counted.
	MaxAddressConnections int `env:"REALTIME_MAX_CONNECTIONS_PER_ADDRESS" envDefault:"2000"`
	// MaxChannels may be joined on one connection.
	MaxChannels int `env:"REALTIME_MAX_CHANNELS_PER_CONNECTION" envDefault:"100"`
	// MaxJoins are answered per second, over all connections; more wait their turn
	// for 5 s.
	MaxJoins int `env:"REALTIME_MAX_JOINS_PER_SECOND" envDefault:"2500"`
	// MaxConnectionJoins may come from one connection per second; more are refused,
	// and their client tries again.
	MaxConnectionJoins int `env:"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION" envDefault:"100"`
	// MaxEvents may be sent on a channel per second, on average over 10 s.
	MaxEvents int `env:"REALTIME_MAX_EVENTS_PER_SECOND" envDefault:"100"`
	// MaxPayload bounds one broadcast, in KB.
	MaxPayload int `env:"REALTIME_MAX_PAYLOAD_KB" envDefault:"3000"`
	// MaxPresenceCalls may be made on one channel in 30 s.
	MaxPresenceCalls int `env:"REALTIME_MAX_PRESENCE_CALLS" envDefault:"5"`
	// MaxPresence calls are taken per second, over all connections.
	MaxPresence int `env:"REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND" envDefault:"1000"`
	// MaxWAL bounds what its replication slot may keep of PostgreSQL's log, in MB: at
	// half of it changes are begun anew, and clients are told.
	MaxWAL int `env:"REALTIME_MAX_WAL_MB" envDefault:"1024"`
	// StrictClose ends a channel whose token has expired, or that sent too much,
	// for good, as Supabase does; else its client joins again by itself.
	StrictClose bool `env:"REALTIME_STRICT_CLOSE" envDefault:"false"`
	// NATSURL is the NATS over which several programs on one database are one
	// realtime service; empty is a single program.
	NATSURL string `env:"NATS_URL" secret:"yes"`
}

// MaxWAL is of segments of PostgreSQL's log, which are 16 MB: of less than a few of
// them a slot would always hold too much. What is above is more than a disk.
const (
	leastWAL = 64
	mostWAL  = 1 << 30
)

// mostPayload is what a frame of a client may hold with its envelope, in KB.
const mostPayload = 4800

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
	say(r.MaxPayload > mostPayload, "REALTIME_MAX_PAYLOAD_KB: %d is too much; use %d or less", r.MaxPayload, mostPayload)
	say(r.MaxWAL < leastWAL, "REALTIME_MAX_WAL_MB: %d is too few; use %d or more", r.MaxWAL, leastWAL)
	say(r.MaxWAL > mostWAL, "REALTIME_MAX_WAL_MB: %d is too much; use %d or less", r.MaxWAL, mostWAL)
	if r.NATSURL != "" {
		err := realtime.ValidNATS(r.NATSURL)
		say(err != nil, "NATS_URL: is no address of NATS; %v", err)
	}
}

// keptFiles are left for all else that the program opens: requests, files, the
// database.
const keptFiles = 1000

// connections are as many as may be open, unless the system gives the program
// fewer files than that: who takes the last one would take the other services down
// with it.
func connections(wanted int, files uint64) int {
	return int(min(uint64(wanted), max(files-min(files, keptFiles), files/2)))
}

// openFiles is how many the program may have open.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return limit.Cur
}

// limits are what the service is told.
func (r *Realtime) limits() realtime.Limits {
	return realtime.Limits{
		Connections: connections(r.MaxConnections, openFiles()), AddressConnections: r.MaxAddressConnections,
		Channels: r.MaxChannels, Joins: r.MaxJoins, ConnectionJoins: r.MaxConnectionJoins,
		Events: r.MaxEvents, Payload: r.MaxPayload*1024 + 500,
		PresenceCalls: r.MaxPresenceCalls, PresencePerSecond: r.MaxPresence,
	}
}
