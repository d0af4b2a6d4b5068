package tests

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Clients that send or read a file and stop hold no connection to PostgreSQL: six times as
// many of them as there are connections keep nobody else from files.
func TestSlowFilesDelayNobody(t *testing.T) {
	t.Parallel()
	const slow = 18 // of each kind
	s := bootStorage(t)
	service := s.ServiceKey(t)
	large := strings.Repeat("0123456789abcdef", 1<<20) // more than any buffer holds
	for _, bucket := range []string{"photos", "papers"} {
		if status, answer := askStorage(t, s, service, "POST", "/storage/v1/object/"+bucket+"/large", large); status != http.StatusOK {
			t.Fatalf("upload: %d %s", status, answer)
		}
	}
	open := func(wire string) net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.WriteString(conn, wire); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	headers := "Host: x\r\n" + strings.Join(s.Headers(service), "\r\n") + "\r\n"
	for i := range slow {
		open(fmt.Sprintf("POST /storage/v1/object/papers/slow%d HTTP/1.1\r\n%sContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n%s", i, headers, large[:1000]))
	}
	for begun := 0; begun < slow; { // each has passed the policies: no download below waits for them, nor they for it
		if err := s.DB.Admin.QueryRow(t.Context(), `select count(*) from toubkal_storage.files where state = 'pending'`).Scan(&begun); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"public/photos", "authenticated/papers"} {
		for range slow {
			conn := open("GET /storage/v1/object/" + path + "/large HTTP/1.1\r\n" + headers + "\r\n")
			if line, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
				t.Fatalf("a slow download: %q, %v", line, err)
			}
		}
	}
	for busy := 1; busy > 0; { // they end what they did, and wait in no transaction
		err := s.DB.Admin.QueryRow(t.Context(), `select count(*) from pg_stat_activity
			where datname = current_database() and usename = 'supabase_storage_admin' and state <> 'idle'`).Scan(&busy)
		if err != nil {
			t.Fatal(err)
		}
	}
	lina := s.CreateUser(t, "lina@example.org", "secret6").AccessToken
	if status, answer := askStorage(t, s, lina, "POST", "/storage/v1/object/papers/hers", "hers"); status != http.StatusOK {
		t.Errorf("upload of another: %d %s", status, answer)
	}
	if status, answer := askStorage(t, s, lina, "GET", "/storage/v1/object/authenticated/papers/hers", ""); status != http.StatusOK || answer != "hers" {
		t.Errorf("download of another: %d %s", status, answer)
	}
	if got := s.Send(t, "GET", "/storage/v1/object/public/photos/large", ""); got.Status != http.StatusOK || len(got.Body) != len(large) {
		t.Errorf("public download of another: %d, %d bytes", got.Status, len(got.Body))
	}
}
