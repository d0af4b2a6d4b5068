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

// load makes a database of the SQL in file, named after it, and returns its address.
func load(ctx context.Context, address, file string) (string, error) {
	script, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	loaded, err := create(ctx, address, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), string(script))
	if err != nil {
		return "", fmt.Errorf("load %s: %w", file, err)
	}
	return loaded, nil
}

// create creates a database in the place of one that has the name, runs script in
// it and returns its address.
func create(ctx context.Context, address, name, script string) (string, error) {
	at, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("%s is no URL", variable)
	}
	created := *at
	created.Path = "/" + name
	quoted := pgx.Identifier{name}.Sanitize()
	for _, step := range []struct{ address, sql string }{
		{address, "drop database if exists " + quoted + " with (force)"},
		{address, "create database " + quoted + " template template0"},
		{created.String(), script},
	} {
		if err := execute(ctx, step.address, step.sql); err != nil {
			return "", err
		}
	}
	return created.String(), nil
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
