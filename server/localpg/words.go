//go:build linux || darwin || freebsd

package localpg

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// remedies says how to mend what PostgreSQL or the system complain about.
var remedies = []struct{ when, then string }{
	{"No space left on device", "the disk is full: free some space"},
	{"Disk quota exceeded", "the disk quota is used up: free some space"},
	{"pre-existing shared memory block", "processes of a killed PostgreSQL still run: end them, then start again"},
	{"could not create shared memory", "the system grants too little shared memory: raise it (in a container: --shm-size)"},
	{"Cannot allocate memory", "too little memory is free"},
	{"could not locate a valid checkpoint", "the data folder is damaged: restore a backup, or delete the folder to begin anew"},
	{"incorrect checksum in control file", "the data folder is damaged: restore a backup, or delete the folder to begin anew"},
	{"No such file or directory", "a file is missing: restore a backup, or delete the folder to begin anew"},
	{"Permission denied", "the account that runs PostgreSQL has no right to it: mend the folder's owner and mode"},
	{"Address already in use", "another program uses that address"},
	{"error while loading shared libraries", "a library of the system is missing: install it, or another PostgreSQL"},
}

// remedy is what to do about text, or nothing.
func remedy(text string) string {
	for _, r := range remedies {
		if strings.Contains(text, r.when) {
			return r.then
		}
	}
	return ""
}

// clear says in one line what could not be done, why, and how to mend it.
func clear(what string, err error) error {
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
	text := telling(lines)
	if then := remedy(text); then != "" {
		text += ": " + then
	}
	if hint != "" {
		text += " (" + hint + ")"
	}
	return fmt.Errorf("%s: %s", what, text)
}

// telling joins the last lines that report a failure (three at most), or the
// last three lines where none does. Memory and socket advice that PostgreSQL
// adds over several lines is left to the log.
func telling(lines []string) string {
	var grave []string
	for _, line := range lines {
		for _, word := range []string{"FATAL:", "PANIC:", "ERROR:", "error:"} {
			if strings.Contains(line, word) {
				grave = append(grave, line)
				break
			}
		}
	}
	if len(grave) == 0 {
		grave = lines
	}
	if len(grave) == 0 {
		return "it said nothing"
	}
	return strings.Join(grave[max(0, len(grave)-3):], " / ")
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
