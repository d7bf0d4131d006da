#!/usr/bin/env node
// Runs what is built; `npm run poklik` builds first.
const program = new URL('../dist/poklik.js', import.meta.url);
await import(program.href);
