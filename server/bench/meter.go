package main

import (
	"os"
	"runtime"
	"time"
)

// meter reads what CPU and memory a run costs.
type meter struct {
	of      [3]process // the system's own, PostgreSQL, the load generator
	began   time.Time
	machine time.Duration
	used    [3]time.Duration
}

// meter starts to count for a run of a system.
func (e *environment) meter(of system) (m meter, err error) {
	postgres, err := postmaster(e.postgres)
	if err != nil {
		return m, err
	}
	m.of = [3]process{of.server, postgres, {pid: os.Getpid()}}
	if err := of.server.forgetPeak(); err != nil {
		return m, err
	}
	m.began = time.Now()
	if m.machine, err = busy(); err != nil {
		return m, err
	}
	m.used, err = m.cpu()
	return m, err
}

func (m *meter) cpu() (used [3]time.Duration, err error) {
	for i, p := range m.of {
		if used[i], err = p.cpu(); err != nil {
			return used, err
		}
	}
	return used, nil
}

// read makes a run of an outcome.
func (m *meter) read(o outcome) (r run, err error) {
	elapsed := time.Since(m.began)
	used, err := m.cpu()
	if err != nil {
		return r, err
	}
	machine, err := busy()
	if err != nil {
		return r, err
	}
	if r.memory, err = m.of[0].peak(); err != nil {
		return r, err
	}
	each := func(i int) float64 {
		return float64((used[i] - m.used[i]).Microseconds()) / float64(max(o.requests, 1))
	}
	r.requests = o.requests
	r.rps = float64(o.requests) / o.took.Seconds()
	r.p50, r.p99 = float64(o.latency.ValueAtQuantile(50))/1000, float64(o.latency.ValueAtQuantile(99))/1000
	r.server, r.postgres = each(0), each(1)
	r.others = m.others(used, machine-m.machine, elapsed)
	return r, nil
}

// others is the share of the machine's CPU that none of ours has used. The
// reference pg is the load generator, which counts once.
func (m *meter) others(used [3]time.Duration, machine, elapsed time.Duration) float64 {
	for i := range used {
		if i < 2 || m.of[2] != m.of[0] {
			machine -= used[i] - m.used[i]
		}
	}
	return max(0, machine.Seconds()/(elapsed.Seconds()*float64(runtime.NumCPU())))
}
