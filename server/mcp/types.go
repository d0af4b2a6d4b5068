package mcp

import (
	"context"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/typegen"
)

func (t *tools) addTypes() {
	add(t, "generate_types", false, "Generate the TypeScript types of the database, for supabase-js: createClient<Database>(…).", t.generateTypes)
}

func (s *Server) generateTypes(ctx context.Context, in schemasInput) (text string, out any, err error) {
	if len(in.Schemas) == 0 {
		in.Schemas = s.Schemas
	}
	err = s.reading(ctx, func(conn *db.Conn) error {
		text, err = typegen.Generate(ctx, conn, typegen.Options{Schemas: in.Schemas})
		return err
	})
	return text, nil, err
}
