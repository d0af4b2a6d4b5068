package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/db"
)

// inDatabase are the settings that the login role may carry as pgrst.*:
// PostgREST's list. What is about connecting cannot be among them.
var inDatabase = []string{
	"client_error_verbosity", "db_aggregates_enabled", "db_anon_role", "db_extra_search_path", "db_hoisted_tx_settings",
	"db_max_rows", "db_plan_enabled", "db_pre_config", "db_pre_request", "db_root_spec", "db_schemas", "db_tx_end", "jwt_aud",
	"jwt_cache_max_entries", "jwt_role_claim_key", "jwt_secret", "jwt_secret_is_base64", "log_query", "openapi_mode",
	"openapi_security_active", "openapi_server_proxy_uri", "server_cors_allowed_origins", "server_timing_enabled",
	"server_trace_header", "url_use_legacy_target_names",
}

// roleSettingsSQL reads them: those of the role in this database win over those of
// the role in all databases, and both over what PreConfig has set in this transaction.
const roleSettingsSQL = `
	with carried as (
		select split_part(setting, '=', 1) as name, substr(setting, strpos(setting, '=') + 1) as value,
			case when setdatabase <> 0 then 1 else 2 end as rank
		from pg_db_role_setting, unnest(setconfig) as setting
		where setrole = (select oid from pg_roles where rolname = current_user)
			and setdatabase in (0, (select oid from pg_database where datname = current_database()))
		union all
		select 'pgrst.' || name, current_setting('pgrst.' || name, true), 3 from unnest($1::text[]) as name where $2
	)
	select distinct on (name) substr(name, 7), value from carried
	where name like 'pgrst.%' and substr(name, 7) = any ($1) and value is not null
	order by name, rank`

// configure reads the settings in the database and serves under them.
func (t *tables) configure(ctx context.Context) error {
	t.loading.Lock()
	defer t.loading.Unlock()
	c := t.Config
	if c.InDatabase {
		settings, err := t.settings(ctx, c.PreConfig)
		if err != nil {
			return fmt.Errorf("read the configuration in the database: %w", err)
		}
		if c, err = c.WithOverrides(settings); err != nil {
			return fmt.Errorf("in the database, %s", strings.ReplaceAll(err.Error(), "\n  ", " "))
		}
	}
	before := t.current.Load().Config
	if err := t.serve(c); err != nil {
		return err
	}
	if !slices.Equal(before.Schemas, c.Schemas) {
		t.holder.SetSchemas(c.Schemas)
	}
	if !before.Equal(&c) {
		t.Log.Info("the configuration was reloaded", "schemas", strings.Join(c.Schemas, ", "))
	}
	t.unread.Store(false)
	return nil
}

// reconfigure is configure at a reload. If nothing has been read yet and the
// database is lost, the next load of the catalog calls it again.
func (t *tables) reconfigure(ctx context.Context) {
	err := t.configure(ctx)
	away := err != nil && db.Fault(err, false).Status == http.StatusServiceUnavailable
	if err != nil && ctx.Err() == nil && !(away && t.unread.Load()) {
		t.keepConfig(err)
	}
}

// keepConfig logs that the new configuration is refused, and keeps the present one.
func (t *tables) keepConfig(err error) {
	t.unread.Store(false)
	t.Log.Error("the configuration was not reloaded, the one before stays", "error", err)
}

// settings are the settings in the database, by their names in the environment.
func (t *tables) settings(ctx context.Context, preConfig string) (map[string]string, error) {
	found := map[string]string{}
	ctx, cancel := context.WithTimeout(ctx, db.ControlTimeout)
	defer cancel()
	err := t.control.Conn(ctx, func(conn *db.Conn) error {
		tx, err := conn.Begin(ctx)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		defer func() { _ = tx.Rollback(ctx) }()
		if err := callPreConfig(ctx, tx, preConfig); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, roleSettingsSQL, inDatabase, preConfig != "")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name, value string
			if err := rows.Scan(&name, &value); err != nil {
				return err
			}
			found["PGRST_"+strings.ToUpper(name)] = value
		}
		return rows.Err()
	})
	return found, err
}

// callPreConfig lets PostgreSQL quote the function's name.
func callPreConfig(ctx context.Context, tx db.Tx, name string) error {
	if name == "" {
		return nil
	}
	function := config.QualifiedName(name)
	var call string
	err := tx.QueryRow(
		ctx, `select 'select ' || case when $1::text <> '' then quote_ident($1) || '.' else '' end || quote_ident($2) || '()'`,
		function.Schema, function.Name,
	).Scan(&call)
	if err == nil {
		_, err = tx.Exec(ctx, call)
	}
	if err != nil {
		return fmt.Errorf("PGRST_DB_PRE_CONFIG %s: %w", name, err)
	}
	return nil
}
