package config

import (
	"io"
	"log/slog"

	"github.com/toubkal/toubkal/server/edge"
)

// critical is above all that is logged: PostgREST's `crit`, for a quiet log.
const critical = slog.LevelError + 4

// levelOf reads LOG_LEVEL.
func levelOf(name string) (slog.Level, error) {
	if name == "crit" {
		return critical, nil
	}
	var level slog.Level
	err := level.UnmarshalText([]byte(name))
	return level, err
}

// NewLog writes lines of key=value to w; the level was checked with the configuration.
func (c *Config) NewLog(w io.Writer) *slog.Logger {
	level, err := levelOf(c.LogLevel)
	if err != nil {
		level = slog.LevelInfo
	}
	return slog.New(edge.LogHandler(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level})))
}
