// Package functions holds the server's own functions, a file each: the name of
// the file is the name in /functions/v1/<name>, with hyphens. A function
// refuses what it must in words; what its caller may do, row policies decide.
package functions

import "github.com/toubkal/toubkal/server/invoke"

// All is every function that can be called.
var All = []invoke.Func{
	confirmSubscription,
	createAdminUser,
	orderReceipt,
	sendReceipt,
	subscribe,
	trackOrder,
	unsubscribe,
}
