package typegen

import "strconv"

// property writes a member of an object type.
func property(name string, optional bool, t tsType) doc {
	label := key(name)
	if optional {
		label += "?"
	}
	if t.union == nil {
		return seq(text(label+": "), t.doc)
	}
	return seq(text(label+":"), grouped(indent(space, t.alternatives())))
}

// block is an object with a line for each member; list is that for a tuple.
func block(members []doc) doc { return lines("{", members, "", "}") }

func list(members []doc) doc { return lines("[", members, ",", "]") }

func lines(open string, members []doc, end, shut string) doc {
	if len(members) == 0 {
		return text(open + shut)
	}
	var all []doc
	for _, member := range members {
		all = append(all, hard, member, text(end))
	}
	return seq(text(open), indent(all...), hard, text(shut))
}

// inline is an object on one line where it fits.
func inline(members []doc) doc {
	return grouped(text("{"), indent(space, join(seq(unbroken(";"), space), members)), space, text("}"))
}

// tuple is a list of strings on one line where it fits.
func tuple(values []string) doc {
	var all []doc
	for _, value := range values {
		all = append(all, text(literal(value)))
	}
	return grouped(text("["), indent(soft, join(seq(text(","), space), all)), broken(","), soft, text("]"))
}

func boolean(b bool) doc { return text(strconv.FormatBool(b)) }
