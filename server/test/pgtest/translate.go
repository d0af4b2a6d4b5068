package pgtest

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgproto3"
)

// DialFrench is a dialer for db.Options.Dial: the server behind it answers as
// one with lc_messages=fr_FR does. The embedded PostgreSQL has no translations,
// so each error is translated on its way. Its code, routine, position and names
// of objects are kept, as PostgreSQL keeps them.
func DialFrench(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &frenchConn{Conn: conn, in: bufio.NewReaderSize(conn, 1<<16)}, nil
}

type frenchConn struct {
	net.Conn
	in   *bufio.Reader
	rest int    // bytes of the current message that are passed on as they are
	out  []byte // of a translated message
}

// headerSize is a message's type and its length, which counts itself.
const headerSize = 1 + 4

// Read passes messages on.
func (f *frenchConn) Read(b []byte) (int, error) {
	if len(f.out) == 0 && f.rest == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	if len(f.out) > 0 {
		n := copy(b, f.out)
		f.out = f.out[n:]
		return n, nil
	}
	n, err := f.in.Read(b[:min(len(b), f.rest)])
	f.rest -= n
	return n, err
}

func (f *frenchConn) next() error {
	header, err := f.in.Peek(headerSize)
	if err != nil {
		return err
	}
	size := 1 + int(binary.BigEndian.Uint32(header[1:]))
	if header[0] != 'E' {
		f.rest = size
		return nil
	}
	message := make([]byte, size)
	if _, err := io.ReadFull(f.in, message); err != nil {
		return err
	}
	var refusal pgproto3.ErrorResponse
	if err := refusal.Decode(message[headerSize:]); err != nil {
		return err
	}
	if refusal.Routine != "exec_stmt_raise" { // what SQL raises is not translated
		translate(&refusal)
	}
	f.out, err = refusal.Encode(nil)
	return err
}

func translate(refusal *pgproto3.ErrorResponse) {
	refusal.Severity = "ERREUR"
	for _, text := range []*string{&refusal.Message, &refusal.Detail, &refusal.Hint, &refusal.Where} {
		if *text != "" {
			*text = "en français"
		}
	}
}
