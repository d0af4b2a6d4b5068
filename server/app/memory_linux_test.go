package app

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

var fileMemory = regexp.MustCompile(`RssFile:\s+(\d+) kB`)

// TestUnmapProgram: fewer pages of the file are mapped, and the program goes on with its
// changed variables.
func TestUnmapProgram(t *testing.T) {
	mapped := func() int {
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		kilobytes, err := strconv.Atoi(fileMemory.FindStringSubmatch(string(status))[1])
		if err != nil {
			t.Fatal(err)
		}
		return kilobytes
	}
	changed := fileMemory
	fileMemory = regexp.MustCompile(fileMemory.String()) // in a mapping that can be written to
	defer func() { fileMemory = changed }()
	before := mapped()
	if err := unmapProgram(); err != nil {
		t.Fatal(err)
	}
	if after := mapped(); after >= before {
		t.Errorf("%d kB of the file are mapped, %d before", after, before)
	}
	if fileMemory == changed {
		t.Error("a variable has its value of the start again")
	}
}
