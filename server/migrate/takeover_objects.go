package migrate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
)

// These read the statements of the engine's own files, in the form that those have.
var (
	createdSchema   = regexp.MustCompile(`^create schema (\w+) authorization (\w+)$`)
	createdType     = regexp.MustCompile(`^create type ([\w.]+) as enum \(`)
	createdTable    = regexp.MustCompile(`^create table ([\w.]+) \(`)
	createdIndex    = regexp.MustCompile(`^create (?:unique )?index (\w+) on (\w+)\.`)
	createdFunction = regexp.MustCompile(`^create function ([\w.]+)\(`)
	createdTrigger  = regexp.MustCompile(`^create trigger `)
	allFunctions    = regexp.MustCompile(`on all functions in schema (\w+)`)
	quotedLabel     = regexp.MustCompile(`'([^']+)'`)
	tableConstraint = regexp.MustCompile(`^(?:constraint|primary key|unique|check|foreign key) ?`)
	columnDefault   = regexp.MustCompile(` default (.+?)(?: not null| primary key| constraint | references | check |$)`)
)

// update brings an object that a statement would have created up to date. exists is
// PostgreSQL's error.
func (t *takeover) update(ctx context.Context, text string, exists error) error {
	if m := createdSchema.FindStringSubmatch(text); m != nil {
		return t.run(ctx, "alter schema "+m[1]+" owner to "+m[2])
	}
	if m := createdType.FindStringSubmatch(text); m != nil { // addLabels has been there
		return t.asSession(ctx, "alter type %s owner to ROLE", m[1])
	}
	if m := createdTable.FindStringSubmatch(text); m != nil {
		if m[1] == recoveryCodes {
			if moved, err := t.moveRecoveryCodes(ctx, text); moved || err != nil {
				return err
			}
		}
		return t.updateTable(ctx, m[1], text[len(m[0]):])
	}
	if m := createdFunction.FindStringSubmatch(text); m != nil {
		return t.updateFunction(ctx, m[1], text)
	}
	if createdTrigger.MatchString(text) {
		return t.run(ctx, strings.Replace(text, "create trigger", "create or replace trigger", 1))
	}
	if createdIndex.MatchString(text) || strings.HasPrefix(text, "alter table ") {
		return nil // an index or a constraint of that name
	}
	return exists
}

// updateTable adds the columns, defaults and constraints that a table lacks, and allows
// nulls where the table of an older GoTrue does not. body is what follows the opening
// parenthesis.
func (t *takeover) updateTable(ctx context.Context, table, body string) error {
	if err := t.asSession(ctx, ownTable, table); err != nil {
		return err
	}
	for _, part := range elements(body) {
		if tableConstraint.MatchString(part) {
			err := t.run(ctx, "alter table "+table+" add "+part)
			if c := code(err); c != "42P07" && c != "42710" && c != "42P16" && err != nil { // another primary key
				return err
			}
			continue
		}
		column, _, _ := strings.Cut(part, " ")
		var found, hasDefault, required bool
		err := t.tx.QueryRow(ctx, `select count(*) > 0, coalesce(bool_or(atthasdef), false), coalesce(bool_or(attnotnull and not exists (
				select from pg_catalog.pg_index i where i.indrelid = attrelid and i.indisprimary and attnum = any (i.indkey))), false)
			from pg_catalog.pg_attribute where attrelid = $1::regclass and attname = $2 and not attisdropped`, table, column).Scan(&found, &hasDefault, &required)
		if err != nil {
			return err
		}
		if !found {
			if err := t.run(ctx, "alter table "+table+" add column "+part); err != nil {
				return err
			}
			continue
		}
		change := "alter table " + table + " alter column " + column
		if m := columnDefault.FindStringSubmatch(part); m != nil && !hasDefault {
			if err := t.run(ctx, change+" set default "+m[1]); err != nil {
				return err
			}
		}
		if required && !strings.Contains(part, " not null") && !strings.Contains(part, " primary key") {
			if err := t.run(ctx, change+" drop not null"); err != nil {
				return err
			}
		}
	}
	return nil
}

// recoveryCodes is a table that GoTrue may have, too, in a form that is not known: its
// source of 2026 has no table of codes yet.
const recoveryCodes = "auth.mfa_recovery_codes"

// moveRecoveryCodes renames GoTrue's table of recovery codes and creates ours. The codes
// in it cannot be verified here: their users make new ones.
func (t *takeover) moveRecoveryCodes(ctx context.Context, create string) (moved bool, err error) {
	var ours bool
	err = t.tx.QueryRow(ctx, `select 2 = (select count(*) from pg_catalog.pg_attribute where attrelid = $1::regclass and not attisdropped
		and (attname, atttypid::regtype::text) in (('recovery_code_set_id', 'uuid'), ('code_hash', 'bytea')))`, recoveryCodes).Scan(&ours)
	if err != nil || ours {
		return false, err
	}
	const rename = `do $$
declare
	part text;
begin
	for part in select relname from pg_catalog.pg_class c join pg_catalog.pg_index i on i.indexrelid = c.oid where i.indrelid = '` + recoveryCodes + `'::regclass loop
		execute format('alter index auth.%%I rename to %%I', part, left(part, 55) || '_gotrue');
	end loop;
	alter table ` + recoveryCodes + ` rename to mfa_recovery_codes_gotrue;
end
$$`
	if err := t.asSession(ctx, rename); err != nil {
		return false, err
	}
	t.note("%s is not in the form of this program and was renamed to mfa_recovery_codes_gotrue: users with recovery codes have to make new ones", recoveryCodes)
	return true, t.run(ctx, create)
}

// ownTable gives a table, its partitions and the sequences of its defaults to the role.
const ownTable = `do $$
declare
	part regclass;
begin
	for part in
		select relid from pg_catalog.pg_partition_tree('%[1]s')
		union select '%[1]s'
		union select d.refobjid from pg_catalog.pg_attrdef a
			join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_attrdef'::regclass and d.objid = a.oid and d.refclassid = 'pg_catalog.pg_class'::regclass
			join pg_catalog.pg_class s on s.oid = d.refobjid and s.relkind = 'S'
			where a.adrelid = '%[1]s'::regclass
				and not exists (select from pg_catalog.pg_depend o where o.classid = 'pg_catalog.pg_class'::regclass and o.objid = s.oid and o.deptype = 'a')
	loop
		execute format('alter table %%s owner to ROLE', part);
	end loop;
end
$$`

// elements are the columns and constraints of a table, without comments.
func elements(body string) (all []string) {
	depth, start := 0, 0
	var text strings.Builder
	for i := 0; i < len(body); {
		n := 1
		switch c := body[i]; {
		case strings.HasPrefix(body[i:], "--"):
			text.WriteString(body[start:i])
			i += lengthTo(body[i:], "\n", 0)
			start = i
			continue
		case c == '\'' || c == '"':
			n = quoteLength(body[i:], c, false)
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case (c == ',' || c == ')') && depth == 0:
			text.WriteString(body[start:i])
			all = append(all, strings.Join(strings.Fields(text.String()), " "))
			text.Reset()
			start = i + 1
			if c == ')' {
				return all
			}
		}
		i += n
	}
	return all
}

// claimFunctions are GoTrue's functions that policies call.
var claimFunctions = map[string]bool{"auth.uid": true, "auth.role": true, "auth.email": true, "auth.jwt": true}

var errKept = errors.New("the function is kept")

// updateFunction replaces a function by the engine's. One that reads the claims and
// gives other answers than GoTrue's does is the project's own, and is kept.
func (t *takeover) updateFunction(ctx context.Context, name, text string) error {
	if claimFunctions[name] {
		same, err := t.readsClaims(ctx, name)
		if err != nil {
			return err
		}
		if !same {
			t.note("%s() is not GoTrue's and was kept: it does not give the claims of the token", name)
			return nil
		}
	}
	if err := t.ownFunction(ctx, name); err != nil {
		return err
	}
	err := t.run(ctx, strings.Replace(text, "create function", "create or replace function", 1))
	if c := code(err); c == "42P13" { // another result or names of parameters
		return fmt.Errorf("%s is there with another result or other parameters, rename it: %s", name, message(err))
	}
	return err
}

func (t *takeover) ownFunction(ctx context.Context, name string) error {
	return t.asSession(ctx, `do $$
declare
	found regprocedure;
begin
	for found in select oid from pg_catalog.pg_proc where pronamespace::regnamespace || '.' || proname = '%s' loop
		execute format('alter function %%s owner to ROLE', found);
	end loop;
end
$$`, name)
}

// readsClaims compares a function's answers with GoTrue's: nothing for a request without
// claims and, with claims, what they say. It calls the function as authenticated.
func (t *takeover) readsClaims(ctx context.Context, name string) (same bool, err error) {
	err = pgx.BeginFunc(ctx, t.tx, func(savepoint pgx.Tx) error {
		const claims = `{"sub": "00000000-0000-4000-8000-000000000001", "role": "authenticated", "email": "a@b.test"}`
		want := map[string]string{"auth.uid": "00000000-0000-4000-8000-000000000001", "auth.role": "authenticated", "auth.email": "a@b.test", "auth.jwt": claims}[name]
		if _, err := savepoint.Exec(ctx, `set local role authenticated`); err != nil {
			return err
		}
		for _, probe := range []struct{ claims, want string }{{"", ""}, {claims, want}} {
			var got string
			if _, err := savepoint.Exec(ctx, "select set_config('request.jwt.claims', $1, true)", probe.claims); err != nil {
				return err
			}
			err := savepoint.QueryRow(ctx, "select coalesce("+name+"()::text, '')").Scan(&got)
			if err != nil || got != probe.want {
				return errKept
			}
		}
		same = true
		return errKept // roll back the settings
	})
	if errors.Is(err, errKept) {
		err = nil
	}
	return same, err
}

// ownFunctions replaces "on all functions in schema" by those of the role: a project may
// have functions of its own in the schema, whose rights stay. It is "" where there are
// none, and where everyone's right on GoTrue's would be revoked: policies for roles of the
// project's own call them.
func (t *takeover) ownFunctions(ctx context.Context, text, clause, schema string) (string, error) {
	if schema == "auth" && strings.HasPrefix(text, "revoke ") {
		return "", nil
	}
	var list string
	err := t.tx.QueryRow(ctx, `select coalesce(string_agg(oid::regprocedure::text, ', '), '') from pg_catalog.pg_proc
		where pronamespace = $1::regnamespace and proowner = current_user::regrole and prokind = 'f'`, schema).Scan(&list)
	if err != nil || list == "" {
		return "", err
	}
	return strings.Replace(text, clause, "on function "+list, 1), nil
}

// dropCopy drops an index that was just created if the table has the same under another
// name.
func (t *takeover) dropCopy(ctx context.Context, name string) error {
	var copied bool
	err := t.tx.QueryRow(ctx, `select exists (
			select from pg_catalog.pg_index i
			join pg_catalog.pg_index o on o.indrelid = i.indrelid and o.indexrelid <> i.indexrelid and o.indisunique = i.indisunique
				and o.indkey::text = i.indkey::text and o.indclass::text = i.indclass::text and o.indoption::text = i.indoption::text
				and coalesce(pg_get_expr(o.indexprs, o.indrelid), '') = coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
				and coalesce(pg_get_expr(o.indpred, o.indrelid), '') = coalesce(pg_get_expr(i.indpred, i.indrelid), '')
			where i.indexrelid = $1::regclass
		)`, name).Scan(&copied)
	if err != nil || !copied {
		return err
	}
	return t.run(ctx, "drop index "+name)
}
