package db

// Stat is how busy a pool is at this moment; all are numbers of connections
// unless said.
type Stat struct {
	Max, Total, Idle, InUse int
	// Waiting are the requests that are getting a connection now.
	Waiting int
	// Timeouts are the requests that waited in vain, since the pool was opened.
	Timeouts int64
}

// Stat tells how busy the pool is.
func (p *Pool) Stat() Stat {
	conns := p.conns.Stat()
	return Stat{
		Max: int(conns.MaxConns()), Total: int(conns.TotalConns()),
		Idle: int(conns.IdleConns()), InUse: int(conns.AcquiredConns()),
		Waiting: int(p.waiting.Load()), Timeouts: p.timeouts.Load(),
	}
}
