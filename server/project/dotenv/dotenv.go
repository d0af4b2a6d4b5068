// Package dotenv reads files of lines NAME=value. It refuses what is no such file, in a message
// without its content.
package dotenv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/joho/godotenv"
)

// Read gives the variables of a file; none where there is no file. Errors call the file name.
func Read(file, name string) (map[string]string, error) {
	text, err := os.ReadFile(file) // #nosec G304 -- the operator's or the project's
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	values, err := godotenv.UnmarshalBytes(text)
	if err != nil { // the error may repeat a secret
		return nil, fmt.Errorf("%s: not lines of NAME=value; look for a quote that is not closed", name)
	}
	return values, nil
}
