//go:build linux || darwin || freebsd

package localpg

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"syscall"
)

// hints says how to mend what PostgreSQL or the system complain about.
var hints = []struct{ when, then string }{
	{"No space left on device", "the disk is full: free some space"},
	{"could not extend file", "the disk is full: free some space"},
	{"Disk quota exceeded", "the disk quota is used up: free some space"},
	{"pre-existing shared memory block", "processes of a killed PostgreSQL still run: end them, then start again"},
	{"could not create shared memory", "the system grants too little shared memory: raise it (in a container: --shm-size)"},
	{"Cannot allocate memory", "too little memory is free"},
	{"could not locate a valid checkpoint", "the data folder is damaged: restore a backup, or delete the folder to start again"},
	{"incorrect checksum in control file", "the data folder is damaged: restore a backup, or delete the folder to start again"},
	{"required WAL directory", "the data folder is damaged: restore a backup, or delete the folder to start again"},
	{"No such file or directory", "a file is missing: restore a backup, or delete the folder to start again"},
	{"Permission denied", "the account that runs PostgreSQL has no right to it: mend the folder's owner and mode"},
	{"Address already in use", "another program uses that address"},
	{"error while loading shared libraries", "a library of the system is missing: install it, or another PostgreSQL"},
}

// hintFor is the hint for an error's text, or "".
func hintFor(text string) string {
	for _, r := range hints {
		if strings.Contains(text, r.when) {
			return r.then
		}
	}
	return ""
}

// explain says in one line what could not be done, why, and how to mend it.
func explain(what string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%s: %w: free some space", what, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w: let this account write there, or name another folder", what, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: %w: name another folder", what, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// failed is an error about what, with the lines that tell why and the remedy.
func failed(what string, lines []string, hint string) error {
	text := errorLines(lines)
	if then := hintFor(text); then != "" {
		text += ": " + then
	}
	if hint != "" {
		text += " (" + hint + ")"
	}
	return fmt.Errorf("%s: %s", what, text)
}

var (
	// severe marks the lines that tell why; a wrong setting and a socket that cannot
	// be made are told in LOG lines before the FATAL one.
	severe = regexp.MustCompile(`FATAL:|PANIC:|ERROR:|error:|LOG:  (?:could not|unrecognized|invalid|parameter|syntax error)`)
	// when is the time and process that log_line_prefix puts before each line.
	when = regexp.MustCompile(`^\S+ \S+ \S+ \[\d+\] `)
)

// errorLines joins the last three lines that report a failure, or the last three
// where none does. The rest stays in the log.
func errorLines(lines []string) string {
	var all []string
	for _, line := range lines {
		if severe.MatchString(line) {
			all = append(all, when.ReplaceAllString(line, ""))
		}
	}
	if len(all) == 0 {
		all = lines
	}
	if len(all) == 0 {
		return "it said nothing"
	}
	return strings.Join(all[max(0, len(all)-3):], " / ")
}

func lines(text []byte) []string {
	var all []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

func firstLine(text []byte) string {
	if all := lines(text); len(all) > 0 {
		return all[0]
	}
	return ""
}
