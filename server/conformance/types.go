package main

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/typegen"
)

// fixtureTypes is what Supabase's generator prints for the cases' database;
// server/typegen/testdata/golden.sh makes it.
//
//go:embed testdata/fixture.postgrest-typegen-0.2.5.ts
var fixtureTypes string

var fixtureSchemas = []string{"private", "public", "test", "v1", "v2", "تست"}

// compareTypes holds `toubkal types` of the cases' database against it, and says
// where they differ first; "" where they are the same.
func compareTypes(ctx context.Context, on *database) (string, error) {
	conn, err := pgx.Connect(ctx, on.owner)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	got, err := typegen.Generate(ctx, conn, typegen.Options{Schemas: fixtureSchemas})
	if err != nil {
		return "", err
	}
	return firstDifference(fixtureTypes, got), nil
}

func firstDifference(want, got string) string {
	wanted, lines := slices.Collect(strings.Lines(want)), slices.Collect(strings.Lines(got))
	for i := range max(len(wanted), len(lines)) {
		if i >= len(lines) || i >= len(wanted) || wanted[i] != lines[i] {
			return fmt.Sprintf("line %d is %q, expected %q", i+1, at(lines, i), at(wanted, i))
		}
	}
	return ""
}

func at(lines []string, i int) string {
	if i >= len(lines) {
		return ""
	}
	return lines[i]
}
