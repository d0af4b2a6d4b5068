-- What the console keeps: which statements were run through it, and queries that were saved. Only the
-- owner of the database reads them, as whom the console signs in.

create table toubkal.console_statements (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator text not null constraint console_statements_operator_length check (length(operator) <= 300),
  role text not null constraint console_statements_role_length check (length(role) <= 300),
  statement text not null constraint console_statements_statement_length check (length(statement) <= 20000),
  written boolean not null,
  duration_ms bigint not null,
  row_count bigint,
  code text constraint console_statements_code_length check (length(code) <= 100)
);
comment on table toubkal.console_statements is 'Statements that were run through the console, for 30 days and at most 100,000 of them. Values that forms send are parameters, which are not kept.';
comment on column toubkal.console_statements.operator is 'Who was signed in to the console: an e-mail address, or "service key".';
comment on column toubkal.console_statements.role is 'owner, a role, or the id of the user as whom it ran.';
comment on column toubkal.console_statements.written is 'Whether the operator wrote the text, in the SQL editor.';
comment on column toubkal.console_statements.row_count is 'Rows that were returned or changed. Null where it was refused.';
comment on column toubkal.console_statements.code is 'SQLSTATE or code of the refusal. Null where there was none.';

create index console_statements_at_idx on toubkal.console_statements (at);
create index console_statements_written_idx on toubkal.console_statements (operator, id) where written;

create table toubkal.console_queries (
  id bigint generated always as identity primary key,
  name text not null constraint console_queries_name_length check (length(name) between 1 and 100),
  statement text not null constraint console_queries_statement_length check (length(statement) between 1 and 20000),
  operator text not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint console_queries_name_key unique (name)
);
comment on table toubkal.console_queries is 'Queries that operators of the console have saved, for all of them.';
comment on column toubkal.console_queries.operator is 'Who saved it last.';

alter table toubkal.console_statements enable row level security;
alter table toubkal.console_queries enable row level security;
-- no policy and no grant: only their owner reads them.
