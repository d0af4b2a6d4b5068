package db

import (
	"container/list"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// The prepared statements of one connection are bounded, since clients can think
// of any number. Of a byte of text PostgreSQL makes up to 75 (measured: 8.9 MB of
// a condition repeated 5,000 times), so that a connection holds 40 MB at the very
// most, and 256 typical ones of 1 kB about 10.
const (
	maxPrepared = 256
	maxTexts    = 512 << 10 // of all together. Bytes.
	maxText     = 16 << 10  // of one: longer ones are not kept. Bytes.
)

// statementKey identifies a prepared statement: its SQL, and its role. Two roles
// that share one make PostgreSQL plan a query under row security again at each
// change of role (measured: half the throughput). A role that
// Session.PreRequest switches to costs that, and is still right.
type statementKey struct{ role, sql string }

// text is the SQL as PostgreSQL gets it. The role is there for readers of
// pg_stat_activity and logs.
func (s statementKey) text() string {
	if s.role == "" {
		return s.sql
	}
	return "/* " + quoteComment(s.role) + " */ " + s.sql
}

// statementCache is an LRU cache of what one connection has prepared.
type statementCache struct {
	byKey map[statementKey]*list.Element
	used  *list.List // of *preparedStatement, most recently used in front
	texts int        // their length together, in bytes
	count int        // of all names ever given
	// evicted are the names that PostgreSQL still has to deallocate. The next
	// pipeline does so before anything that can fail, or it would never happen.
	evicted []string
}

func newStatementCache() *statementCache {
	return &statementCache{byKey: map[statementKey]*list.Element{}, used: list.New()}
}

// get finds a prepared statement; nil for none.
func (s *statementCache) get(key statementKey) *preparedStatement {
	element, ok := s.byKey[key]
	if !ok {
		return nil
	}
	s.used.MoveToFront(element)
	return element.Value.(*preparedStatement)
}

// newName is a name that no statement of the connection ever had.
func (s *statementCache) newName() string {
	s.count++
	return "tk" + strconv.Itoa(s.count)
}

// add adds a statement that has been prepared, and evicts the least recently
// used where there are too many.
func (s *statementCache) add(st *preparedStatement) {
	if twin, ok := s.byKey[st.key]; ok { // another script of the same exchange has prepared it too
		s.remove(twin)
	}
	s.byKey[st.key] = s.used.PushFront(st)
	s.texts += len(st.key.sql)
	for s.used.Len() > maxPrepared || s.texts > maxTexts {
		s.evict()
	}
}

func (s *statementCache) evict() { s.remove(s.used.Back()) }

func (s *statementCache) remove(element *list.Element) {
	st := s.used.Remove(element).(*preparedStatement)
	delete(s.byKey, st.key)
	s.texts -= len(st.key.sql)
	s.evicted = append(s.evicted, st.name)
}

// clear has everything prepared again.
func (s *statementCache) clear() {
	for s.used.Len() > 0 {
		s.evict()
	}
}

// isStale reports whether what is prepared cannot be used: it was lost (a pooler, DISCARD
// ALL), or its tables have changed.
func isStale(refused *pgconn.PgError) bool {
	return refused.Code == "26000" || refused.Code == "0A000" && refused.Routine == "RevalidateCachedQuery"
}

// quoteComment makes a role safe inside a comment. Roles come from verified
// tokens, but a role name may hold any character.
func quoteComment(role string) string {
	return strings.Map(func(r rune) rune {
		if r == '*' || r == '/' || r == 0 {
			return '_'
		}
		return r
	}, role)
}
