package config

import (
	"slices"
)

// Connections of the pools to PostgreSQL, besides PGRST_DB_POOL of tables.
const (
	AuthConns     = 10
	RealtimeConns = 6 // of its own login: access to channels, partitions
	CallerConns   = 6 // that take the roles of subscribers: RLS queries, replay
	StorageConns  = 6 // none is held while bytes flow
	JobsConns     = 8
)

// Connections of the console, which opens them as it needs them: as the owner, and as those whose
// role it takes.
const (
	ConsoleOwnerConns  = 3
	ConsoleCallerConns = 2
)

// ExplainConns are those of /explain/v1, which opens them as it needs them, as the owner.
const ExplainConns = 1

// fixedConns are the connections of this node that no pool shares out: the schema cache and
// its listener, the keys and the revocations with theirs, the jobs' listener,
// replication with its catalog, explanations, and the console.
func (c *Config) fixedConns() int32 {
	if c.OnlyTables() {
		return 2
	}
	fixed := int32(6) + ExplainConns
	if slices.Contains(c.Services, "realtime") {
		fixed += 3
	}
	if c.HasConsole() {
		fixed += ConsoleOwnerConns + ConsoleCallerConns
	}
	return fixed
}

// pools are the sizes of the pools, without a bound.
func (c *Config) pools() []int32 {
	all := []int32{c.PoolSize}
	if c.OnlyTables() {
		return all
	}
	all = append(all, AuthConns, StorageConns, JobsConns)
	if slices.Contains(c.Services, "realtime") {
		all = append(all, RealtimeConns, CallerConns)
	}
	return all
}

func (c *Config) pooledConns() (sum int32) {
	for _, size := range c.pools() {
		sum += size
	}
	return sum
}

// leastPool is the least size of a pool.
const leastPool = 2

// PoolShare is the size of a pool within TOUBKAL_DB_CONNECTIONS.
func (c *Config) PoolShare(size int32) int32 {
	have := c.DBConnections - c.fixedConns()
	if have >= c.pooledConns() {
		return size
	}
	return min(size, max(leastPool, size*have/c.pooledConns()))
}

// HasConsole reports whether the console is served.
func (c *Config) HasConsole() bool { return c.Console != "off" && !c.OnlyTables() }
