package migrate

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// Migration is one migration of a project, by its file, by its row in the
// ledger, or both.
type Migration struct {
	Version string // as in the file's name, "0001"
	Name    string // without version and .sql, "teams"
	HasFile bool
	Applied bool
	At      time.Time // of applying; zero where the ledger does not say
}

// List lists the migrations of a project, by version. It changes nothing.
func List(ctx context.Context, conn *pgx.Conn, project Folder) ([]Migration, error) {
	files, err := readNumbered(project)
	if err != nil {
		return nil, err
	}
	l := projectLedger(project)
	var past []appliedFile
	if there, err := exists(ctx, conn, l.table); err != nil {
		return nil, err
	} else if there {
		if past, err = l.read(ctx, conn); err != nil {
			return nil, err
		}
	}
	byVersion := map[int64]*Migration{}
	for _, p := range past {
		version, name := nameParts(p.Name)
		byVersion[p.Version] = &Migration{Version: version, Name: name, Applied: true, At: p.At}
	}
	for _, f := range files {
		if byVersion[f.version] == nil {
			version, name := nameParts(f.name)
			byVersion[f.version] = &Migration{Version: version, Name: name}
		}
		byVersion[f.version].HasFile = true
	}
	all := make([]Migration, 0, len(byVersion))
	for _, m := range byVersion {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Migration) int { return cmp.Compare(number(a.Version), number(b.Version)) })
	return all, nil
}

// ListSupabase lists the migrations of a folder supabase/, by version. It
// changes nothing.
func ListSupabase(ctx context.Context, conn *pgx.Conn, folder fs.FS) ([]Migration, error) {
	files, _, err := readSupabase(folder)
	if err != nil {
		return nil, err
	}
	var past []supabaseRow
	if there, err := exists(ctx, conn, "supabase_migrations.schema_migrations"); err != nil {
		return nil, err
	} else if there {
		if past, err = readSupabaseLedger(ctx, conn); err != nil {
			return nil, err
		}
	}
	all := make([]Migration, 0, len(files))
	for _, p := range past {
		all = append(all, Migration{Version: p.Version, Name: p.Name, Applied: true})
	}
	for _, f := range files {
		if i := slices.IndexFunc(all, func(m Migration) bool { return m.Version == f.version }); i >= 0 {
			all[i].HasFile = true
			continue
		}
		all = append(all, Migration{Version: f.version, Name: f.title, HasFile: true})
	}
	slices.SortFunc(all, func(a, b Migration) int { return cmp.Compare(a.Version, b.Version) })
	return all, nil
}

func exists(ctx context.Context, conn *pgx.Conn, table string) (there bool, err error) {
	if err := conn.QueryRow(ctx, "select to_regclass($1) is not null", table).Scan(&there); err != nil {
		return false, fmt.Errorf("look for %s: %w", table, err)
	}
	return there, nil
}

// nameParts are "0001" and "teams" of "0001_teams.sql".
func nameParts(file string) (version, name string) {
	if m := supabaseName.FindStringSubmatch(file); m != nil {
		return m[1], m[2]
	}
	return "", file
}

func number(version string) int64 {
	n, _ := strconv.ParseInt(version, 10, 64)
	return n
}
