// Package typegen writes the TypeScript types of a database's rows and functions,
// for createClient<Database> of supabase-js: byte for byte what
// @supabase/postgrest-typegen 0.2.5 writes, which is behind `supabase gen types
// typescript`. testdata holds texts of that generator, and how to make them again.
//
// Four differences are meant:
//   - in a schema whose name needs quotes, foreign keys have their columns, and
//     one to one is told (the generator writes null for both);
//   - a set of an enum of another schema is ("a" | "b")[], not "a" | "b"[];
//   - a function whose name is a whole number keeps its place in the order;
//   - the order of some letters that Unicode 6.2 did not have, and of Đ, Ħ and Ł
//     beside other letters with a mark, is that of golang.org/x/text/collate.
//
// It refuses a schema that does not exist or that the role may not use, and a role
// that has no right on any table, such as PostgREST's authenticator.
package typegen

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// PostgrestVersion is the version that the types claim by default. supabase-js allows to-many
// spreads and maxAffected for versions that begin with 13 or 14, and no others.
const PostgrestVersion = "14.12"

// Options say what Generate describes.
type Options struct {
	Schemas []string // exposed ones; defaults to public alone

	// PostgrestVersion tells supabase-js what the API can do. Defaults to the
	// constant of that name; "-" leaves it out, as the generator does for types
	// from a database's address.
	PostgrestVersion string
}

// Generate reads what exists in the schemas, as far as the connection's role and
// search path show it, and gives it as a TypeScript module. The same database
// always gives the same text.
func Generate(ctx context.Context, conn *pgx.Conn, o Options) (string, error) {
	if len(o.Schemas) == 0 {
		o.Schemas = []string{"public"}
	}
	switch o.PostgrestVersion {
	case "":
		o.PostgrestVersion = PostgrestVersion
	case "-":
		o.PostgrestVersion = ""
	}
	rows, err := read(ctx, conn, o.Schemas)
	if err != nil {
		return "", fmt.Errorf("read the catalog: %w", err)
	}
	for _, schema := range o.Schemas {
		if !slices.Contains(rows.schemas, schema) {
			return "", fmt.Errorf("schema %q does not exist, or the role may not use it", schema)
		}
	}
	hidden := len(rows.relations)
	rows.relations = slices.DeleteFunc(rows.relations, func(r relation) bool { return !r.Shown })
	if hidden > 0 && len(rows.relations) == 0 {
		return "", errors.New("the role has no right on any table: connect as the tables' owner")
	}
	return module(arrange(rows), o.PostgrestVersion), nil
}
