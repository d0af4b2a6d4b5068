package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/rest/parse"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/token"
)

// Empty says why a read has found no row, where policies took all of them; "" where no row matches. It is one
// line, and tells of rows that the caller may not see. conn is the owner's, and Options.Catalog is required.
func Empty(ctx context.Context, conn *db.Conn, o Options, request parse.Request, claims token.Claims) (string, error) {
	x := &explainer{Options: o, Call: Call{Claims: claims}, conn: conn, request: request}
	x.made = x.again()
	read, ok := x.made.Action.(plan.Read)
	if !ok || read.Tree.Rows.Offset > 0 || read.Tree.Rows.Limited && read.Tree.Rows.Limit == 0 {
		return "", nil
	}
	x.Limit = 1
	tx, err := conn.Begin(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := conn.PgConn().Exec(ctx, limits).ReadAll(); err != nil {
		return "", err
	}
	rows, _, err := x.selected(ctx, read)
	if err != nil || len(rows) == 0 {
		return "", err
	}
	all, err := policy.Read(ctx, tx, claims.Role, x.names())
	if err != nil {
		return "", err
	}
	table := read.Tree.Table
	text := fmt.Sprintf("Rows of %s.%s match, and policies let role %s see none of them", table.Schema, table.Name, claims.Role)
	if t := policy.Find(all, table.Schema, table.Name); t != nil && t.Kind == "table" && len(t.Of("select")) == 0 {
		text = fmt.Sprintf("Rows of %s.%s match, and no policy for select applies to role %s", table.Schema, table.Name, claims.Role)
	}
	as := claims.Role
	if claims.Subject != "" {
		as = claims.Subject
	} else if claims.Role == token.Anon {
		text += ": no user's token was sent"
	}
	path := "/" + table.Name
	if request.Canonical != "" {
		path += "?" + request.Canonical
	}
	return fmt.Sprintf("%s. Try: toubkal explain --as %s GET '%s'", text, as, strings.ReplaceAll(path, "'", "%27")), nil
}
