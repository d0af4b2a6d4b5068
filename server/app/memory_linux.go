package app

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// unmapProgram takes the pages of the program's file out of the page tables. They stay in
// the page cache and come back as they are used, so that what only the start or a burst has
// run and read counts no longer as memory of this process. Mappings that can be written to
// are left alone, since their changes would be lost.
func unmapProgram() error {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return fmt.Errorf("find the program's file: %w", err)
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return fmt.Errorf("read the mappings: %w", err)
	}
	defer func() { _ = maps.Close() }()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		// begin-end rights offset device inode file (proc_pid_maps(5))
		fields := strings.SplitN(lines.Text(), " ", 6)
		if len(fields) < 6 || strings.TrimSpace(fields[5]) != program || strings.Contains(fields[1], "w") {
			continue
		}
		from, to, _ := strings.Cut(fields[0], "-")
		begin, wrong := strconv.ParseUint(from, 16, 64)
		end, wrongToo := strconv.ParseUint(to, 16, 64)
		if wrong != nil || wrongToo != nil {
			continue
		}
		// #nosec G103 -- a mapping that the kernel has named, which the program never unmaps
		pages := unsafe.Slice(*(**byte)(unsafe.Pointer(&begin)), end-begin)
		if err := syscall.Madvise(pages, syscall.MADV_DONTNEED); err != nil {
			return fmt.Errorf("unmap the program: %w", err)
		}
	}
	return nil
}
