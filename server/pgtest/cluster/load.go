package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// load makes a database of the SQL in file, named after it and in the place of
// one that has the name, and returns its address.
func load(ctx context.Context, address, file string) (string, error) {
	script, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	quoted := pgx.Identifier{name}.Sanitize()
	at, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("load: %s is no URL", variable)
	}
	loaded := *at
	loaded.Path = "/" + name
	for _, step := range []struct{ address, sql string }{
		{address, "drop database if exists " + quoted + " with (force)"},
		{address, "create database " + quoted + " template template0"},
		{loaded.String(), string(script)},
	} {
		if err := execute(ctx, step.address, step.sql); err != nil {
			return "", fmt.Errorf("load %s: %w", file, err)
		}
	}
	return loaded.String(), nil
}

// execute runs a script of any number of statements.
func execute(ctx context.Context, address, script string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = conn.PgConn().Exec(ctx, script).ReadAll()
	if closed := conn.Close(ctx); err == nil {
		err = closed
	}
	return err
}
