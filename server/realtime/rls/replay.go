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

// MaxReplay bounds the messages of one Replay, and is the default of its limit.
const MaxReplay = 25

// Message is a message that was sent from SQL.
type Message struct {
	ID    string
	Event string
	// Payload is JSON, or bytes where Binary.
	Payload []byte
	Binary  bool
}

// replaySQL selects the newest messages. Of two with equal times, the one with the higher
// ctid was inserted later, within a partition.
const replaySQL = `select id, coalesce(event, ''), payload, binary_payload from realtime.messages
	where topic = $1 and extension = 'broadcast' and private and inserted_at >= $2::timestamp
	order by inserted_at desc, ctid desc limit $3::int`

// Replay returns the newest messages of a private channel since a time, oldest first,
// that the caller may read: at most limit, or MaxReplay for 0 or less.
func (c *Channels) Replay(ctx context.Context, who Caller, topic string, since time.Time, limit int) ([]Message, error) {
	if !(channelQuery{caller: keyOf(who), topic: topic, want: ChannelRights{Broadcast: true}}).isText() {
		return nil, nil
	}
	if limit <= 0 || limit > MaxReplay {
		limit = MaxReplay
	}
	session := db.Session{Claims: who.Claims, ReadOnly: true, Wait: c.Timeout, Settings: c.settings(who, topic)}
	results, err := c.Callers.Script(ctx, session, db.Step{Statement: db.Statement{SQL: replaySQL, Args: [][]byte{
		[]byte(topic), []byte(since.UTC().Format("2006-01-02 15:04:05.999999")), strconv.AppendInt(nil, int64(limit), 10),
	}}})
	if err != nil {
		return nil, fmt.Errorf("replay the messages of a channel: %w", err)
	}
	return readMessages(results[0].Rows)
}

// settings are the settings of realtime.check_channel_access, besides role and claims.
func (c *Channels) settings(who Caller, topic string) []db.Setting {
	return []db.Setting{
		{Name: "search_path", Value: c.path},
		{Name: "realtime.topic", Value: topic},
		{Name: "request.headers", Value: who.headers()},
		{Name: "request.jwt.claim.role", Value: who.Claims.Role},
		{Name: "request.jwt.claim.sub", Value: who.Claims.Subject},
	}
}

// readMessages reads rows into messages, in reverse order.
func readMessages(rows [][][]byte) ([]Message, error) {
	found := make([]Message, 0, len(rows))
	for _, row := range slices.Backward(rows) {
		m := Message{ID: string(row[0]), Event: string(row[1]), Payload: row[2]}
		if row[3] != nil {
			text, ok := strings.CutPrefix(string(row[3]), `\x`)
			bytes, err := hex.DecodeString(text)
			if err != nil || !ok {
				return nil, fmt.Errorf("replay message %s: its bytes are not hexadecimal", m.ID)
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
