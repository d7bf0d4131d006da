import { csvRows } from '../conversions/csv-rows.ts';
import { unescapeCell } from '../csv/csv-text.ts';
import { FILE_COLUMNS, type FileColumn, readConditions, readPlace, readSwitch } from './csv-columns.ts';
import { nameKey } from './file-targets.ts';

export interface CellPlace {
  line: number;
  column: string;
}

export interface CellProblem extends CellPlace {
  /** Of `errors.field`. */
  key: string;
}

/** A campaign of a CSV file, as an object of a JSON file. */
export interface CsvCampaign {
  name: string;
  line: number;
  settings: Record<string, unknown>;
  problems: CellProblem[];
  /** The cell of a path in the settings; the first line for those that have none. */
  placeOf(path: string): CellPlace;
}

interface Line {
  line: number;
  cells: ReadonlyMap<string, string>;
}

/** What a destination leads to. */
const TARGET_COLUMNS: readonly FileColumn[] = ['url', 'offer', 'lander'];

/** Null without a column of campaigns. */
export function readCampaignCsv(text: string): CsvCampaign[] | null {
  const [head, ...rows] = csvRows(text);
  const columns = (head?.cells ?? []).map((cell) => unescapeCell(cell).trim().toLowerCase().replace(/\s+/g, '_'));
  if (!columns.includes('campaign')) return null;
  const byName = new Map<string, Line[]>();
  for (const { line, cells } of rows) {
    const named = columns.map((name, at) => [name, unescapeCell(cells[at] ?? '').trim()] as const);
    const own = new Map(named.filter(([name]) => FILE_COLUMNS.some((column) => column === name)));
    const key = nameKey(own.get('campaign') ?? '');
    addTo(byName, key, { line, cells: own });
  }
  return [...byName.values()].map((lines) => readCampaign(lines));
}

/** Files can be long, so lists grow in place. */
function addTo<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

interface Node {
  place: number[];
  line: Line;
  slots: Map<number, Node[]>;
}

function readCampaign(lines: readonly Line[]): CsvCampaign {
  const [first] = lines as [Line, ...Line[]];
  const places = new Map<string, CellPlace>();
  const problems: CellProblem[] = [];
  const settings: Record<string, unknown> = { name: first.cells.get('campaign') ?? '' };
  places.set('name', { line: first.line, column: 'campaign' });
  for (const column of ['status', 'default_url'] as const) {
    const line = lines.find(({ cells }) => cells.get(column));
    if (!line) continue;
    settings[column] = line.cells.get(column);
    places.set(column, { line: line.line, column });
  }
  // A campaign without any destination in the file keeps those that it has.
  if (lines.some(isTarget)) Object.assign(settings, readSets(lines, places, problems));
  return {
    ...{ name: String(settings.name), line: first.line, settings, problems },
    placeOf: (path) => {
      for (let own = path; own !== ''; own = own.slice(0, Math.max(0, own.lastIndexOf('.')))) {
        const place = places.get(own);
        if (place) return place;
      }
      return { line: first.line, column: path.split('.')[0] ?? '' };
    },
  };
}

function readSets(lines: readonly Line[], places: Map<string, CellPlace>, problems: CellProblem[]) {
  const byRule = new Map<number, Line[]>();
  for (const line of lines) {
    const text = line.cells.get('rule') || '0';
    if (/^\d{1,2}$/.test(text)) addTo(byRule, Number(text), line);
    else problems.push({ line: line.line, column: 'rule', key: 'whole_number' });
  }
  const readTargets = (list: readonly Line[], path: string) => targetsOf(list, { path, places, problems });
  const numbers = [...byRule.keys()].filter((number) => number > 0).sort((one, other) => one - other);
  const rules = numbers.map((number, at) => {
    const list = byRule.get(number) ?? [];
    const path = `rules.${at}`;
    const [first] = list as [Line, ...Line[]];
    const cell = (column: FileColumn) => list.map(({ cells }) => cells.get(column)).find(Boolean) ?? '';
    for (const [field, column] of [
      ['', 'rule'],
      ['.name', 'rule_name'],
      ['.match', 'match'],
      ['.conditions', 'conditions'],
    ])
      places.set(`${path}${field}`, { line: first.line, column: column as string });
    const conditions = readConditions(cell('conditions'));
    if (!conditions) problems.push({ line: first.line, column: 'conditions', key: 'conditions_text' });
    return {
      ...{ name: cell('rule_name'), active: readSwitch(cell('rule_active')), conditions: conditions ?? [] },
      ...(cell('match') !== '' && { match: cell('match') }),
      destinations: readTargets(list, `${path}.destinations`),
    };
  });
  return { rules, destinations: readTargets(byRule.get(0) ?? [], 'destinations') };
}

interface Reading {
  path: string;
  places: Map<string, CellPlace>;
  problems: CellProblem[];
}

/** Lines without any target only name the campaign. */
const isTarget = ({ cells }: Line): boolean => ['place', ...TARGET_COLUMNS].some((column) => cells.get(column));

function targetsOf(lines: readonly Line[], reading: Reading): unknown[] {
  const roots: Node[] = [];
  const nodes = new Map<string, Node>();
  let next = 1;
  for (const line of lines.filter(isTarget)) {
    const text = line.cells.get('place') || String(next);
    const place = readPlace(text);
    const parent = place && place.length > 1 ? nodes.get(place.slice(0, -2).join('/')) : undefined;
    if (!place || nodes.has(place.join('/')) || (place.length > 1 && !parent)) {
      reading.problems.push({ line: line.line, column: 'place', key: 'target_place' });
      continue;
    }
    const node: Node = { place, line, slots: new Map() };
    nodes.set(place.join('/'), node);
    next = (place[0] as number) + 1;
    const slot = place.at(-2) as number;
    if (parent) addTo(parent.slots, slot, node);
    else roots.push(node);
  }
  return writeTargets(roots, reading.path, reading.places);
}

const lastOf = ({ place }: Node): number => place.at(-1) as number;

const FIELD_COLUMNS = ['name', 'url', 'offer', 'lander', 'weight', 'active'] as const;

const writeTargets = (nodes: readonly Node[], path: string, places: Map<string, CellPlace>): unknown[] =>
  nodes
    .toSorted((one, other) => lastOf(one) - lastOf(other))
    .map(({ line: { line, cells }, slots }, at) => {
      const own = `${path}.${at}`;
      places.set(own, { line, column: 'place' });
      for (const column of FIELD_COLUMNS) places.set(`${own}.${column}`, { line, column });
      const cell = (column: FileColumn) => cells.get(column) || undefined;
      const { weight, active, ...rest } = Object.fromEntries(FIELD_COLUMNS.map((column) => [column, cell(column)]));
      const links = Array.from({ length: Math.max(0, ...slots.keys()) }, (_, slot) => ({
        targets: writeTargets(slots.get(slot + 1) ?? [], `${own}.next.${slot}.targets`, places),
      }));
      return {
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
        ...(weight !== undefined && { weight: Number(weight) }),
        ...(active !== undefined && { active: readSwitch(active) }),
        ...(links.length > 0 && { next: links }),
      };
    });
