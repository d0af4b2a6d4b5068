package config

import (
	"strconv"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

func TestRealtimeLimitsAreChecked(t *testing.T) {
	t.Parallel()
	names := []string{
		"REALTIME_MAX_CONNECTIONS", "REALTIME_MAX_CONNECTIONS_PER_ADDRESS", "REALTIME_MAX_CHANNELS_PER_CONNECTION", "REALTIME_MAX_JOINS_PER_SECOND",
		"REALTIME_MAX_JOINS_PER_SECOND_PER_CONNECTION", "REALTIME_MAX_EVENTS_PER_SECOND", "REALTIME_MAX_PAYLOAD_KB",
		"REALTIME_MAX_PRESENCE_CALLS", "REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND",
		"REALTIME_MAX_WAL_MB",
	}
	var environ []string
	for _, name := range names {
		environ = append(environ, name+"=0")
	}
	_, err := Read(project.Project{}, environ)
	for _, name := range names {
		if err == nil || !strings.Contains(err.Error(), name+": 0 is too few") {
			t.Errorf("%s=0 was taken: %v", name, err)
		}
	}
	if _, err := Read(project.Project{}, []string{"REALTIME_MAX_PAYLOAD_KB=5000"}); err == nil {
		t.Error("a payload that no frame may hold was taken")
	}
	for value, good := range map[string]bool{"63": false, "64": true, "4096": true, "1073741825": false, "-1": false, "many": false} {
		c, err := Read(project.Project{}, []string{"REALTIME_MAX_WAL_MB=" + value})
		if good != (err == nil) || err != nil && !strings.Contains(err.Error(), "REALTIME_MAX_WAL_MB") {
			t.Errorf("a bound of %s MB of log: %v", value, err)
		}
		if err == nil && strconv.Itoa(c.MaxWAL) != value {
			t.Errorf("%s MB are read as %d", value, c.MaxWAL)
		}
	}
}

func TestTheAddressOfNATSIsChecked(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"nats:4222", "http://u:hush@nats", "nats://u:hush%@nats"} {
		if _, err := Read(project.Project{}, []string{"NATS_URL=" + bad}); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v, want an error without the password", bad, err)
		}
	}
	if c, err := Read(project.Project{}, []string{"NATS_URL=nats://u:hush@nats:4222"}); err != nil || c.NATSURL == "" {
		t.Errorf("a good one: %v", err)
	}
}
