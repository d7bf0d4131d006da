/** Tables of a cluster keep the tokens of their latest inserts in Keeper, for all replicas. */
const DEDUPLICATION_WINDOW = 10_000;

const NAME = '[a-z_]+';
/** Statements that define or change tables, up to the name. */
const DEFINITION = new RegExp(
  `^((?:CREATE TABLE|CREATE MATERIALIZED VIEW|DROP VIEW|DROP TABLE)(?: IF(?: NOT)? EXISTS)?|ALTER TABLE) (${NAME})`,
  'i',
);
const ENGINE = /\bENGINE = (?:Summing|Replacing)?MergeTree\b/g;
const WINDOW = /\bnon_replicated_deduplication_window = \d+/g;

/**
 * A migration as it has to be on a cluster with replicas: on all its servers, with engines that replicate. Their paths
 * are the server's defaults. Statements that only insert run on one server as they are.
 */
export function clusterStatement(statement: string, cluster: string): string {
  const onCluster = statement.replace(DEFINITION, (_, start: string, name: string) => {
    return `${start} ${name} ON CLUSTER '${cluster}'`;
  });
  return onCluster
    .replaceAll(ENGINE, (engine) => engine.replace('ENGINE = ', 'ENGINE = Replicated'))
    .replaceAll(WINDOW, `replicated_deduplication_window = ${DEDUPLICATION_WINDOW}`);
}
