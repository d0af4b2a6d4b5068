package wire

// Refusal is why a join fails, in Supabase's words
// (https://supabase.com/docs/guides/realtime/error_codes).
type Refusal struct{ Code, Text string }

// Refuse makes a Refusal.
func Refuse(code, text string) *Refusal { return &Refusal{code, text} }

// Error is what the client is told.
func (r *Refusal) Error() string { return r.Code + ": " + r.Text }

// Refusals that more than one part knows.
var (
	ErrUnreadable   = Refuse("MalformedJWT", "The token provided is not a valid JWT")
	ErrForged       = Refuse("JwtSignatureError", "Failed to validate JWT signature")
	ErrIncomplete   = Refuse("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
	ErrTopicMissing = Refuse("TopicNameRequired", "You must provide a topic name")
	ErrTopicLong    = Refuse("TopicNameTooLong", "A topic may have 1000 bytes")
	ErrJoinLarge    = Refuse("JoinTooLarge", "A join may ask for 256 kB")
	ErrChannels     = Refuse("ChannelRateLimitReached", "Too many channels")
	ErrJoins        = Refuse("ClientJoinRateLimitReached", "Too many joins per second")
	ErrAway         = Refuse("UnableToConnectToProject", "Realtime was unable to connect to the project database")
	ErrRestarting   = Refuse("RealtimeRestarting", "Realtime is restarting, please standby")
)

// UnknownError is all that a client learns of what is not its business.
const UnknownError = "Unknown Error on Channel"
