package console

import (
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/keyring"
)

// settings answers the configuration, health and keys of the installation.
type settings struct{ *core }

func (s settings) routes() map[string]action {
	routes := map[string]action{"GET /settings": s.show}
	if s.Keyring != nil {
		routes["GET /keys"] = s.keys
		routes["POST /keys"] = s.createKey
		routes["POST /keys/rotate"] = s.rotate
		routes["DELETE /keys/{id}"] = s.revoke
	}
	return routes
}

// database is what PostgreSQL says of itself.
type database struct {
	Version     string      `json:"version"`
	Bytes       int64       `json:"bytes"`
	Connections int         `json:"connections"`
	Most        int         `json:"maxConnections"`
	Extensions  []extension `json:"extensions"`
	// Slow are the statements that took most of the time, by pg_stat_statements; nil where that
	// is not there.
	Slow []slowStatement `json:"slow"`
}

type extension struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// slowStatement is a statement with its constants left out. Times are milliseconds.
type slowStatement struct {
	Statement string  `json:"statement"`
	Calls     int64   `json:"calls"`
	Total     float64 `json:"total"`
	Mean      float64 `json:"mean"`
	Rows      int64   `json:"rows"`
}

const databaseSQL = `select current_setting('server_version'), pg_database_size(current_database()),
	(select count(*) from pg_stat_activity where backend_type = 'client backend'), current_setting('max_connections')::int,
	array(select extname::text from pg_extension order by extname), array(select extversion from pg_extension order by extname),
	(select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements')`

func (s settings) show(r *call) (any, error) {
	var about database
	ctx := r.Context()
	err := s.Owner.Conn(ctx, func(conn *db.Conn) error {
		var names, versions []string
		var statistics *string // the schema of pg_stat_statements, quoted
		err := conn.QueryRow(ctx, databaseSQL).Scan(&about.Version, &about.Bytes, &about.Connections, &about.Most, &names, &versions, &statistics)
		if err != nil {
			return err
		}
		for i, name := range names {
			about.Extensions = append(about.Extensions, extension{name, versions[i]})
		}
		if statistics == nil {
			return nil
		}
		return s.slow(r, conn, *statistics, &about)
	})
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"database": about, "configuration": s.Configuration()}
	if s.Health != nil {
		answer["health"] = s.Health(ctx)
	}
	return answer, nil
}

// slow reads pg_stat_statements. It refuses nothing: the extension may not be preloaded.
func (s settings) slow(r *call, conn *db.Conn, schema string, about *database) error {
	ctx := r.Context()
	rows, err := conn.Query(ctx, `select left(query, 2000), calls, total_exec_time, mean_exec_time, rows from `+schema+`.pg_stat_statements
		where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 50`)
	if err == nil {
		defer rows.Close()
		about.Slow = []slowStatement{}
		for rows.Next() {
			var one slowStatement
			if err := rows.Scan(&one.Statement, &one.Calls, &one.Total, &one.Mean, &one.Rows); err != nil {
				return err
			}
			about.Slow = append(about.Slow, one)
		}
		err = rows.Err()
	}
	if db.Refused(err) != nil {
		about.Slow = nil
		return nil
	}
	return err
}

// listedKey is a key, without what is secret of it.
type listedKey struct {
	ID         string     `json:"id"`
	Kind       string     `json:"kind"` // an algorithm, publishable or secret
	Name       string     `json:"name"`
	State      string     `json:"state"`
	Since      *time.Time `json:"since"`
	Configured bool       `json:"configured"`
	Signs      bool       `json:"signs"` // tokens, else it is an api key
}

func (s settings) keys(r *call) (any, error) {
	signing, opaque, err := s.Keyring.List(r.Context())
	all := []listedKey{}
	for _, k := range signing {
		all = append(all, listedKey{ID: k.ID, Kind: k.Algorithm, State: string(k.State), Since: known(k.Since), Configured: k.Configured, Signs: true})
	}
	for _, k := range opaque {
		all = append(all, listedKey{ID: k.ID, Kind: k.Kind, Name: k.Name + " " + k.Hint, State: string(k.State), Since: known(k.Since)})
	}
	return all, err
}

func known(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s settings) createKey(r *call) (any, error) {
	var given struct {
		Kind string `json:"kind"`
		Name string `json:"name"`
	}
	if err := r.read(&given); err != nil {
		return nil, err
	}
	key, err := s.Keyring.Create(r.Context(), given.Kind, given.Name)
	err = s.changed(r, err)
	s.audit(r, audited{statement: "create a " + given.Kind + " key: " + given.Name, err: err})
	return map[string]string{"key": key}, err
}

func (s settings) rotate(r *call) (any, error) {
	id, err := s.Keyring.Rotate(r.Context(), "", keyring.PublishFirst)
	err = s.changed(r, err)
	s.audit(r, audited{statement: "rotate the signing keys", err: err})
	return map[string]string{"id": id}, err
}

func (s settings) revoke(r *call) (any, error) {
	err := s.changed(r, s.Keyring.Revoke(r.Context(), r.PathValue("id"), false))
	s.audit(r, audited{statement: "revoke the key " + r.PathValue("id"), err: err})
	return nil, err
}

// changed has this node use the keys as they are now: other nodes are notified. Of a refusal it says
// to the operator why; what the database failed at is for the log.
func (s settings) changed(r *call, err error) error {
	switch {
	case err == nil:
		return s.Keyring.Read(r.Context())
	case db.IsUnavailable(err):
		return err
	}
	return invalid(fault.Sentence(err)).Because(err)
}
