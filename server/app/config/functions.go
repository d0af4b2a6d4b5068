package config

// Functions is the configuration of functions in TypeScript.
type Functions struct {
	// Deno is the path of Deno. Defaults to the program on PATH, else to the npm package deno in
	// node_modules of the project.
	Deno string `env:"TOUBKAL_DENO"`
	// FunctionProcesses is the number of processes that run at a time, one for each function.
	FunctionProcesses int `env:"TOUBKAL_FUNCTION_PROCESSES" envDefault:"10"`
	// FunctionMemory bounds a process, in MB.
	FunctionMemory int64 `env:"TOUBKAL_FUNCTION_MEMORY" envDefault:"256"`
	// FunctionTimeout is the time until the response of a function has to begin. It may last 400 s.
	FunctionTimeout seconds `env:"TOUBKAL_FUNCTION_TIMEOUT" envDefault:"150"`
	// FunctionIdle is the time after which a process without requests is ended.
	FunctionIdle seconds `env:"TOUBKAL_FUNCTION_IDLE" envDefault:"300"`
	// FunctionWarm starts functions at the start of the program, and not at their first call.
	FunctionWarm bool `env:"TOUBKAL_FUNCTION_WARM" envDefault:"false"`
	// FunctionBody bounds the body of a request, in MB.
	FunctionBody int64 `env:"TOUBKAL_FUNCTION_BODY_LIMIT" envDefault:"10"`
}

func (f *Functions) check(say func(bad bool, format string, args ...any)) {
	say(f.FunctionProcesses < 1, "TOUBKAL_FUNCTION_PROCESSES: %d are too few; use 1 or more", f.FunctionProcesses)
	say(f.FunctionMemory < 64, "TOUBKAL_FUNCTION_MEMORY: %d MB are too few; use 64 or more", f.FunctionMemory)
	say(f.FunctionTimeout <= 0, "TOUBKAL_FUNCTION_TIMEOUT: %s is too short; use a second or more", f.FunctionTimeout)
	say(f.FunctionIdle <= 0, "TOUBKAL_FUNCTION_IDLE: %s is too short; use a second or more", f.FunctionIdle)
	say(f.FunctionBody < 1, "TOUBKAL_FUNCTION_BODY_LIMIT: %d MB are too few; use 1 or more", f.FunctionBody)
}
