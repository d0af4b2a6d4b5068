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
func (s slogCore) Enabled(level zapcore.Level) bool {
	return s.log.Enabled(context.Background(), levelOf(level))
}

func (s slogCore) With(fields []zapcore.Field) zapcore.Core {
	return slogCore{s.log, append(s.fields[:len(s.fields):len(s.fields)], fields...)}
}

func (s slogCore) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if s.Enabled(entry.Level) {
		return checked.AddCore(entry, s)
	}
	return checked
}

func (s slogCore) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	values := zapcore.NewMapObjectEncoder()
	for _, field := range append(s.fields[:len(s.fields):len(s.fields)], fields...) {
		field.AddTo(values)
	}
	attrs := make([]slog.Attr, 0, len(values.Fields))
	for name, value := range values.Fields {
		attrs = append(attrs, slog.Any(name, value))
	}
	s.log.LogAttrs(context.Background(), levelOf(entry.Level), "certificates: "+entry.Message, attrs...)
	return nil
}

func (s slogCore) Sync() error { return nil }
