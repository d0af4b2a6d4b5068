// Package documents renders the media kit, the speaker sheet, the sponsor deck
// and receipts as PDFs in three languages, and the link preview images of pages
// as PNGs. The content comes from the tables when a request arrives. A rendering
// is cached until a row changes; one is made at a time. It refuses addresses
// that name no document and no page.
package documents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
)

// Options are what a Renderer reads from.
type Options struct {
	// Files is the client's dist folder, of which print/ is read.
	Files fs.FS
	// Rows asks the table API as anon does: "expeditions?select=slug".
	Rows func(ctx context.Context, request string) ([]byte, error)
	// SiteURL is the public address, without a slash at the end.
	SiteURL string
	// Log takes what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
}

// Renderer renders documents and preview images. Fonts are not safe for
// concurrent use, so it renders one at a time.
type Renderer struct {
	files    fs.FS
	rows     func(context.Context, string) ([]byte, error)
	site     string
	log      *slog.Logger
	messages map[string]messages
	cache    cache
	lastRows sync.Map // the last answer to each of sources

	mu sync.Mutex // held while rendering
	// Nil until the first rendering (prepare): they take 3 MB.
	fonts     fontStacks
	mountains map[string]mountain
	// wrapSurface replaces the surface of each page, in tests; may be nil.
	wrapSurface func(on surface, width, height float64) surface
}

// ErrNotBuilt means that the program was compiled without the client, whose
// build contains fonts, messages and mountains.
var ErrNotBuilt = errors.New("documents need the fonts of the client, which is not built")

// New reads the messages; ErrNotBuilt if the client's build is missing.
func New(o Options) (*Renderer, error) {
	p := &Renderer{files: o.Files, rows: o.Rows, site: o.SiteURL, log: o.Log, cache: newCache()}
	if p.log == nil {
		p.log = slog.Default()
	}
	if _, err := fs.Stat(o.Files, "print/fonts"); err != nil {
		return nil, ErrNotBuilt
	}
	var err error
	if p.messages, err = readMessages(o.Files); err != nil {
		return nil, fmt.Errorf("read the messages of documents: %w", err)
	}
	return p, nil
}

// prepare reads fonts and mountains where that was not done yet. mu is held.
func (p *Renderer) prepare() error {
	if p.fonts != nil {
		return nil
	}
	mountains, err := readMountains(p.files)
	if err != nil {
		return fmt.Errorf("read the mountains of documents: %w", err)
	}
	fonts, err := loadFonts(p.files)
	if err != nil {
		return fmt.Errorf("read the fonts of documents: %w", err)
	}
	p.fonts, p.mountains = fonts, mountains
	return nil
}

// layoutFunc lays out a whole document.
type layoutFunc func(p *Renderer, c *content) *document

// documents are the downloads, by name.
var documents = map[string]layoutFunc{
	"media-kit": (*Renderer).mediaKit, "speaker-sheet": (*Renderer).speakerSheet, "sponsor-deck": (*Renderer).sponsorDeck,
}

// document renders a download, or takes it from the cache if its content has not
// changed.
func (p *Renderer) document(ctx context.Context, name, language string) (rendered, error) {
	c, err := p.load(ctx, language)
	if err != nil {
		return rendered{}, err
	}
	return p.cache.get(name+"."+language, c.version, &p.mu, func() ([]byte, error) {
		if err := p.prepare(); err != nil {
			return nil, err
		}
		return documents[name](p, c).pdf.Bytes()
	})
}
