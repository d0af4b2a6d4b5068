package config

import "github.com/toubkal/toubkal/server/outgoing"

// Outgoing is the configuration of the requests that SQL makes by net.http_get and its like.
type Outgoing struct {
	// NetAllow are the hosts, addresses and networks to which they may go although they are this machine, a
	// link-local address or a metadata service.
	NetAllow names `env:"TOUBKAL_NET_ALLOW"`
}

func (o *Outgoing) check(say func(bad bool, format string, args ...any)) {
	_, err := o.AllowedTargets()
	say(err != nil, "TOUBKAL_NET_ALLOW: %v", err)
}

// AllowedTargets is NetAllow for the worker.
func (o *Outgoing) AllowedTargets() (outgoing.Allowed, error) {
	return outgoing.ParseAllowed(o.NetAllow)
}
