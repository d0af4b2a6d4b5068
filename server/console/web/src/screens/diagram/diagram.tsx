import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  Background,
  Controls,
  Handle,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { graphlib, layout } from '@dagrejs/dagre';
import '@xyflow/react/dist/style.css';
import { api } from '@/kit/api.ts';
import { useTheme } from '@/kit/theme.ts';
import { Empty, KeySign, Loaded } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

interface Drawn {
  schema: string;
  name: string;
  columns: { name: string; type: string; key: boolean }[];
  references: { columns: string[]; schema: string; table: string; to: string[] }[];
}

const drawn = queryOptions({
  queryKey: ['tables', 'diagram'],
  queryFn: () => api<Drawn[]>('GET', '/diagram'),
});

const width = 220;
const lineHeight = 20;
const shownColumns = 14;

const idOf = (schema: string, name: string) => `${schema}.${name}`;
const heightOf = (table: Drawn) =>
  34 + Math.min(table.columns.length, shownColumns + 1) * lineHeight;

/** Tables and their foreign keys, laid out from left to right. */
function layOut(tables: Drawn[]): { nodes: Node[]; edges: Edge[] } {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 90 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(tables.map((table) => idOf(table.schema, table.name)));
  for (const table of tables) {
    graph.setNode(idOf(table.schema, table.name), { width, height: heightOf(table) });
  }
  const edges: Edge[] = [];
  for (const table of tables) {
    const source = idOf(table.schema, table.name);
    for (const reference of table.references) {
      const target = idOf(reference.schema, reference.table);
      if (!known.has(target)) continue;
      graph.setEdge(source, target);
      edges.push({
        id: `${source}.${reference.columns.join()}→${target}`,
        source,
        target,
        label: reference.columns.join(', '),
      });
    }
  }
  layout(graph);
  return {
    nodes: tables.map((table) => {
      const id = idOf(table.schema, table.name);
      const { x, y } = graph.node(id);
      return {
        id,
        type: 'table',
        position: { x: x - width / 2, y: y - heightOf(table) / 2 },
        data: { table },
      };
    }),
    edges,
  };
}

function TableNode({ data }: NodeProps<Node<{ table: Drawn }>>) {
  const { table } = data;
  const rest = table.columns.length - shownColumns;
  return (
    <div className="table-node">
      <Handle type="target" position={Position.Left} />
      <strong>
        {table.schema === 'public' ? '' : `${table.schema}.`}
        {table.name}
      </strong>
      {table.columns.slice(0, shownColumns).map((c) => (
        <div key={c.name}>
          {c.key && <KeySign />}
          {c.name} <small>{c.type}</small>
        </div>
      ))}
      {rest > 0 && <div className="muted">{t.more(rest)}</div>}
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

const nodeTypes = { table: TableNode };

/** A diagram of tables and keys. A double click, or Enter, opens a table. */
export function DiagramScreen() {
  const navigate = useNavigate();
  const theme = useTheme();
  const [schema, setSchema] = useState('public');
  const found = useQuery(drawn);
  const schemas = [...new Set(['public', ...(found.data ?? []).map((table) => table.schema)])];
  const graph = useMemo(
    () => layOut(found.data?.filter((table) => table.schema === schema) ?? []),
    [found.data, schema],
  );
  return (
    <section className="page diagram-page">
      <header className="bar">
        <h1>{t.diagram}</h1>
        <select
          aria-label={t.schema}
          value={schema}
          onChange={(event) => setSchema(event.target.value)}
        >
          {schemas.map((s) => (
            <option key={s}>{s}</option>
          ))}
        </select>
      </header>
      <Loaded query={found}>
        {() =>
          graph.nodes.length === 0 ? (
            <Empty>{t.noTables}</Empty>
          ) : (
            <div className="diagram">
              <ReactFlow
                key={schema}
                defaultNodes={graph.nodes}
                defaultEdges={graph.edges}
                nodeTypes={nodeTypes}
                colorMode={theme}
                fitView
                fitViewOptions={{ minZoom: 0.4 }} // texts are readable; the rest is dragged into sight
                minZoom={0.1}
                nodesConnectable={false}
                onNodeDoubleClick={(_, node) => {
                  const [s = '', ...name] = node.id.split('.');
                  void navigate(`/tables/${s}/${name.join('.')}/structure`);
                }}
              >
                <Background />
                <Controls showInteractive={false} />
              </ReactFlow>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
