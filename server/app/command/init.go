package command

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/toubkal/toubkal/server/project"
)

// Init is the command `init`. Each question has a flag, and is asked on a
// terminal only.
func Init(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("init", flag.ContinueOnError)
	flags.SetOutput(out)
	n := project.New{}
	flags.StringVar(&n.Template, "template", "", "empty, or todo: todo lists for teams (default: todo on a terminal, else empty)")
	flags.StringVar(&n.Client, "client", "", "none, public: files without a build step, or vite: React and supabase-js (default: vite with todo, else none)")
	flags.BoolVar(&n.Force, "force", false, "add files that are missing to a folder that is not empty")
	flags.Usage = func() {
		_, _ = fmt.Fprintln(out, "toubkal init [DIR]: create a project in a folder, which defaults to the current one")
		flags.PrintDefaults()
	}
	dir, err := parseWithFolder(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return UsageError("%v", err)
	}
	answers := bufio.NewReader(os.Stdin)
	terminal := isTerminal(os.Stdin) && isTerminal(os.Stdout)
	if n.Template == "" {
		n.Template = prompt(out, answers, terminal, "Template: empty, or todo (todo lists for teams)", "todo", "empty")
	}
	if n.Client == "" {
		n.Client = "none"
		if n.Template == "todo" {
			n.Client = prompt(out, answers, terminal, "Client: none, public (no build step), or vite (React, supabase-js)", "vite", "vite")
		}
	}
	created, err := project.Create(dir, n)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "Created %s\n  %s\nNext:\n", dir, strings.Join(created, "\n  "))
	if dir != "." {
		_, _ = fmt.Fprintf(out, "  cd %s\n", dir)
	}
	_, err = fmt.Fprintln(out, "  toubkal dev")
	return err
}

// parseWithFolder lets the folder stand before or after the flags.
func parseWithFolder(flags *flag.FlagSet, args []string) (dir string, err error) {
	dir = "."
	for named := false; ; named = true {
		if err := flags.Parse(args); err != nil {
			return "", err
		}
		if flags.NArg() == 0 {
			return filepath.Clean(dir), nil
		}
		if named {
			return "", fmt.Errorf("one folder at a time: %s and %s", dir, flags.Arg(0))
		}
		dir, args = flags.Arg(0), flags.Args()[1:]
	}
}

// prompt puts a question to a person; nobody at a terminal means the second default.
func prompt(out io.Writer, answers *bufio.Reader, terminal bool, question, usual, unattended string) string {
	if !terminal {
		return unattended
	}
	_, _ = fmt.Fprintf(out, "%s [%s]: ", question, usual)
	line, _ := answers.ReadString('\n') // the end of the input is an empty answer
	if answer := strings.TrimSpace(line); answer != "" {
		return answer
	}
	return usual
}

func isTerminal(file *os.File) bool {
	return term.IsTerminal(int(file.Fd()))
}
