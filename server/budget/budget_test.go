package budget_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toubkal/toubkal/server/budget"
)

func TestAnonymousUsersLeaveAQuarter(t *testing.T) {
	t.Parallel()
	b := budget.New(100)
	anonymous, user := b.Share(true), b.Share(false)
	if !anonymous.Grow(75) {
		t.Fatal("three quarters do not fit")
	}
	if b.Share(true).Grow(1) {
		t.Error("anonymous users take the quarter that is kept")
	}
	if !user.Grow(25) || user.Grow(1) {
		t.Error("a user gets more or less than what is left")
	}
	anonymous.Release()
	user.Shrink(5)
	if used := b.Used(); used != 20 {
		t.Errorf("in use are %d, want 20", used)
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := budget.New(100)
		first := b.Share(false)
		if err := first.Wait(t.Context(), 100); err != nil {
			t.Fatal(err)
		}
		if err := b.Share(false).Wait(t.Context(), 1); !errors.Is(err, budget.ErrSpent) {
			t.Errorf("of a spent budget: %v", err)
		}
		go func() {
			time.Sleep(time.Second / 2)
			first.Release()
		}()
		if err := b.Share(false).Wait(t.Context(), 60); err != nil {
			t.Errorf("of memory that is given back meanwhile: %v", err)
		}
	})
}

func TestNoBound(t *testing.T) {
	t.Parallel()
	s := budget.New(0).Share(true)
	defer s.Release()
	if err := s.Wait(t.Context(), 1<<50); err != nil || !s.Grow(1<<50) {
		t.Errorf("no budget is a bound: %v", err)
	}
}
