// The load program is a module of its own: what it needs is not the program's.
module github.com/toubkal/toubkal/server/bench

go 1.26.0

replace github.com/toubkal/toubkal => ../..

require (
	github.com/golang-jwt/jwt/v5 v5.3.1
	github.com/google/uuid v1.6.0
	github.com/jackc/pgx/v5 v5.12.0
	github.com/toubkal/toubkal v0.0.0
)

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
