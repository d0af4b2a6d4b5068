// Package documents prints what the site says today: the media kit, the speaker
// sheet and the sponsor deck as PDFs in three languages, the pictures that show
// a page elsewhere, and receipts. Documents are set from the tables at the
// time of asking, kept while nothing has changed, and printed one at a time. It
// refuses addresses that are no document of ours.
package documents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
)

// Options say what is printed from.
type Options struct {
	// Files is the client's dist folder, of which print/ is read.
	Files fs.FS
	// Rows asks the table API as a visitor does: "expeditions?select=slug".
	Rows func(ctx context.Context, request string) ([]byte, error)
	// SiteURL is the public address, without a slash at the end.
	SiteURL string
	// Log takes what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
}

// Press prints. Its fonts serve one document at a time.
type Press struct {
	files   fs.FS
	rows    func(context.Context, string) ([]byte, error)
	site    string
	log     *slog.Logger
	words   map[string]words
	massifs map[string]massif

	mu    sync.Mutex // held while printing
	fonts stacks
	kept  *shelf
	// watch stands between a document and its pages, in tests; nil is nobody.
	watch func(on surface, width, height float64) surface
}

// ErrNotBuilt means that the program was compiled without the client, whose
// build brings fonts, words and mountains.
var ErrNotBuilt = errors.New("there is nothing to print with: the client is not built")

// New reads fonts, words and mountains; ErrNotBuilt if they are missing.
func New(o Options) (*Press, error) {
	p := &Press{files: o.Files, rows: o.Rows, site: o.SiteURL, log: o.Log, kept: newShelf()}
	if p.log == nil {
		p.log = slog.Default()
	}
	if _, err := fs.Stat(o.Files, "print/fonts"); err != nil {
		return nil, ErrNotBuilt
	}
	var failed [3]error
	p.fonts, failed[0] = loadFonts(o.Files)
	p.words, failed[1] = readWords(o.Files)
	p.massifs, failed[2] = readMassifs(o.Files)
	if err := errors.Join(failed[:]...); err != nil {
		return nil, fmt.Errorf("prepare to print: %w", err)
	}
	return p, nil
}

// printer sets a whole document.
type printer func(p *Press, c *content) *document

// documents are those that can be downloaded.
var documents = map[string]printer{
	"media-kit": (*Press).mediaKit, "speaker-sheet": (*Press).speakerSheet, "sponsor-deck": (*Press).sponsorDeck,
}

// document prints one document, or takes it from the shelf where nothing has
// changed since.
func (p *Press) document(ctx context.Context, name, language string) (paper, error) {
	c, err := p.read(ctx, language)
	if err != nil {
		return paper{}, err
	}
	return p.kept.get(name+"."+language, c.version, &p.mu, func() ([]byte, error) {
		return documents[name](p, c).pdf.Bytes()
	})
}
