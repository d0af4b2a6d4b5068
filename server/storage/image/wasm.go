package image

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"io"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// libwebp 1.6.0, as WebAssembly: lib/webp.wasm of github.com/gen2brain/webp v0.6.0 (MIT;
// libwebp's licence is LICENSE.libwebp), compressed. That module's Go code is not used: it
// loads a library of the machine where it finds one, and the program would not be static.
//
//go:embed webp.wasm.gz
var libwebp []byte

// webpEncoder is compiled by its first use: an idle program has none of it in memory.
var webpEncoder = library{compressed: libwebp}

// library is C code that runs in a sandbox: it can reach its own memory and nothing else.
type library struct {
	compressed []byte
	inUse      sync.RWMutex // held for reading by calls
	compile    sync.Mutex
	runtime    wazero.Runtime
	compiled   wazero.CompiledModule
}

// module gives the compiled library.
func (l *library) module(ctx context.Context) (wazero.Runtime, wazero.CompiledModule, error) {
	l.compile.Lock()
	defer l.compile.Unlock()
	if l.compiled != nil {
		return l.runtime, l.compiled, nil
	}
	plain, err := gzip.NewReader(bytes.NewReader(l.compressed))
	if err != nil {
		return nil, nil, err
	}
	code, err := io.ReadAll(plain)
	if err != nil {
		return nil, nil, err
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler().WithCoreFeatures(api.CoreFeaturesV2|experimental.CoreFeaturesThreads))
	_, err = wasi_snapshot_preview1.Instantiate(ctx, runtime)
	var compiled wazero.CompiledModule
	if err == nil {
		compiled, err = runtime.CompileModule(ctx, code)
	}
	if err != nil {
		return nil, nil, errors.Join(err, runtime.Close(ctx))
	}
	l.runtime, l.compiled = runtime, compiled
	return runtime, compiled, nil
}

// close gives back the compiled code once no call runs.
func (l *library) close() error {
	l.inUse.Lock()
	defer l.inUse.Unlock()
	l.compile.Lock()
	defer l.compile.Unlock()
	if l.compiled == nil {
		return nil
	}
	runtime := l.runtime
	l.runtime, l.compiled = nil, nil
	return runtime.Close(context.Background())
}

// encode calls the library's function "encode" with pixels and its other arguments, in an
// instance of its own with at most memory bytes.
func (l *library) encode(memory int64, p *image.NRGBA, arguments ...uint64) (encoded []byte, err error) {
	l.inUse.RLock()
	defer l.inUse.RUnlock()
	ctx := context.Background()
	runtime, compiled, err := l.module(ctx)
	if err != nil {
		return nil, fmt.Errorf("compile the encoder: %w", err)
	}
	limited := experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory {
		return &linearMemory{make([]byte, memory)}
	}))
	instance, err := runtime.InstantiateModule(limited, compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return nil, fmt.Errorf("start the encoder: %w", err)
	}
	defer func() { err = errors.Join(err, instance.Close(ctx)) }()
	malloc := func(size uint64) (uint32, error) {
		result, err := instance.ExportedFunction("malloc").Call(ctx, size)
		if err != nil || result[0] == 0 {
			return 0, errors.Join(errors.New("the encoder has too little memory"), err)
		}
		return uint32(result[0]), nil // #nosec G115 -- an address of 32 bits
	}
	pixels, err := malloc(uint64(len(p.Pix)))
	if err != nil {
		return nil, err
	}
	size, err := malloc(8)
	if err != nil {
		return nil, err
	}
	if !instance.Memory().Write(pixels, p.Pix) {
		return nil, errors.New("the encoder's memory is too small")
	}
	width, height := uint64(p.Rect.Dx()), uint64(p.Rect.Dy()) // #nosec G115 -- not negative
	arguments = append([]uint64{uint64(pixels), width, height, uint64(size)}, arguments...)
	result, err := instance.ExportedFunction("encode").Call(ctx, arguments...)
	if err != nil {
		return nil, err
	}
	length, ok := instance.Memory().ReadUint32Le(size)
	if !ok || length == 0 {
		return nil, errors.New("the encoder has failed")
	}
	found, ok := instance.Memory().Read(uint32(result[0]), length) // #nosec G115 -- an address of 32 bits
	if !ok {
		return nil, errors.New("the encoder's result is not in its memory")
	}
	return bytes.Clone(found), nil
}

// linearMemory is an instance's memory, allocated once, since growing it would copy it.
type linearMemory struct{ all []byte }

// Reallocate gives no more than there is.
func (l *linearMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(l.all)) {
		return nil
	}
	return l.all[:size:size]
}

// Free leaves the memory to the garbage collector.
func (l *linearMemory) Free() { l.all = nil }
