package app

import (
	"io"
	"log/slog"
)

// levelOf reads LOG_LEVEL.
func levelOf(name string) (slog.Level, error) {
	var level slog.Level
	err := level.UnmarshalText([]byte(name))
	return level, err
}

// newLog writes lines of key=value to w; the level was checked with the
// configuration.
func newLog(w io.Writer, c Config) *slog.Logger {
	level, err := levelOf(c.LogLevel)
	if err != nil {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
