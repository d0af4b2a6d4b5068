package replication

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// PostgreSQL reports errors in the operator's language: what an error means is known
// by its SQLSTATE and by the routine that raised it.
func TestErrorsByRoutine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		err       error
		permanent bool
		want      string
	}{
		{
			"wal_level of the primary is too low", &pgconn.PgError{Code: "55000", Routine: "CheckLogicalDecodingRequirements", Message: "le décodage logique sur un serveur secondaire nécessite …"},
			true, noLogicalWAL,
		},
		{
			"a slot is invalid", &pgconn.PgError{Code: "55000", Routine: "StartLogicalReplication", Message: "ne peut pas lire le slot"},
			false, "",
		},
		{
			"no WAL sender is free", connectError(&pgconn.PgError{Code: "53300", Routine: "InitProcess", Message: "le nombre de connexions demandées excède …"}),
			true, "all WAL senders are in use: raise max_wal_senders (le nombre de connexions demandées excède …)",
		},
		{
			"no connection is free", connectError(&pgconn.PgError{Code: "53300", Routine: "InitPostgres", Message: "les emplacements restants sont réservés"}),
			false, "PostgreSQL has no free connection: raise max_connections (les emplacements restants sont réservés)",
		},
		{
			"no connection is free for the catalog", &pgconn.PgError{Code: "53300", Routine: "InitProcess", Message: "désolé, trop de clients"},
			false, "PostgreSQL has no free connection: raise max_connections (désolé, trop de clients)",
		},
	} {
		got := explain(c.err)
		if needsOperator(got) != c.permanent {
			t.Errorf("%s: permanent is %v, want %v: %v", c.name, !c.permanent, c.permanent, got)
		}
		if c.want != "" && got.Error() != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
