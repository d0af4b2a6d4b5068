package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/project/dotenv"
)

const secretsUsage = "usage: toubkal secrets set NAME=VALUE …, set --env-file FILE, list, or unset NAME …"

// manageSecrets is the command `secrets`: the variables of functions in TypeScript that are kept in
// the data folder. A running program gives them to each function that starts after the change.
func manageSecrets(_ context.Context, i *installation.Installation, args []string) error {
	secrets, err := i.FunctionSecrets()
	if err != nil {
		return err
	}
	switch {
	case len(args) == 1 && args[0] == "list":
		return listSecrets(i, secrets)
	case len(args) > 1 && args[0] == "set":
		given, err := secretsOf(args[1:])
		if err != nil {
			return err
		}
		maps.Copy(secrets, given)
	case len(args) > 1 && args[0] == "unset":
		for _, name := range args[1:] {
			if _, set := secrets[name]; !set {
				return fmt.Errorf("there is no secret %s", name)
			}
			delete(secrets, name)
		}
	default:
		return UsageError(secretsUsage)
	}
	if err := i.KeepFunctionSecrets(secrets); err != nil {
		return err
	}
	_, err = fmt.Fprintln(i.Out, "functions have it from their next start on")
	return err
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// secretsOf reads NAME=VALUE of each argument, or the file of --env-file.
func secretsOf(args []string) (map[string]string, error) {
	given := map[string]string{}
	if args[0] == "--env-file" {
		if len(args) != 2 {
			return nil, UsageError(secretsUsage)
		}
		values, err := dotenv.Read(args[1], args[1])
		if err == nil && values == nil {
			err = &fs.PathError{Op: "read", Path: args[1], Err: os.ErrNotExist}
		}
		if err != nil {
			return nil, err
		}
		given, args = values, nil
	}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, UsageError(secretsUsage)
		}
		given[name] = value
	}
	for name := range given {
		if !variableName.MatchString(name) {
			return nil, UsageError("%q is no name of a variable", name)
		}
		if installation.IsReserved(name) {
			return nil, UsageError("%s: names with SUPABASE_ are the server's", name)
		}
	}
	return given, nil
}

// listSecrets prints names, and digests to compare values by, as the Supabase CLI does.
func listSecrets(i *installation.Installation, secrets map[string]string) error {
	table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "NAME\tDIGEST")
	for _, name := range slices.Sorted(maps.Keys(secrets)) {
		_, _ = fmt.Fprintf(table, "%s\t%x\n", name, sha256.Sum256([]byte(secrets[name]))) // Flush has the error
	}
	return table.Flush()
}
