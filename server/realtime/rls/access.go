package rls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"weak"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls/policy"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Strategy is the way to check the visibility of a row.
type Strategy byte

// The strategies of a table for a role.
const (
	// NoRows: the role sees no row. It may not read the key, or no policy can pass.
	NoRows Strategy = iota
	// NoRLS: no row policy applies.
	NoRLS
	// PerRole: the policies ignore the claims, so that one result holds for the role.
	PerRole
	// ByOwner: the policies let a row be seen only by callers whose claims it names, and
	// Precheck excludes the others.
	ByOwner
	// PerCaller: any other policies. Each group of callers is checked.
	PerCaller
)

// String returns the name that the status page shows.
func (s Strategy) String() string {
	return [...]string{"no_rows", "no_rls", "per_role", "by_owner", "per_caller"}[s]
}

// Access is the access of a role to a table. It is immutable; see Checker.Invalidate.
type Access struct {
	Table    *row.Table
	Role     string
	Strategy Strategy
	// Columns tells for each of Table.Columns whether the role may select it.
	Columns []bool
	// Key is true if the table has a key and the role may select all of it.
	Key bool
	// RLS is true if row policies apply to the role.
	RLS bool
	// Deletes is true if deleted rows can be checked: the stream has all of them that the
	// policies read. See CanCheck.
	Deletes bool

	checksValues bool // rows can be checked by their values, with valueQuery
	indexedKey   bool // rows can be found by their key through its index
	valueQuery   queryTemplate
	read         []byte // the result of accessSQL
	catalog      catalog
	precondition *policy.Precondition // nil without a known one
	groups       groups
	discardPlans bool // a cached plan or setting of one caller could affect the next
}

// Refusal is Supabase's error where the role can see no change of the table; "" where it
// can.
func (a *Access) Refusal() string {
	switch {
	case !slices.Contains(a.Columns, true) || len(a.Table.Key) > 0 && !a.Key:
		return "Error 401: Unauthorized"
	case a.RLS && len(a.Table.Key) == 0:
		return "Error 400: Bad Request, no primary key"
	}
	return ""
}

// Access returns the access of a role to a table. It is cached until Invalidate, and the
// same pointer is returned after it where nothing has changed. A role or table that does
// not exist has no access, which is no error.
//
// All who ask for the same between two changes wait for one query, which ends with none of
// them. Else each change of the schema would have every channel that joins, and every
// worker, take a connection for it, and those behind them would run out of time on a busy
// machine.
func (c *Checker) Access(ctx context.Context, t *row.Table, role string) (*Access, error) {
	access, invalidations := c.cached(t, role)
	if access != nil {
		return access, nil
	}
	what := fmt.Sprintf("%d %d %s", invalidations, t.OID, role)
	done := c.reading.DoChan(what, func() (any, error) {
		if access, now := c.cached(t, role); access != nil && now == invalidations { // read meanwhile
			return access, nil
		}
		return c.fetchAccess(context.WithoutCancel(ctx), t, role, invalidations)
	})
	select {
	case read := <-done:
		if read.Err != nil {
			return nil, read.Err
		}
		access = read.Val.(*Access)      //nolint:forcetypeassert // it is given no other
		if !sameTable(access.Table, t) { // of the other one's stream
			return c.fetchAccess(ctx, t, role, invalidations)
		}
		return access, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("read the access of %q to %s.%s: %w", role, t.Schema, t.Name, context.Cause(ctx))
	}
}

// cached returns the access that was read since the last Invalidate, nil for none, and the
// number of invalidations.
func (c *Checker) cached(t *row.Table, role string) (*Access, int) {
	key := accessKey{t.OID, role}
	c.mu.Lock()
	known, fresh, invalidations := c.known[key], c.fresh[key], c.invalidations
	c.mu.Unlock()
	if fresh && sameTable(known.Table, t) {
		return known, invalidations
	}
	return nil, invalidations
}

// fetchAccess reads what Access returns, and keeps it where nothing was invalidated meanwhile.
func (c *Checker) fetchAccess(ctx context.Context, t *row.Table, role string, invalidations int) (*Access, error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	read, err := c.readAccess(ctx, t, role)
	var access *Access
	if err == nil {
		access, err = newAccess(t, role, read)
	}
	if err != nil {
		return nil, fmt.Errorf("read the access of %q to %s.%s: %w", role, t.Schema, t.Name, err)
	}
	if access.Strategy == ByOwner || access.Strategy == PerCaller {
		if access.discardPlans, err = c.hasUnsafeFunction(ctx); err != nil {
			return nil, err
		}
	}
	key := accessKey{t.OID, role}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.known[key]; known != nil && bytes.Equal(known.read, access.read) && known.discardPlans == access.discardPlans && sameTable(known.Table, access.Table) {
		access = known
	}
	if invalidations == c.invalidations && len(access.read) > 0 { // a missing role is not cached
		c.known[key], c.fresh[key] = access, true
	}
	return access, nil
}

func sameTable(a, b *row.Table) bool { return a == b || reflect.DeepEqual(a, b) }

// readAccess returns the result of accessSQL; nil where the table or role does not exist.
func (c *Checker) readAccess(ctx context.Context, t *row.Table, role string) ([]byte, error) {
	var read []byte
	var roles string
	err := c.pool.Conn(ctx, func(conn *db.Conn) error {
		batch := &pgx.Batch{}
		// so that expressions name everything outside pg_catalog with its schema
		batch.Queue("select set_config('search_path', 'pg_catalog, pg_temp', true), set_config('standard_conforming_strings', 'on', true)")
		batch.Queue(accessSQL, t.OID, role).QueryRow(func(row pgx.Row) error { return row.Scan(&read, &roles) })
		return conn.SendBatch(ctx, batch).Close()
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		c.rolesUpdated(roles)
	}
	return read, err
}

func newAccess(t *row.Table, role string, read []byte) (*Access, error) {
	a := &Access{Table: t, Role: role, Columns: make([]bool, len(t.Columns)), read: read}
	a.groups.by = map[string]weak.Pointer[CallerGroup]{}
	if len(read) == 0 {
		return a, nil
	}
	if err := json.Unmarshal(read, &a.catalog); err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	for place, column := range t.Columns {
		known := a.catalog.column(column.Name)
		a.Columns[place] = known != nil && known.Reads && a.catalog.CanUseSchema
	}
	a.Key = len(t.Key) > 0
	for _, place := range t.Key {
		a.Key = a.Key && a.Columns[place] && a.catalog.keyColumn(t.Columns[place].Name) != nil
	}
	a.RLS = a.catalog.RLS
	a.chooseStrategy()
	return a, nil
}

func (a *Access) chooseStrategy() {
	if a.Refusal() != "" {
		a.Strategy = NoRows
		return
	}
	if !a.RLS {
		a.Strategy = NoRLS
		return
	}
	analysis := a.catalog.Analyze(a.place)
	switch {
	case analysis.Empty:
		a.Strategy = NoRows
	case analysis.ClaimFree:
		a.Strategy = PerRole
	case analysis.Precondition != nil:
		a.Strategy = ByOwner
	default:
		a.Strategy = PerCaller
	}
	a.precondition = analysis.Precondition
	a.valueQuery, a.checksValues = a.newValueQuery()
	// the stream has the key of a deleted row, or all of it
	inStream := a.Table.ReplicaIdentityFull || !slices.ContainsFunc(a.valueQuery.places, func(place int) bool {
		return place != noColumn && !slices.Contains(a.Table.Key, place)
	})
	a.Deletes = a.checksValues && a.catalog.HoldsAfterDelete() && inStream
	a.indexedKey = !slices.ContainsFunc(a.catalog.Key, func(k keyColumn) bool { return !k.Usable || !k.Leakproof })
}

// CanCheck reports whether Check can decide who sees a change. It cannot for a deleted
// row of which the stream or the database lacks something that the policies read: its
// key may then be sent to everyone of the role, as Supabase does.
func (a *Access) CanCheck(c *row.Change) bool { return c.Kind != row.Delete || a.byValue(c) }

// OnlyKeyVisible reports whether no more than the key of a change may be sent: of deleted
// rows that cannot be checked.
func (a *Access) OnlyKeyVisible(c *row.Change) bool { return a.RLS && !a.CanCheck(c) }

// byValue reports whether the policies are evaluated on the values of a change instead of
// the stored row: where the row is gone, where its key has no usable index, and where
// every group has to be checked, since equal values are then checked once. For 500
// groups, 20 changes of 5 teams take PostgreSQL 12 ms instead of 51, and 100 changes
// 15 ms instead of 259. What is checked is then what will be sent, and not what the row
// has become.
func (a *Access) byValue(c *row.Change) bool {
	if c.Kind == row.Delete {
		return a.Deletes && a.valueQuery.knows(c)
	}
	if !a.checksValues || a.Strategy != PerCaller && a.indexedKey || !a.valueQuery.knows(c) {
		return false
	}
	size := 0
	for _, place := range a.valueQuery.places {
		size += len(at(c.Row(), place).Text)
	}
	return size <= maxValueBytes
}

// maxValueBytes bounds what of a row is sent back to PostgreSQL.
const maxValueBytes = 4 << 10

// place is the index of a column in the stream; -1 for one that is not published.
func (a *Access) place(name string) int {
	return slices.IndexFunc(a.Table.Columns, func(c row.Column) bool { return c.Name == name })
}
