package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
)

// program is a running `toubkal serve`.
type program struct {
	address string // http://127.0.0.1:41234
	cancel  context.CancelFunc
	ended   chan error
}

// start runs the whole program in this process until stop, and returns once it
// has read its catalog.
func start(ctx context.Context, environ []string, log io.Writer) (*program, error) {
	ctx, cancel := context.WithCancel(ctx)
	out := &greeting{seen: make(chan string, 1)}
	p := &program{cancel: cancel, ended: make(chan error, 1)}
	go func() { p.ended <- app.Command(ctx, project.Project{}, []string{"serve"}, environ, out, log) }()
	select {
	case err := <-p.ended:
		cancel()
		return nil, fmt.Errorf("the program ended as it began: %w", err)
	case p.address = <-out.seen:
	}
	if err := p.ready(ctx); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

func (p *program) stop() error {
	p.cancel()
	return <-p.ended
}

// ready waits until the program no longer answers 503, 10 s at most.
func (p *program) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodOptions, p.address+"/items", nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusServiceUnavailable {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the program is not ready: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// greeting is what the program says to people: it finds the address there.
type greeting struct {
	mu   sync.Mutex
	text bytes.Buffer
	seen chan string
}

var addressSaid = regexp.MustCompile(`http://[^\s/]+:[1-9]\d*`)

func (g *greeting) Write(text []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.text.Write(text)
	if found := addressSaid.Find(g.text.Bytes()); found != nil {
		select {
		case g.seen <- string(found):
		default:
		}
	}
	return len(text), nil
}
