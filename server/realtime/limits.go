package realtime

import "time"

// Limits bound what clients can use; a field that is 0 has its default.
type Limits struct {
	// Connections may be open at once. Defaults to 20,000.
	Connections int
	// AddressConnections of them may come from one address, so that one client cannot
	// take all of them. Addresses of private networks are not counted: they belong to
	// the installation, or to a proxy. Defaults to 2,000, for a school or a mobile
	// network behind one address.
	AddressConnections int
	// Joins may be answered per second, over all connections; more are queued for
	// up to joinQueueTimeout, and then refused. Defaults to 2,500.
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
	// QueueFrames and QueueBytes bound the outbox of a connection. Default to 1,024 and
	// 4 MiB.
	QueueFrames, QueueBytes int
}

// Limits that are not configurable.
const (
	// burst is the number of seconds over which Events are averaged. Supabase averages
	// over 60 s, in steps of 5 s.
	burst = 10
	// connectionEvents times Limits.Events is the limit of one connection.
	connectionEvents = 10
	// joinQueueTimeout bounds the time of a join in the queue of Limits.Joins.
	joinQueueTimeout = 5 * time.Second
	// joinTimeout bounds all queries of a join.
	joinTimeout = 20 * time.Second
	// maxFrame bounds a client's message, in bytes, as Supabase's does.
	maxFrame = 5_000_000
	// maxTopic bounds the name of a channel, in bytes.
	maxTopic = 1000
	// maxJoin bounds the payload of a join, in bytes: it is kept.
	maxJoin = 256 << 10
	// readTimeout ends a socket whose client sends nothing, not even a pong.
	readTimeout = 60 * time.Second
	// pingInterval is the silence of a client after which it gets a ping: browsers
	// throttle the timers of a hidden tab, and so its heartbeat, to one a minute.
	pingInterval = 30 * time.Second
	// noChannelTimeout bounds the time of a connection without a channel.
	noChannelTimeout = 10 * time.Minute
	// sweepInterval is the interval of the checks of the last three.
	sweepInterval = 5 * time.Second
	// reauthorizeInterval is the interval of the checks of the rights on a private channel.
	reauthorizeInterval = 5 * time.Minute
	// maxPendingMessages and maxPendingBytes bound what one connection has sent and
	// is not processed yet.
	maxPendingMessages = 4096
	maxPendingBytes    = 8 << 20
)

func (l Limits) orDefaults() Limits {
	for _, field := range []struct {
		value        *int
		defaultValue int
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
			*field.value = field.defaultValue
		}
	}
	return l
}
