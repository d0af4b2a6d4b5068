package pgtest

import (
	"fmt"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// BehindSilent is the address of a database with a host before its own that takes connections and
// never answers: what is left of a primary whose machine hangs.
func BehindSilent(t testing.TB, address string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") // the kernel takes connections, nobody reads
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	silent := listener.Addr().(*net.TCPAddr)
	return fmt.Sprintf("host=%s,%s port=%d,%d user=%s password=%s dbname=%s sslmode=disable", silent.IP, config.Host, silent.Port, config.Port, config.User, config.Password, config.Database)
}
