package rls

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// MaxReplay is the most messages that are replayed at once, and how many are
// where no limit is said.
const MaxReplay = 25

// Message is one that was sent from SQL.
type Message struct {
	ID    string
	Event string
	// Payload is JSON, or bytes where Binary.
	Payload []byte
	Binary  bool
}

// replaySQL finds the newest. The clock may have stood still for two of them: the
// one that lies further behind came later, within a partition.
const replaySQL = `select id, coalesce(event, ''), payload, binary_payload from realtime.messages
	where topic = $1 and extension = 'broadcast' and private and inserted_at >= $2::timestamp
	order by inserted_at desc, ctid desc limit $3::int`

// Replay gives the newest messages of a private channel since an instant, at most
// limit, oldest first, as far as the caller may read them. limit is bounded by
// MaxReplay, which 0 and less stand for.
func (s *Channels) Replay(ctx context.Context, who Caller, topic string, since time.Time, limit int) ([]Message, error) {
	if !(channelQuery{caller: keyOf(who), topic: topic, want: ChannelRights{Broadcast: true}}).isText() {
		return nil, nil
	}
	if limit <= 0 || limit > MaxReplay {
		limit = MaxReplay
	}
	session := db.Session{Claims: who.Claims, ReadOnly: true, Wait: s.Timeout, Settings: s.settings(who, topic)}
	results, err := s.Callers.Script(ctx, session, db.Step{Statement: db.Statement{SQL: replaySQL, Args: [][]byte{
		[]byte(topic), []byte(since.UTC().Format("2006-01-02 15:04:05.999999")), strconv.AppendInt(nil, int64(limit), 10),
	}}})
	if err != nil {
		return nil, fmt.Errorf("replay the messages of a channel: %w", err)
	}
	return readMessages(results[0].Rows)
}

// settings are what realtime.check_channel_access shows to policies beside role and claims.
func (s *Channels) settings(who Caller, topic string) []db.Setting {
	return []db.Setting{
		{Name: "search_path", Value: s.path},
		{Name: "realtime.topic", Value: topic},
		{Name: "request.headers", Value: who.headers()},
		{Name: "request.jwt.claim.role", Value: who.Claims.Role},
		{Name: "request.jwt.claim.sub", Value: who.Claims.Subject},
	}
}

// readMessages turns rows into messages, the last one first.
func readMessages(rows [][][]byte) ([]Message, error) {
	found := make([]Message, 0, len(rows))
	for _, row := range slices.Backward(rows) {
		m := Message{ID: string(row[0]), Event: string(row[1]), Payload: row[2]}
		if row[3] != nil {
			text, ok := strings.CutPrefix(string(row[3]), `\x`)
			bytes, err := hex.DecodeString(text)
			if err != nil || !ok {
				return nil, fmt.Errorf("replay message %s: its bytes are not in hex", m.ID)
			}
			m.Payload, m.Binary = bytes, true
		}
		if m.Payload == nil {
			m.Payload = []byte("{}") // clients take no null
		}
		found = append(found, m)
	}
	return found, nil
}
