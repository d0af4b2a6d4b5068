package plan

import "github.com/toubkal/toubkal/server/catalog"

// Info answers OPTIONS: the methods that make sense.
type Info struct{ Allow string }

func (m *planner) info() error {
	switch {
	case m.Function != "":
		return m.functionInfo()
	case m.Table == "":
		return m.rootInfo()
	}
	table, err := m.table()
	if err != nil {
		return err
	}
	m.plan.Action = Info{Allow: allowed(table)}
	return nil
}

// rootInfo lists the methods of the root: those of the function, where one
// answers.
func (m *planner) rootInfo() error {
	if m.options.RootSpec != "" {
		m.Function = m.options.RootSpec
		return m.functionInfo()
	}
	if !m.options.Described {
		return undescribed()
	}
	m.plan.Action = Info{Allow: "OPTIONS,GET,HEAD"}
	return nil
}

func (m *planner) functionInfo() error {
	overloads := m.catalog.Overloads(m.plan.Schema, m.Function)
	if len(overloads) == 0 {
		return m.noFunction(nil)
	}
	allow := "OPTIONS,POST"
	for _, function := range overloads {
		if function.Volatility != catalog.Volatile {
			allow = "OPTIONS,GET,HEAD,POST"
		}
	}
	m.plan.Action = Info{Allow: allow}
	return nil
}

func allowed(table *catalog.Table) string {
	methods := "OPTIONS,GET,HEAD"
	if table.Insertable {
		methods += ",POST"
	}
	if table.Insertable && table.Updatable && len(table.PrimaryKey) > 0 {
		methods += ",PUT"
	}
	if table.Updatable {
		methods += ",PATCH"
	}
	if table.Deletable {
		methods += ",DELETE"
	}
	return methods
}
