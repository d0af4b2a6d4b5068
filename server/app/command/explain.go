package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
)

const explainUsage = `usage: toubkal explain --as CALLER [--claims JSON] [--header 'NAME: VALUE'] [--data JSON] [--json] METHOD PATH

CALLER is the e-mail address or the id of a user, or a role: anon, authenticated, service_role. PATH is that of the
table API: '/todos?select=title&done=is.false'. The request is executed, and undone.`

// headers are the values of an option that may be given several times.
type headers struct{ http.Header }

func (h headers) String() string { return "" }

// Set adds NAME: VALUE.
func (h headers) Set(text string) error {
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		return fmt.Errorf("write it as 'Prefer: return=representation'")
	}
	h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	return nil
}

// explainRequest is the command `explain`.
func explainRequest(ctx context.Context, i *installation.Installation, args []string) error {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	header := headers{http.Header{}}
	as, claims, data := flags.String("as", "anon", ""), flags.String("claims", "", ""), flags.String("data", "", "")
	asJSON := flags.Bool("json", false, "")
	flags.Var(header, "header", "")
	var words []string
	for rest := args; ; rest = flags.Args()[1:] { // options may stand behind METHOD PATH too
		if err := flags.Parse(rest); err != nil {
			return UsageError("%s", explainUsage)
		}
		if flags.NArg() == 0 {
			break
		}
		words = append(words, flags.Arg(0))
	}
	if len(words) != 2 {
		return UsageError("%s", explainUsage)
	}
	options, err := i.ExplainOptions()
	if err != nil {
		return err
	}
	call := explain.Call{Method: strings.ToUpper(words[0]), Path: words[1], Header: header.Header, Body: []byte(*data)}
	return i.WithDatabase(ctx, func(d *installation.Database) error {
		return d.AsOwner(ctx, func(conn *db.Conn) error {
			var err error
			if call.Claims, err = policy.Claims(ctx, conn, *as, *claims); err != nil {
				return err
			}
			report, err := explain.Request(ctx, conn, options, call)
			if err != nil {
				return err
			}
			if *asJSON {
				encoder := json.NewEncoder(i.Out)
				encoder.SetIndent("", "  ")
				return encoder.Encode(report)
			}
			return explain.Print(i.Out, report)
		})
	})
}
