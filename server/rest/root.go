package rest

// Root is how / describes the API.
type Root struct {
	// Mode is follow-privileges (what the caller may do), ignore-privileges
	// (all there is) or disabled (PGRST126). Defaults to follow-privileges.
	Mode string
	// Security adds the security section: an api key in Authorization.
	Security bool
	// ProxyURI is the address that clients use, where a proxy is in front; ""
	// is the server's own.
	ProxyURI string
	// Spec is a function that answers instead, in the default schema; "" for
	// none.
	Spec string
}
