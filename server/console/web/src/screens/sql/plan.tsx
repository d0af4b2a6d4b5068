import { count, Empty } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

/** A node of EXPLAIN (FORMAT JSON). */
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Schema?: string;
  Alias?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Plan Rows': number;
  'Actual Rows'?: number;
  'Actual Total Time'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Filter?: string;
  'Index Cond'?: string;
  'Hash Cond'?: string;
  'Join Filter'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

interface Explained {
  Plan: Node;
  'Planning Time'?: number;
  'Execution Time'?: number;
}

/** What a node takes by itself: time where it was executed, else cost. */
const own = (node: Node): number => {
  const total = (n: Node) =>
    n['Actual Total Time'] === undefined
      ? n['Total Cost']
      : n['Actual Total Time'] * (n['Actual Loops'] ?? 1);
  return Math.max(
    0,
    total(node) - (node.Plans ?? []).reduce((sum, child) => sum + total(child), 0),
  );
};

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

/** A plan as a tree; the bar of a node is its own share of time or cost. */
export function Plan({ json }: { json: string }) {
  const [explained] = JSON.parse(json) as Explained[];
  if (!explained?.Plan) return <Empty>{t.noPlan}</Empty>;
  const sum = all(explained.Plan).reduce((total, node) => total + own(node), 0) || 1;
  return (
    <div className="plan">
      {explained['Execution Time'] !== undefined && (
        <p role="status">
          {t.planned(explained['Planning Time'] ?? 0, explained['Execution Time'])}
        </p>
      )}
      <ul>
        <PlanNode node={explained.Plan} sum={sum} />
      </ul>
    </div>
  );
}

function PlanNode({ node, sum }: { node: Node; sum: number }) {
  const share = own(node) / sum;
  const rows = node['Actual Rows'];
  const off = rows !== undefined && Math.max(rows, 1) / Math.max(node['Plan Rows'], 1);
  const condition = node['Index Cond'] ?? node['Hash Cond'] ?? node['Join Filter'];
  return (
    <li>
      <div className="plan-node">
        <meter min={0} max={1} high={0.5} value={share} aria-label={t.share} />
        <strong>{node['Node Type']}</strong>
        {node['Relation Name'] && <span>{node['Relation Name']}</span>}
        {node['Index Name'] && <code>{node['Index Name']}</code>}
        <span className="muted">
          {rows === undefined
            ? t.rowsPlanned(count(node['Plan Rows']), count(node['Total Cost']))
            : t.rowsActual(
                count(rows),
                count(node['Plan Rows']),
                (node['Actual Total Time'] ?? 0).toFixed(2),
                node['Actual Loops'] ?? 1,
              )}
        </span>
        {off !== false && (off > 10 || off < 0.1) && <span className="warn">{t.estimateOff}</span>}
        {condition && <code>{condition}</code>}
        {node.Filter && (
          <code>
            {t.filter}: {node.Filter}
            {node['Rows Removed by Filter'] ? ` (−${count(node['Rows Removed by Filter'])})` : ''}
          </code>
        )}
      </div>
      {node.Plans && (
        <ul>
          {node.Plans.map((child, i) => (
            // Nodes have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <PlanNode key={i} node={child} sum={sum} />
          ))}
        </ul>
      )}
    </li>
  );
}
