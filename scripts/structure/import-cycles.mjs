/** Import cycles, each as a path `a → b → a`. `edges` maps a file to the files it imports. */
export function importCycles(edges) {
  return components(edges).map((component) => shortestCycle(edges, new Set(component)));
}

/** Tarjan's strongly connected components; recursion is deep enough for a source tree. */
function components(edges) {
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
    const component = stack.splice(stack.indexOf(file));
    for (const member of component) onStack.delete(member);
    if (component.length > 1 || edges.get(file)?.includes(file)) found.push(component);
  };

  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** The shortest cycle through the first file of the component. */
function shortestCycle(edges, component) {
  const start = [...component].sort()[0];
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of edges.get(file).filter((target) => component.has(target))) {
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
