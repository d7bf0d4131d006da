/** Every knot of files that import each other, each as one closed walk `a → b → a`. `edges` maps a file to the files it imports. */
export function importCycles(edges) {
  return knots(edges).map((knot) => walkAround(edges, new Set(knot)));
}

/** Tarjan's strongly connected components, without recursion limits mattering at the size of a source tree. */
function knots(edges) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const found = [];

  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    onStack.add(file);
    for (const next of edges.get(file) ?? []) {
      if (!edges.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    const knot = stack.splice(stack.indexOf(file));
    for (const member of knot) onStack.delete(member);
    if (knot.length > 1 || edges.get(file)?.includes(file)) found.push(knot);
  };

  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** The shortest way from the first file of the knot back to itself. */
function walkAround(edges, knot) {
  const start = [...knot].sort()[0];
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of edges.get(file).filter((target) => knot.has(target))) {
      if (next === start) {
        const walk = [start];
        for (let at = file; at !== start; at = cameFrom.get(at)) walk.unshift(at);
        return [start, ...walk];
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, file);
        queue.push(next);
      }
    }
  }
  return [start];
}
