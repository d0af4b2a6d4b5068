package certificate

import (
	"context"
	"log/slog"

	"go.uber.org/zap/zapcore"
)

// slogCore writes what certmagic logs to our log: errors as warnings, since it tries
// again and report says what to do, and all else for debugging.
type slogCore struct {
	log    *slog.Logger
	fields []zapcore.Field
}

func levelOf(level zapcore.Level) slog.Level {
	if level >= zapcore.ErrorLevel {
		return slog.LevelWarn
	}
	return slog.LevelDebug
}

// Enabled is for zapcore.Core, as are the others.
func (c slogCore) Enabled(level zapcore.Level) bool {
	return c.log.Enabled(context.Background(), levelOf(level))
}

func (c slogCore) With(fields []zapcore.Field) zapcore.Core {
	return slogCore{c.log, append(c.fields[:len(c.fields):len(c.fields)], fields...)}
}

func (c slogCore) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(entry.Level) {
		return checked.AddCore(entry, c)
	}
	return checked
}

func (c slogCore) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	values := zapcore.NewMapObjectEncoder()
	for _, field := range append(c.fields[:len(c.fields):len(c.fields)], fields...) {
		field.AddTo(values)
	}
	attrs := make([]slog.Attr, 0, len(values.Fields))
	for name, value := range values.Fields {
		attrs = append(attrs, slog.Any(name, value))
	}
	c.log.LogAttrs(context.Background(), levelOf(entry.Level), "certificates: "+entry.Message, attrs...)
	return nil
}

func (c slogCore) Sync() error { return nil }
