package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Cases of downloads and pictures.
const (
	download64K   = "download of 64 KiB"
	download1M    = "download of 1 MiB"
	download16M   = "download of 16 MiB"
	downloadPaced = "downloads of 64 KiB, 100/s"
	// besideEmptying ends the name of the scenario of downloads while a bucket is emptied.
	besideEmptying = " beside"
	emptying       = "emptying a bucket of 200,000, with 100 downloads/s"
	renderOne      = "12 megapixels to WebP of 1,200 px"
	renderMany     = "the same by 16 clients, and AVIF later"
)

// downloads are the sizes, in bytes.
var downloads = map[string]int{download64K: 64 << 10, download1M: 1 << 20, download16M: 16 << 20, downloadPaced: 64 << 10}

func downloadName(size int) string { return strconv.Itoa(size>>10) + "KiB.png" }

const (
	photographName = "photograph.jpg"
	// listing is how many clients list at the same time.
	listing = 2
	// pacedRate is the downloads per second while a bucket is emptied, and of pacedClients.
	pacedRate    = 100
	pacedClients = 4
	emptiedFull  = 200_000
	renderers    = 16
)

// storageBench measures files.
type storageBench struct {
	*bench
	files *storageEnvironment
	idle  float64 // MB that the program has resident before pictures
}

// storageGoals are those of the issue. Where a figure is no ratio it is the median of the rounds.
func (b *storageBench) goals() []goal {
	ratio := func(title string, reached float64) goal {
		return goal{name: title, unit: "of http.FileServer's", of: speed(title, fileServer), must: reached, goal: math.NaN()}
	}
	of := func(title, unit string, figure func(run) float64, most float64) goal {
		return goal{name: title, unit: unit, of: func(b *bench) float64 { return b.median(title, ours, figure) }, must: most, goal: math.NaN(), below: true}
	}
	late := func(r run) float64 { return r.p99 }
	memory := func(r run) float64 { return r.memory }
	all := []goal{
		ratio(download1M, 0.8), ratio(download64K, math.NaN()), ratio(download16M, math.NaN()),
		of(uploadMany, "MB", memory, 100), of(uploadPut, "MB", memory, 100), of(uploadChunks, "MB", memory, 100),
	}
	for _, title := range []string{listFirst, listWalk, listLast, listFolder, listFolders, listOffset} {
		all = append(all, of(title, "ms, p99", late, 15))
	}
	return append(
		all,
		of(emptying, "MB", memory, math.NaN()), of(emptying, "ms, p99 of the downloads", late, math.NaN()),
		of(renderOne, "ms of a processor", func(r run) float64 { return r.server / 1000 }, 600),
		of(renderMany, "MB more than before", func(r run) float64 { return r.memory - b.idle }, 400),
	)
}

// runStorage measures everything that was asked for of files.
func (o options) runStorage(ctx context.Context, out io.Writer) error {
	b, err := o.storage(ctx, out)
	if err != nil {
		return err
	}
	now := time.Now()
	var text strings.Builder
	b.table(&text, b.aboutStorage(now), b.goals(), []string{ours, before, fileServer})
	_, _ = fmt.Fprint(out, "\n", text.String())
	if o.filter != "" || o.rounds < 3 {
		return nil
	}
	path, err := saveAs(filepath.Join(o.root, "server", "bench", "results"), now.Format(time.DateOnly)+"-storage.md", text.String())
	_, _ = fmt.Fprintln(out, "\nkept in", path)
	return err
}

// storage makes the measurements, and leaves nothing running. What takes much memory comes
// last: the program gives it back late.
func (o options) storage(ctx context.Context, out io.Writer) (_ *storageBench, err error) {
	e, err := newStorageEnvironment(ctx, o, out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	b := &storageBench{files: e, bench: &bench{
		environment: e.environment, span: o.span, rounds: o.rounds, repeats: o.repeats, commit: commit(ctx, o.root), out: out, runs: map[string]map[string][]run{},
	}}
	for _, prepare := range []func(context.Context) error{b.runUploads, b.runDownloads, b.runLists, b.runEmptying, b.runPictures} {
		if err := prepare(ctx); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// asked reports whether a case was asked for.
func (b *storageBench) asked(title string) bool { return strings.Contains(title, b.files.o.filter) }

// compare has systems do a scenario in rounds.
func (b *storageBench) compare(ctx context.Context, c comparison) error {
	if !b.asked(c.title) {
		return nil
	}
	c.scenario = &scenario{name: c.title}
	systems := c.systems
	c.systems = nil
	for _, name := range append(systems, before, ours) {
		if b.files.servers[name] != "" {
			c.systems = append(c.systems, name)
		}
	}
	b.titles = append(b.titles, c.title)
	return b.rounded(ctx, c)
}

// once measures what the program does once: operations of it in the place of requests.
func (b *storageBench) once(ctx context.Context, title string, do func(context.Context) (outcome, error)) error {
	if !b.asked(title) {
		return nil
	}
	meter, err := b.meter(b.systems[ours])
	if err != nil {
		return err
	}
	o, err := do(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	r, err := meter.read(o)
	if err != nil {
		return err
	}
	b.titles = append(b.titles, title)
	b.keep(title, ours, r)
	_, _ = fmt.Fprintf(b.out, "%-48s %9.0f/s  p50 %7.2f  p99 %7.2f ms  CPU %6.0f + %6.0f µs  %4.0f MB  others %2.0f %%\n",
		title, r.rps, r.p50, r.p99, r.server, r.postgres, r.memory, 100*r.others)
	return nil
}

func (b *storageBench) runUploads(ctx context.Context) error {
	return errors.Join(b.once(ctx, uploadMany, b.files.uploadsOfFiles), b.once(ctx, uploadPut, b.files.uploadLarge), b.once(ctx, uploadChunks, b.files.uploadResumable))
}

func (b *storageBench) runDownloads(ctx context.Context) error {
	for _, title := range []string{download64K, download1M, download16M} {
		if !b.asked(title) && title != download64K { // what is downloaded beside others, too
			continue
		}
		content, err := newGenerated(rand.NewChaCha8([32]byte{2}), 0, int64(downloads[title]))
		if err != nil {
			return err
		}
		whole, _ := io.ReadAll(content) // of memory: it cannot fail
		name := downloadName(downloads[title])
		if err := errors.Join(os.WriteFile(filepath.Join(b.files.served, name), whole, 0o600), b.files.upload(ctx, publicBucket, name, "image/png", whole)); err != nil {
			return err
		}
		for _, server := range []string{ours, fileServer} {
			if err := b.sameBytes(ctx, server, name, whole); err != nil {
				return err
			}
		}
		if err := b.compare(ctx, comparison{title: title, clients: connections, systems: []string{fileServer}}); err != nil {
			return err
		}
	}
	return b.compare(ctx, comparison{title: downloadPaced, clients: pacedClients, rate: pacedRate})
}

// sameBytes refuses a server that does not give the bytes.
func (b *storageBench) sameBytes(ctx context.Context, server, name string, want []byte) error {
	target := "/object/public/" + publicBucket + "/" + name
	if server == fileServer {
		target = "http://" + b.files.servers[server] + "/" + name
	}
	_, got, err := b.files.send(ctx, server, "GET", target, nil, 0)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("%s gives other bytes of %s", server, name)
	}
	return err
}

func (b *storageBench) runLists(ctx context.Context) error {
	filled := false
	for _, title := range []string{listFirst, listWalk, listLast, listFolder, listFolders, listOffset} {
		if b.asked(title) && !filled {
			if err := b.files.fillLists(ctx); err != nil {
				return err
			}
			filled = true
		}
		if err := b.compare(ctx, comparison{title: title, clients: listing}); err != nil {
			return err
		}
	}
	return nil
}

func (b *storageBench) runEmptying(ctx context.Context) error {
	if !b.asked(emptying) {
		return nil
	}
	n := max(int(emptiedFull*b.files.o.scale), 2000)
	_, err := b.files.admin.Exec(ctx, fmt.Sprintf(`with f as (
			insert into toubkal_storage.files (version, state, bucket_id, size) select gen_random_uuid()::text, 'live', '%[1]s', 1000 from generate_series(1, %[2]d) returning version
		) insert into storage.objects (bucket_id, name, version, metadata) select '%[1]s', 'folder/' || version, version, '{"size": 1000, "mimetype": "image/png"}' from f`, emptiedBucket, n))
	if err != nil {
		return fmt.Errorf("fill the bucket that is emptied: %w", err)
	}
	if _, err := b.files.admin.Exec(ctx, "vacuum analyze storage.objects"); err != nil {
		return err
	}
	return b.once(ctx, emptying, func(ctx context.Context) (outcome, error) { return b.empty(ctx, n) })
}

// empty has the bucket of n objects emptied, and downloads files until it is. An operation is
// an object; latencies are those of the downloads.
func (b *storageBench) empty(ctx context.Context, n int) (o outcome, err error) {
	s := &scenario{name: downloadPaced + besideEmptying}
	open, err := dial(pacedClients, s, func() (client, error) { return b.files.openClient(ours, s) })
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, open.close()) }()
	during, stop := context.WithCancel(ctx)
	defer stop()
	began := time.Now()
	if _, _, err := b.files.send(ctx, ours, "POST", "/bucket/"+emptiedBucket+"/empty", nil, 0); err != nil {
		return o, err
	}
	emptied := make(chan error, 1)
	go func() {
		defer stop()
		emptied <- b.untilEmpty(ctx)
	}()
	o, err = open.drive(during, load{rate: pacedRate, time: time.Hour})
	if errors.Is(err, context.Canceled) {
		err = nil // by stop
	}
	o.requests, o.took = n, time.Since(began)
	stop()
	return o, errors.Join(err, <-emptied)
}

// untilEmpty waits until the bucket that is emptied is empty.
func (b *storageBench) untilEmpty(ctx context.Context) error {
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		var left bool
		err := b.files.admin.QueryRow(ctx, `select exists (select from storage.objects where bucket_id = '`+emptiedBucket+`')`).Scan(&left)
		if err != nil || !left {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (b *storageBench) runPictures(ctx context.Context) error {
	if !b.asked(renderOne) && !b.asked(renderMany) {
		return nil
	}
	photograph, width := bytes.Buffer{}, b.files.rendered()
	if err := jpeg.Encode(&photograph, picture(width*10/3, width*5/2), &jpeg.Options{Quality: 90}); err != nil {
		return err
	}
	if err := b.files.upload(ctx, publicBucket, photographName, "image/jpeg", photograph.Bytes()); err != nil {
		return err
	}
	if err := b.compare(ctx, comparison{title: renderOne, clients: 1}); err != nil {
		return err
	}
	var err error
	if b.idle, err = b.systems[ours].server.resident(); err != nil {
		return err
	}
	return b.once(ctx, renderMany, b.renderTogether)
}

// rendered is the width of renderings, in pixels; the picture is 10/3 as wide.
func (e *storageEnvironment) rendered() int { return max(int(1200*math.Sqrt(e.o.scale)), 60) }

// renderTogether has many clients ask for renderings, and waits for the first AVIF, whose
// encoder takes the most memory.
func (b *storageBench) renderTogether(ctx context.Context) (o outcome, err error) {
	s := &scenario{name: renderMany}
	open, err := dial(max(int(renderers*b.files.o.scale), 2), s, func() (client, error) { return b.files.openClient(ours, s) })
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, open.close()) }()
	avif := "/render/image/public/" + publicBucket + "/" + photographName + "?format=avif&width=" + strconv.Itoa(b.files.rendered()/2)
	if _, _, err := b.files.send(ctx, ours, "GET", avif, nil, 0); err != nil {
		return o, err
	}
	if o, err = open.drive(ctx, load{time: b.span}); err != nil {
		return o, err
	}
	again := time.NewTicker(200 * time.Millisecond)
	defer again.Stop()
	for {
		header, _, err := b.files.send(ctx, ours, "GET", avif, nil, 0)
		if err != nil || header.Get("Content-Type") == "image/avif" {
			return o, err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return o, context.Cause(ctx)
		}
	}
}

// picture has gradients, edges and noise, like a photograph.
func picture(width, height int) image.Image {
	random := rand.New(rand.NewPCG(1, 2)) // #nosec G404 -- noise
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			ridge := height/2 + (x*7/5)%(height/4+1) - (x/3)%(height/5+1)
			noise := byte(random.IntN(12))
			c := color.NRGBA{byte(90 + y*100/height), byte(140 + y*80/height), 230, 255}
			if y > ridge {
				c = color.NRGBA{byte(60+x*90/width) + noise, byte(70+y*60/height) + noise, 50 + noise, 255}
			}
			p.SetNRGBA(x, y, c)
		}
	}
	return p
}

func (b *storageBench) aboutStorage(now time.Time) string {
	return fmt.Sprintf(
		"# Files, %s\n\nCommit %s; %s. %d rounds of %v, HTTP over loopback; bytes in a folder, with fsync.\n"+
			"`%s` is http.FileServer with the same bytes, in a process of its own. Downloads by %d clients, lists of 100 among 1,000,000\n"+
			"objects as a signed-in user by %d. A request of an upload is a file, of 5 GiB a MiB; of emptying it is an object, and the\n"+
			"latencies are those of the downloads beside it.%s",
		now.Format(time.DateOnly), b.commit, b.machine(), b.rounds, b.span, fileServer, connections, listing, b.noise(),
	)
}
