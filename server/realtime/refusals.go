package realtime

import "github.com/toubkal/toubkal/server/realtime/protocol"

// Refusals that more than one part knows.
var (
	errUnreadable    = protocol.NewRefusal("MalformedJWT", "The token provided is not a valid JWT")
	errForged        = protocol.NewRefusal("JwtSignatureError", "Failed to validate JWT signature")
	errIncomplete    = protocol.NewRefusal("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
	errTopicMissing  = protocol.NewRefusal("TopicNameRequired", "You must provide a topic name")
	errTopicLong     = protocol.NewRefusal("TopicNameTooLong", "A topic may have 1000 bytes")
	errJoinLarge     = protocol.NewRefusal("JoinTooLarge", "A join may ask for 256 kB")
	errChannels      = protocol.NewRefusal("ChannelRateLimitReached", "Too many channels")
	errJoins         = protocol.NewRefusal("ClientJoinRateLimitReached", "Too many joins per second")
	errCannotConnect = protocol.NewRefusal("UnableToConnectToProject", "Realtime was unable to connect to the project database")
	errRestarting    = protocol.NewRefusal("RealtimeRestarting", "Realtime is restarting, please standby")
)

// unknownError is all that a client learns of what is not its business.
const unknownError = "Unknown Error on Channel"
