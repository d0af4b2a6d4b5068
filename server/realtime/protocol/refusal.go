package protocol

// Refusal is why a join fails, in Supabase's words
// (https://supabase.com/docs/guides/realtime/error_codes).
type Refusal struct{ Code, Text string }

// NewRefusal makes a Refusal.
func NewRefusal(code, text string) *Refusal { return &Refusal{code, text} }

// Error is what the client is told.
func (r *Refusal) Error() string { return r.Code + ": " + r.Text }
