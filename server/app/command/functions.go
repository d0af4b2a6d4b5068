package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/functions/deno"
)

const functionsUsage = "usage: toubkal functions new NAME, list, check, or logs [NAME]"

// manageFunctions is the command `functions`, about those in TypeScript: `new NAME`, `list`,
// `check` and `logs [NAME]`.
func manageFunctions(ctx context.Context, i *installation.Installation, args []string) error {
	folder, settings := i.FunctionsFolder()
	switch {
	case folder == "":
		return errors.New("this program's project is compiled in: name the folder of its files, as `toubkal --project . functions list`")
	case len(args) == 2 && args[0] == "new":
		return newFunction(i, folder, args[1])
	case len(args) == 1 && args[0] == "list":
		return listFunctions(i, deno.Find(folder, settings))
	case len(args) == 1 && args[0] == "check":
		return checkFunctions(ctx, i, deno.Find(folder, settings))
	case len(args) == 1 && args[0] == "logs":
		return i.FunctionLogs().Print(i.Out, "")
	case len(args) == 2 && args[0] == "logs":
		return i.FunctionLogs().Print(i.Out, args[1])
	}
	return UsageError(functionsUsage)
}

const functionTemplate = `// Called with the token of a user, or with a key: /functions/v1/%[1]s
Deno.serve(async (request: Request) => {
  const { name = 'world' } = await request.json().catch(() => ({}));
  return Response.json({ message: ` + "`Hello ${name}!`" + ` });
});
`

// newFunction writes a function, unless there is one of that name.
func newFunction(i *installation.Installation, folder, name string) error {
	if !deno.ValidName(name) {
		return UsageError("%q is no name of a function: use letters, digits, - and _, and begin with a letter", name)
	}
	path := filepath.Join(folder, name, "index.ts")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { // #nosec G301 -- a source of the project
		return fmt.Errorf("make the folder of the function: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) // #nosec G302 G304 -- likewise
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already", path)
	}
	if err != nil {
		return fmt.Errorf("write the function: %w", err)
	}
	_, err = fmt.Fprintf(file, functionTemplate, name)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the function: %w", err)
	}
	_, err = fmt.Fprintln(i.Out, path)
	return err
}

func listFunctions(i *installation.Installation, found []deno.Function) error {
	table := tabwriter.NewWriter(i.Out, 0, 0, 2, ' ', 0)
	for _, f := range found {
		caller := "needs a token"
		if f.Public {
			caller = "public"
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", f.Name, caller, f.Entrypoint) // Flush has the error
	}
	return table.Flush()
}

// checkFunctions checks the types of all functions.
func checkFunctions(ctx context.Context, i *installation.Installation, found []deno.Function) error {
	executable, err := deno.Executable(i.Deno, i.Project.Folder)
	if err != nil {
		return err
	}
	if executable == "" {
		return errors.New("there is no Deno: " + deno.HowToInstall)
	}
	wrong := 0
	for _, f := range found {
		err := f.Check(ctx, executable, i.Out)
		if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
			return fmt.Errorf("run Deno: %w", err)
		}
		if err != nil {
			wrong++
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d functions have errors of types", wrong, len(found))
	}
	_, err = fmt.Fprintf(i.Out, "%d functions have no errors of types\n", len(found))
	return err
}
