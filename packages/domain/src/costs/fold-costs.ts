import type { CostFilter, CostKind, CostMode, CostOver, CostSpread } from '@poklik/contract/costs';

/** Dimensions of a click that a cost can be split by, in the order in which cells are sorted. */
export const CELL_DIMENSIONS = [
  'version',
  'rule',
  'destination',
  'country',
  'language',
  'device',
  'os',
  'browser',
  'referrer_host',
  'traffic_source',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'sub6',
  'sub7',
  'sub8',
  'sub9',
  'sub10',
  'lander_id',
  /** Behind a lander the first one that the click reached. */
  'offer_id',
  'entry',
  'tag_kind',
] as const;
/** Those that are numbers; 0 says none. */
const NUMBERS: ReadonlySet<string> = new Set(['version', 'rule', 'destination', 'lander_id', 'offer_id']);
/** What a cell has in each place if nothing is known of it. */
export const EMPTY_CELL: readonly string[] = CELL_DIMENSIONS.map((name) => (NUMBERS.has(name) ? '0' : ''));
const PLACES: ReadonlyMap<string, number> = new Map(CELL_DIMENSIONS.map((name, place) => [name, place]));
/** Of a campaign, these three are numbers; elsewhere their keys start with the ID of the campaign. */
const [VERSION, RULE, DESTINATION] = [0, 1, 2] as const;

/** Clicks of a quarter-hour that reports never tell apart, with the cost they came with in one currency. */
export interface ClickGroup {
  /** Unix seconds. */
  quarter: number;
  /** In the order of CELL_DIMENSIONS. */
  values: readonly string[];
  clicks: number;
  uniques: number;
  /** Those of the clicks and unique clicks that are bots. */
  bots: number;
  uniqueBots: number;
  /** Clicks of unknown cost. */
  unpriced: number;
  /** Clicks that came with no cost, whether it is unknown or zero. */
  withoutCost: number;
  currency: string;
  /** Of the clicks, or of impressions, for which all counts are 0. */
  cost: bigint;
}

export interface FoldedEntry {
  id: number;
  /** Unix seconds on quarter-hour edges, end exclusive. */
  from: number;
  until: number;
  filters: readonly CostFilter[];
  amount: bigint;
  currency: string;
  mode: CostMode;
  kind: CostKind;
  spread: CostSpread;
  over: CostOver;
  hasBots: boolean;
}

/** What an entry adds to the cost of a cell, or takes from it. */
export interface CostChange {
  entryId: number;
  quarter: number;
  values: readonly string[];
  currency: string;
  amount: bigint;
  /** Minus the clicks of unknown cost that the entry gives a price. */
  unpriced: number;
  /** Minus the clicks without a cost that the entry gives a price. */
  withoutCost: number;
}

interface Cell {
  key: string;
  quarter: number;
  values: readonly string[];
  clicks: bigint;
  uniques: bigint;
  bots: bigint;
  uniqueBots: bigint;
  unpriced: number;
  withoutCost: number;
  costs: Map<string, bigint>;
}

/**
 * The changes that make reports show what was billed. Entries apply in order of their IDs. `set` cancels the costs of
 * its cells in every currency, then spreads the amount. Without clicks, the amount goes to a cell that has only what
 * the entry's filters say.
 */
export function foldCosts(
  campaignId: number,
  groups: Iterable<ClickGroup>,
  entries: readonly FoldedEntry[],
): CostChange[] {
  const cells = toCells(groups);
  const changes: CostChange[] = [];
  let sorted = sortCells(cells);
  for (const entry of [...entries].sort((one, other) => one.id - other.id)) {
    const own = sorted.filter((cell) => isCovered(cell, entry, campaignId));
    const hasClicks = own.some(({ clicks }) => clicks > 0n);
    const shares = hasClicks ? spread(entry.amount, own.map(chooseWeight(entry, own))) : [];
    for (const [place, cell] of own.entries()) changes.push(...priceCell(cell, entry, shares[place] ?? 0n));
    if (hasClicks || entry.amount === 0n) continue;
    const empty = findEmptyCell(cells, entry, campaignId);
    sorted = sortCells(cells);
    changes.push(change(empty, entry, { currency: entry.currency, amount: entry.amount }));
  }
  return changes;
}

function priceCell(cell: Cell, entry: FoldedEntry, share: bigint): CostChange[] {
  const amounts = new Map<string, bigint>();
  if (entry.mode === 'set') for (const [currency, cost] of cell.costs) amounts.set(currency, -cost);
  amounts.set(entry.currency, (amounts.get(entry.currency) ?? 0n) + share);
  return [...amounts].flatMap(([currency, amount]) => {
    const isPricing = entry.kind === 'spend' && currency === entry.currency;
    const unpriced = isPricing ? cell.unpriced : 0;
    const withoutCost = isPricing ? cell.withoutCost : 0;
    if (isPricing) [cell.unpriced, cell.withoutCost] = [0, 0];
    if (amount === 0n && unpriced === 0 && withoutCost === 0) return [];
    return [change(cell, entry, { currency, amount, unpriced, withoutCost })];
  });
}

function change(
  cell: Cell,
  entry: FoldedEntry,
  { currency, amount, unpriced = 0, withoutCost = 0 }: Pick<CostChange, 'currency' | 'amount'> & Partial<CostChange>,
): CostChange {
  cell.costs.set(currency, (cell.costs.get(currency) ?? 0n) + amount);
  const { quarter, values } = cell;
  return { entryId: entry.id, quarter, values, currency, amount, unpriced: 0 - unpriced, withoutCost: 0 - withoutCost };
}

/**
 * Whole units that add up to the amount, each less than one unit from its exact share. They follow from running
 * weights, so only their order decides who gets the remainder.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  let [running, given] = [0n, 0n];
  return weights.map((weight) => {
    running += weight;
    const upTo = (amount * running) / total;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/** Falls back to all clicks when nothing has the weight asked for. */
function chooseWeight(entry: FoldedEntry, cells: readonly Cell[]): (cell: Cell) => bigint {
  const counted = (cell: Cell): bigint =>
    entry.over === 'uniques'
      ? cell.uniques - (entry.hasBots ? 0n : cell.uniqueBots)
      : cell.clicks - (entry.hasBots ? 0n : cell.bots);
  const choices = [
    ...(entry.spread === 'proportional' ? [(cell: Cell) => costOf(cell, entry.currency)] : []),
    counted,
    (cell: Cell) => cell.clicks,
  ];
  return choices.find((weigh) => cells.some((cell) => weigh(cell) > 0n)) ?? (() => 0n);
}

const costOf = ({ costs }: Cell, currency: string): bigint => {
  const cost = costs.get(currency) ?? 0n;
  return cost > 0n ? cost : 0n;
};

function toCells(groups: Iterable<ClickGroup>): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const group of groups) {
    const cell = findCell(cells, group.quarter, group.values);
    cell.clicks += BigInt(group.clicks);
    cell.uniques += BigInt(group.uniques);
    cell.bots += BigInt(group.bots);
    cell.uniqueBots += BigInt(group.uniqueBots);
    cell.unpriced += group.unpriced;
    cell.withoutCost += group.withoutCost;
    if (group.cost !== 0n) cell.costs.set(group.currency, costOf(cell, group.currency) + group.cost);
  }
  return cells;
}

function findCell(cells: Map<string, Cell>, quarter: number, values: readonly string[]): Cell {
  const key = JSON.stringify([quarter, ...values]);
  const known = cells.get(key);
  if (known) return known;
  const counts = { clicks: 0n, uniques: 0n, bots: 0n, uniqueBots: 0n, unpriced: 0, withoutCost: 0 };
  const cell: Cell = { key, quarter, values, ...counts, costs: new Map() };
  cells.set(key, cell);
  return cell;
}

/** By time, then by key: an order that depends on nothing else. */
const sortCells = (cells: ReadonlyMap<string, Cell>): Cell[] =>
  [...cells.values()].sort((one, other) =>
    one.quarter !== other.quarter ? one.quarter - other.quarter : one.key < other.key ? -1 : 1,
  );

/** A filter for one value says where the cost belongs even without clicks. */
function findEmptyCell(cells: Map<string, Cell>, entry: FoldedEntry, campaignId: number): Cell {
  const values = [...EMPTY_CELL];
  for (const { dimension, operator, values: wanted } of entry.filters) {
    const [only = ''] = wanted;
    if (operator !== 'in' || wanted.length !== 1) continue;
    const place = PLACES.get(dimension) as number;
    if (place > DESTINATION) values[place] = only;
    else {
      const [campaign, ...numbers] = only.split(':');
      if (Number(campaign) !== campaignId) continue;
      for (const [index, number] of numbers.entries()) values[place === DESTINATION ? RULE + index : place] = number;
    }
  }
  return findCell(cells, entry.from, values);
}

function isCovered({ quarter, values }: Cell, { from, until, filters }: FoldedEntry, campaignId: number): boolean {
  if (quarter < from || quarter >= until) return false;
  return filters.every(
    ({ dimension, operator, values: wanted }) =>
      wanted.includes(keyOf(values, dimension, campaignId)) === (operator === 'in'),
  );
}

/** As in the rows of reports. */
function keyOf(values: readonly string[], dimension: CostFilter['dimension'], campaignId: number): string {
  const place = PLACES.get(dimension) as number;
  if (place === VERSION || place === RULE) return `${campaignId}:${values[place]}`;
  if (place === DESTINATION) return `${campaignId}:${values[RULE]}:${values[DESTINATION]}`;
  return values[place] ?? '';
}
