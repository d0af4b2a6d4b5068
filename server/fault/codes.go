package fault

import "net/http"

// Codes of the program itself, and those of the table API, which are
// PostgREST's own (https://postgrest.org/en/stable/references/errors.html):
// 0xx the connection, 1xx the request, 2xx the schema, 3xx the token.
const (
	Internal    = "internal"
	NotFound    = "not_found"
	BadMethod   = "method_not_allowed"
	TooLarge    = "request_entity_too_large"
	TooMany     = "over_request_rate_limit"
	Timeout     = "request_timeout"
	Unavailable = "unavailable"
	// PreconditionFailed is an If-Match or If-None-Match that does not hold.
	PreconditionFailed = "precondition_failed"
	// BadBatch is a batch of requests that is none.
	BadBatch = "bad_batch"
	// AnswerTooLarge is an answer above the operator's bound.
	AnswerTooLarge = "answer_too_large"
	// InvalidAPIKey is an opaque key that is unknown or revoked.
	InvalidAPIKey = "invalid_api_key" // #nosec G101 -- an error code
	// SecretKeyInBrowser is a secret key that a browser sends.
	SecretKeyInBrowser = "secret_key_in_browser"

	// ConsoleSignedOut is a request to the console without a session.
	ConsoleSignedOut = "console_signed_out"
	// ConsoleSecondFactor asks for a code beside the password.
	ConsoleSecondFactor = "console_second_factor"
	// ConsoleForbidden is a caller, or a page, from elsewhere.
	ConsoleForbidden = "console_forbidden"
	// ConsoleInvalid is a request that the console cannot read.
	ConsoleInvalid = "console_invalid"
	// ConsoleConflict is a change of rows that are not there as they were shown.
	ConsoleConflict = "console_conflict"

	// ExplainForbidden is a request for an explanation without the service key.
	ExplainForbidden = "explain_forbidden"
	// ExplainInvalid is a request that cannot be explained.
	ExplainInvalid = "explain_invalid"

	RestNoConnection     = "PGRST000"
	RestConnectionLost   = "PGRST001"
	RestNoSchemaCache    = "PGRST002"
	RestPoolTimeout      = "PGRST003"
	RestBadQuery         = "PGRST100"
	RestBadRPCMethod     = "PGRST101"
	RestBadBody          = "PGRST102"
	RestBadRange         = "PGRST103"
	RestBadPut           = "PGRST105"
	RestBadSchema        = "PGRST106"
	RestBadMedia         = "PGRST107"
	RestNotEmbedded      = "PGRST108"
	RestBadHeadersGUC    = "PGRST111"
	RestBadStatusGUC     = "PGRST112"
	RestPutLimited       = "PGRST114"
	RestPutMismatch      = "PGRST115"
	RestNotSingular      = "PGRST116"
	RestBadMethod        = "PGRST117"
	RestRelatedOrder     = "PGRST118"
	RestEmbedFilter      = "PGRST120"
	RestBadRaise         = "PGRST121"
	RestBadPreference    = "PGRST122"
	RestNoAggregates     = "PGRST123"
	RestMaxAffected      = "PGRST124"
	RestBadPath          = "PGRST125"
	RestNoOpenAPI        = "PGRST126"
	RestNotImplemented   = "PGRST127"
	RestMaxAffectedRPC   = "PGRST128"
	RestNoRelationship   = "PGRST200"
	RestAmbiguousEmbed   = "PGRST201"
	RestNoFunction       = "PGRST202"
	RestAmbiguousCall    = "PGRST203"
	RestNoColumn         = "PGRST204"
	RestNoTable          = "PGRST205"
	RestNoSecret         = "PGRST300"
	RestBadToken         = "PGRST301"
	RestAnonymousRefused = "PGRST302"
	RestBadClaims        = "PGRST303"
)

// Codes of auth, which are GoTrue's own: stock clients switch on them.
const (
	AuthNoAuthorization    = "no_authorization"
	AuthBadJWT             = "bad_jwt"
	AuthNotAdmin           = "not_admin"
	AuthBadJSON            = "bad_json"
	AuthValidationFailed   = "validation_failed"
	AuthInvalidCredentials = "invalid_credentials" // #nosec G101 -- an error code
	AuthEmailNotConfirmed  = "email_not_confirmed"
	AuthUserNotFound       = "user_not_found"
	AuthUserBanned         = "user_banned"
	AuthSessionNotFound    = "session_not_found"
	AuthSessionExpired     = "session_expired"
	AuthRefreshNotFound    = "refresh_token_not_found"
	AuthRefreshUsed        = "refresh_token_already_used"
	AuthEmailExists        = "email_exists"
	AuthUserExists         = "user_already_exists"
	AuthPhoneExists        = "phone_exists"
	AuthPhoneDisabled      = "phone_provider_disabled"
	AuthWeakPassword       = "weak_password"
	AuthSamePassword       = "same_password"
	AuthSignupDisabled     = "signup_disabled"
	AuthConflict           = "conflict"
	AuthNeedsReauth        = "reauthentication_needed"
	AuthPasswordRequired   = "current_password_required"
	AuthPasswordInvalid    = "current_password_invalid"
	AuthUnexpected         = "unexpected_failure"

	AuthMailRate     = "over_email_send_rate_limit"
	AuthFlowNotFound = "flow_state_not_found"
	AuthFlowExpired  = "flow_state_expired"
	AuthBadVerifier  = "bad_code_verifier"
	AuthNonceInvalid = "reauthentication_not_valid"

	AuthPhoneNotConfirmed = "phone_not_confirmed"
	AuthSMSRate           = "over_sms_send_rate_limit"
	AuthCaptchaFailed     = "captcha_failed"
	// Hooks of the application. GoTrue has "unknown" for a rejection.
	AuthHookRejected          = "hook_rejected"
	AuthHookTimeout           = "hook_timeout"
	AuthHookTimeoutAfterRetry = "hook_timeout_after_retry"
	AuthHookTooLarge          = "hook_payload_over_size_limit"
	AuthHookContentType       = "hook_payload_invalid_content_type"
	AuthMFARejected           = "mfa_verification_rejected"

	AuthBadOAuthState       = "bad_oauth_state"
	AuthBadOAuthCallback    = "bad_oauth_callback"
	AuthFlowUsed            = "flow_state_already_used"
	AuthProviderDisabled    = "provider_disabled"
	AuthProviderUnverified  = "provider_email_needs_verification"
	AuthProviderUnavailable = "provider_unavailable" // not GoTrue's, which answers 500
	AuthEmailMissing        = "email_address_not_provided"
	AuthIdentityExists      = "identity_already_exists"
	AuthIdentityNotFound    = "identity_not_found"
	AuthSingleIdentity      = "single_identity_not_deletable"
	AuthEmailConflict       = "email_conflict_identity_not_deletable"

	AuthInsufficientAAL       = "insufficient_aal"
	AuthFactorNameConflict    = "mfa_factor_name_conflict"
	AuthFactorExists          = "mfa_verified_factor_exists"
	AuthTooManyFactors        = "too_many_enrolled_mfa_factors"
	AuthMFAAddressMismatch    = "mfa_ip_address_mismatch"
	AuthMFAChallengeExpired   = "mfa_challenge_expired"
	AuthMFAVerificationFailed = "mfa_verification_failed"
	AuthRecoveryCodesLocked   = "mfa_recovery_codes_locked"
	AuthRecoveryCodesSole     = "mfa_recovery_codes_sole_factor"
	AuthPasskeyChallenge      = "webauthn_challenge_not_found"
	AuthPasskeyExpired        = "webauthn_challenge_expired"
	AuthPasskeyFailed         = "webauthn_verification_failed"
	AuthPasskeyExists         = "webauthn_credential_exists"
	AuthTooManyPasskeys       = "too_many_passkeys"

	// Features that are switched off.
	AuthAnonymousDisabled = "anonymous_provider_disabled"
	AuthOTPDisabled       = "otp_disabled"
	AuthOTPExpired        = "otp_expired"
	AuthSAMLDisabled      = "saml_provider_disabled"
	AuthWeb3Disabled      = "web3_provider_disabled"
	AuthPasskeyDisabled   = "passkey_disabled"
	AuthLinkingDisabled   = "manual_linking_disabled"
	AuthFeatureDisabled   = "feature_disabled"
	AuthProviderNotFound  = "custom_provider_not_found"
	AuthOverQuota         = "over_quota"
	AuthFactorNotFound    = "mfa_factor_not_found"
	AuthTOTPDisabled      = "mfa_totp_enroll_not_enabled"
	AuthMFAPhoneDisabled  = "mfa_phone_enroll_not_enabled"
	AuthWebAuthnDisabled  = "mfa_webauthn_enroll_not_enabled"

	AuthTOTPVerifyDisabled     = "mfa_totp_verify_not_enabled"
	AuthMFAPhoneVerifyDisabled = "mfa_phone_verify_not_enabled"
	AuthWebAuthnVerifyDisabled = "mfa_webauthn_verify_not_enabled"
	AuthRecoveryCodesDisabled  = "mfa_recovery_codes_enroll_not_enabled"
	AuthRecoveryVerifyDisabled = "mfa_recovery_codes_verify_not_enabled"
)

// Codes of the storage API, which are those of Supabase's storage but for the quota.
const (
	StorageInternal            = "InternalError"
	StorageInvalidRequest      = "InvalidRequest"
	StorageInvalidJWT          = "InvalidJWT"
	StorageAccessDenied        = "AccessDenied"
	StorageNoSuchBucket        = "NoSuchBucket"
	StorageNoSuchKey           = "NoSuchKey"
	StorageInvalidKey          = "InvalidKey"
	StorageInvalidBucketName   = "InvalidBucketName"
	StorageInvalidMimeType     = "InvalidMimeType"
	StorageInvalidRange        = "InvalidRange"
	StorageKeyAlreadyExists    = "KeyAlreadyExists"
	StorageBucketAlreadyExists = "BucketAlreadyExists"
	StorageResourceNotEmpty    = "ResourceNotEmpty"
	StorageResourceLocked      = "ResourceLocked"
	StorageEntityTooLarge      = "EntityTooLarge"
	StorageQuotaExceeded       = "QuotaExceeded"
	StorageFeatureNotEnabled   = "FeatureNotEnabled"
	StorageNoLifecycle         = "NoSuchLifecycleConfiguration"
	StorageInvalidSignature    = "InvalidSignature"
)

// Codes of the S3 protocol beside those of the storage API; names and statuses are S3's
// (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
const (
	S3AuthorizationHeaderMalformed      = "AuthorizationHeaderMalformed"
	S3AuthorizationQueryParametersError = "AuthorizationQueryParametersError"
	S3BadDigest                         = "BadDigest"
	S3BucketNotEmpty                    = "BucketNotEmpty"
	S3ContentSHA256Mismatch             = "XAmzContentSHA256Mismatch"
	S3ExpiredToken                      = "ExpiredToken"
	S3EntityTooSmall                    = "EntityTooSmall"
	S3IncompleteBody                    = "IncompleteBody"
	S3InvalidAccessKeyID                = "InvalidAccessKeyId"
	S3InvalidArgument                   = "InvalidArgument"
	S3InvalidDigest                     = "InvalidDigest"
	S3InvalidPart                       = "InvalidPart"
	S3InvalidPartOrder                  = "InvalidPartOrder"
	S3InvalidPolicyDocument             = "InvalidPolicyDocument"
	S3InvalidToken                      = "InvalidToken"
	S3InvalidURI                        = "InvalidURI"
	S3MalformedPOSTRequest              = "MalformedPOSTRequest"
	S3MalformedTrailer                  = "MalformedTrailerError"
	S3MalformedXML                      = "MalformedXML"
	S3MethodNotAllowed                  = "MethodNotAllowed"
	S3NoSuchUpload                      = "NoSuchUpload"
	S3NotImplemented                    = "NotImplemented"
	S3OperationAborted                  = "OperationAborted"
	S3PreconditionFailed                = "PreconditionFailed"
	S3RequestTimeTooSkewed              = "RequestTimeTooSkewed"
	S3RequestTimeout                    = "RequestTimeout"
	S3ServiceUnavailable                = "ServiceUnavailable"
	S3SignatureDoesNotMatch             = "SignatureDoesNotMatch"
)

// statuses gives a code's HTTP status where it is not 400.
var statuses = map[string]int{
	Internal:    http.StatusInternalServerError,
	NotFound:    http.StatusNotFound,
	BadMethod:   http.StatusMethodNotAllowed,
	TooLarge:    http.StatusRequestEntityTooLarge,
	TooMany:     http.StatusTooManyRequests,
	Timeout:     http.StatusGatewayTimeout,
	Unavailable: http.StatusServiceUnavailable,

	InvalidAPIKey:      http.StatusUnauthorized,
	SecretKeyInBrowser: http.StatusUnauthorized,

	PreconditionFailed: http.StatusPreconditionFailed,

	ConsoleSignedOut:    http.StatusUnauthorized,
	ConsoleSecondFactor: http.StatusUnauthorized,
	ConsoleForbidden:    http.StatusForbidden,
	ConsoleConflict:     http.StatusConflict,
	ExplainForbidden:    http.StatusUnauthorized,

	RestNoConnection:     http.StatusServiceUnavailable,
	RestConnectionLost:   http.StatusServiceUnavailable,
	RestNoSchemaCache:    http.StatusServiceUnavailable,
	RestPoolTimeout:      http.StatusGatewayTimeout,
	RestBadRPCMethod:     http.StatusMethodNotAllowed,
	RestBadRange:         http.StatusRequestedRangeNotSatisfiable,
	RestBadPut:           http.StatusMethodNotAllowed,
	RestBadSchema:        http.StatusNotAcceptable,
	RestBadMedia:         http.StatusNotAcceptable,
	RestBadHeadersGUC:    http.StatusInternalServerError,
	RestBadStatusGUC:     http.StatusInternalServerError,
	RestNotSingular:      http.StatusNotAcceptable,
	RestBadMethod:        http.StatusMethodNotAllowed,
	RestBadRaise:         http.StatusInternalServerError,
	RestBadPath:          http.StatusNotFound,
	RestNoOpenAPI:        http.StatusNotFound,
	RestAmbiguousEmbed:   http.StatusMultipleChoices,
	RestNoFunction:       http.StatusNotFound,
	RestAmbiguousCall:    http.StatusMultipleChoices,
	RestNoTable:          http.StatusNotFound,
	RestNoSecret:         http.StatusInternalServerError,
	RestBadToken:         http.StatusUnauthorized,
	RestAnonymousRefused: http.StatusUnauthorized,
	RestBadClaims:        http.StatusUnauthorized,

	StorageInternal:            http.StatusInternalServerError,
	StorageAccessDenied:        http.StatusForbidden,
	StorageNoSuchBucket:        http.StatusNotFound,
	StorageNoSuchKey:           http.StatusNotFound,
	StorageNoLifecycle:         http.StatusNotFound,
	StorageInvalidMimeType:     http.StatusUnsupportedMediaType,
	StorageInvalidRange:        http.StatusRequestedRangeNotSatisfiable,
	StorageKeyAlreadyExists:    http.StatusConflict,
	StorageBucketAlreadyExists: http.StatusConflict,
	StorageResourceNotEmpty:    http.StatusConflict,
	StorageResourceLocked:      http.StatusLocked,
	StorageEntityTooLarge:      http.StatusRequestEntityTooLarge,
	StorageQuotaExceeded:       http.StatusRequestEntityTooLarge,

	S3BucketNotEmpty:        http.StatusConflict,
	S3InvalidAccessKeyID:    http.StatusForbidden,
	S3MethodNotAllowed:      http.StatusMethodNotAllowed,
	S3NoSuchUpload:          http.StatusNotFound,
	S3NotImplemented:        http.StatusNotImplemented,
	S3OperationAborted:      http.StatusConflict,
	S3PreconditionFailed:    http.StatusPreconditionFailed,
	S3RequestTimeTooSkewed:  http.StatusForbidden,
	S3ServiceUnavailable:    http.StatusServiceUnavailable,
	S3SignatureDoesNotMatch: http.StatusForbidden,

	AuthNoAuthorization: http.StatusUnauthorized,
	AuthBadJWT:          http.StatusForbidden,
	AuthNotAdmin:        http.StatusForbidden,
	AuthUserNotFound:    http.StatusNotFound,
	AuthUserBanned:      http.StatusForbidden,
	AuthSessionNotFound: http.StatusForbidden,
	AuthEmailExists:     http.StatusUnprocessableEntity,
	AuthUserExists:      http.StatusUnprocessableEntity,
	AuthPhoneExists:     http.StatusUnprocessableEntity,
	AuthWeakPassword:    http.StatusUnprocessableEntity,
	AuthSamePassword:    http.StatusUnprocessableEntity,
	AuthSignupDisabled:  http.StatusUnprocessableEntity,
	AuthConflict:        http.StatusConflict,
	AuthUnexpected:      http.StatusInternalServerError,
	AuthMailRate:        http.StatusTooManyRequests,
	AuthSMSRate:         http.StatusTooManyRequests,
	AuthMFARejected:     http.StatusForbidden,

	AuthHookTimeout:           http.StatusUnprocessableEntity,
	AuthHookTimeoutAfterRetry: http.StatusUnprocessableEntity,
	AuthHookTooLarge:          http.StatusUnprocessableEntity,

	AuthFlowNotFound: http.StatusNotFound,
	AuthFlowExpired:  http.StatusUnprocessableEntity,
	AuthNonceInvalid: http.StatusUnprocessableEntity,

	AuthProviderUnverified:  http.StatusUnprocessableEntity,
	AuthProviderUnavailable: http.StatusServiceUnavailable,
	AuthEmailMissing:        http.StatusUnprocessableEntity,
	AuthIdentityExists:      http.StatusUnprocessableEntity,
	AuthIdentityNotFound:    http.StatusUnprocessableEntity,
	AuthSingleIdentity:      http.StatusUnprocessableEntity,
	AuthEmailConflict:       http.StatusUnprocessableEntity,

	AuthAnonymousDisabled: http.StatusUnprocessableEntity,
	AuthOTPDisabled:       http.StatusUnprocessableEntity,
	AuthOTPExpired:        http.StatusForbidden,
	AuthSAMLDisabled:      http.StatusNotFound,
	AuthWeb3Disabled:      http.StatusUnprocessableEntity,
	AuthPasskeyDisabled:   http.StatusNotFound,
	AuthLinkingDisabled:   http.StatusNotFound,
	AuthFeatureDisabled:   http.StatusNotFound,
	AuthProviderNotFound:  http.StatusNotFound,
	AuthOverQuota:         http.StatusBadRequest,
	AuthFactorNotFound:    http.StatusNotFound,
	AuthTOTPDisabled:      http.StatusUnprocessableEntity,
	AuthMFAPhoneDisabled:  http.StatusUnprocessableEntity,
	AuthWebAuthnDisabled:  http.StatusUnprocessableEntity,

	AuthInsufficientAAL:        http.StatusForbidden,
	AuthRecoveryCodesLocked:    http.StatusTooManyRequests,
	AuthFactorNameConflict:     http.StatusUnprocessableEntity,
	AuthFactorExists:           http.StatusUnprocessableEntity,
	AuthTooManyFactors:         http.StatusUnprocessableEntity,
	AuthMFAAddressMismatch:     http.StatusUnprocessableEntity,
	AuthMFAChallengeExpired:    http.StatusUnprocessableEntity,
	AuthMFAVerificationFailed:  http.StatusUnprocessableEntity,
	AuthRecoveryCodesSole:      http.StatusUnprocessableEntity,
	AuthPasskeyExists:          http.StatusUnprocessableEntity,
	AuthTooManyPasskeys:        http.StatusUnprocessableEntity,
	AuthTOTPVerifyDisabled:     http.StatusUnprocessableEntity,
	AuthMFAPhoneVerifyDisabled: http.StatusUnprocessableEntity,
	AuthWebAuthnVerifyDisabled: http.StatusUnprocessableEntity,
	AuthRecoveryCodesDisabled:  http.StatusUnprocessableEntity,
	AuthRecoveryVerifyDisabled: http.StatusUnprocessableEntity,
}

// StatusOf is the HTTP status of a code; 400 for one that is not listed.
func StatusOf(code string) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusBadRequest
}
