package plan

import "github.com/toubkal/toubkal/server/catalog"

// Info answers OPTIONS: the methods that make sense.
type Info struct{ Allow string }

func (c *callPlanner) info() error {
	switch {
	case c.Function != "":
		return c.functionInfo()
	case c.Table == "":
		return c.rootInfo()
	}
	table, err := c.table()
	if err != nil {
		return err
	}
	c.plan.Action = Info{Allow: allowed(table)}
	return nil
}

// rootInfo lists the methods of the root: those of the function, where one
// answers.
func (c *callPlanner) rootInfo() error {
	if c.options.RootSpec != "" {
		c.Function = c.options.RootSpec
		return c.functionInfo()
	}
	if !c.options.Described {
		return undescribed()
	}
	c.plan.Action = Info{Allow: "OPTIONS,GET,HEAD"}
	return nil
}

func (c *callPlanner) functionInfo() error {
	overloads := c.catalog.Overloads(c.plan.Schema, c.Function)
	if len(overloads) == 0 {
		return c.noFunction(nil)
	}
	allow := "OPTIONS,POST"
	for _, function := range overloads {
		if function.Volatility != catalog.Volatile {
			allow = "OPTIONS,GET,HEAD,POST"
		}
	}
	c.plan.Action = Info{Allow: allow}
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
