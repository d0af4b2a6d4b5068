package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// routesFile is written by the client's build from its own router, so that the
// list of pages is kept in one place.
const routesFile = "routes.json"

// routes are the patterns of the client's pages; a segment that starts with a
// colon stands for any one segment: /blog/:slug.
type routes struct {
	Public []string `json:"public"`
	Admin  []string `json:"admin"`
}

func readRoutes(files fs.FS) (routes, error) {
	var all routes
	text, err := fs.ReadFile(files, routesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return all, ErrNotBuilt
	}
	if err != nil {
		return all, fmt.Errorf("read %s: %w", routesFile, err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return all, fmt.Errorf("read %s: %w", routesFile, err)
	}
	return all, nil
}

func (routes) match(patterns []string, urlPath string) bool {
	given := segments(urlPath)
	for _, pattern := range patterns {
		if fits(segments(pattern), given) {
			return true
		}
	}
	return false
}

func fits(pattern, given []string) bool {
	if len(pattern) != len(given) {
		return false
	}
	for i, segment := range pattern {
		if !strings.HasPrefix(segment, ":") && segment != given[i] {
			return false
		}
	}
	return true
}

// segments ignores a slash at the end, as the client's router does.
func segments(p string) []string {
	return strings.Split(strings.Trim(p, "/"), "/")
}
