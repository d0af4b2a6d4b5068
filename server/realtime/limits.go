package realtime

import "time"

// Limits are what one may ask of the service; a field that is 0 has its default.
type Limits struct {
	// Connections may be open at once. Defaults to 20,000.
	Connections int
	// AddressConnections of them may come from one address, so that nobody takes all
	// the places. Addresses of private networks are not counted: those are the
	// installation's own, or a proxy that names no client. Defaults to 2,000, for a
	// school or a mobile network behind one address.
	AddressConnections int
	// Joins may be answered per second, over all connections; above it they wait
	// up to joinWait, and are refused then. Defaults to 2,500.
	Joins int
	// ConnectionJoins may come from one connection per second; more are refused.
	// Defaults to 100.
	ConnectionJoins int
	// Channels may be joined on one connection. Defaults to 100.
	Channels int
	// Events may be sent on one channel per second, on average over burst.
	// Defaults to 100. All channels of a connection together may send ten times
	// that.
	Events int
	// Payload bounds one broadcast, in bytes. Defaults to 3000 KB and 500 B, as
	// Supabase's.
	Payload int
	// PresenceCalls may be made on one channel in 30 s. Defaults to 5.
	PresenceCalls int
	// PresencePerSecond may be made over all connections. Defaults to 1,000.
	PresencePerSecond int
	// QueueFrames and QueueBytes bound what waits for a client that reads too
	// slowly. Default to 1,024 and 4 MiB.
	QueueFrames, QueueBytes int
}

// The rest is not configured.
const (
	// burst is how many seconds' worth of events may come at once. Supabase
	// averages over 60 s, in steps of 5 s.
	burst = 10
	// connectionEvents is how many channels' worth of events one connection may
	// send.
	connectionEvents = 10
	// joinWait is how long a join may wait for its turn.
	joinWait = 5 * time.Second
	// joinTime bounds all that a join asks of PostgreSQL.
	joinTime = 20 * time.Second
	// maxFrame bounds a client's message, in bytes, as Supabase's does.
	maxFrame = 5_000_000
	// maxTopic bounds the name of a channel, in bytes.
	maxTopic = 1000
	// maxJoin bounds what a join asks for, in bytes: it is kept.
	maxJoin = 256 << 10
	// silence is how long a client may say nothing, not even answer a ping.
	silence = 60 * time.Second
	// pingAfter is the silence that is answered with a ping: browsers hold back
	// the timers of a hidden tab, and so its heartbeat, for a minute.
	pingAfter = 30 * time.Second
	// idle is how long a connection may be without a channel.
	idle = 10 * time.Minute
	// sweepEvery is how often connections are looked over for the last three.
	sweepEvery = 5 * time.Second
	// recheck is how often the rights of a private channel are looked at anew.
	recheck = 5 * time.Minute
	// waitingJobs and waitingBytes bound what one connection has sent and is not
	// done yet.
	waitingJobs  = 4096
	waitingBytes = 8 << 20
)

func (l Limits) orDefaults() Limits {
	for _, field := range []struct {
		value    *int
		standard int
	}{
		{&l.Connections, 20_000},
		{&l.AddressConnections, 2000},
		{&l.Joins, 2500},
		{&l.ConnectionJoins, 100},
		{&l.Channels, 100},
		{&l.Events, 100},
		{&l.Payload, 3000*1024 + 500},
		{&l.PresenceCalls, 5},
		{&l.PresencePerSecond, 1000},
		{&l.QueueFrames, 1024},
		{&l.QueueBytes, 4 << 20},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return l
}
