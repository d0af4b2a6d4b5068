package render

import (
	"context"
	"testing"
	"time"

	"modernc.org/quickjs"
)

// TestInterruptsTheNextCall: a call that begins after the end of the context, and after the first interrupt, ends too.
func TestInterruptsTheNextCall(t *testing.T) {
	t.Parallel()
	vm, err := quickjs.NewVM()
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	ctx, end := context.WithCancel(t.Context())
	release := interruptAtEnd(ctx, vm)
	end()
	time.Sleep(2 * interruptEvery) // until it has interrupted
	if _, err := vm.Eval("for (;;) {}", quickjs.EvalGlobal); err == nil {
		t.Error("an endless loop ended")
	}
	release()
	if sum, err := vm.Eval("let sum = 0; for (let i = 0; i < 1e5; i++) sum += 1; sum", quickjs.EvalGlobal); err != nil {
		t.Errorf("released: %v, %v", sum, err)
	}
}
