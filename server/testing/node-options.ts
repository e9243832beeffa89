import { readFileSync } from 'node:fs'

/** What Node is told when it runs the built server, as `npm start` tells it (docs/ARCHITECTURE.md). */
export const nodeOptions = JSON.parse(
  readFileSync(new URL('../node-options.json', import.meta.url), 'utf8'),
) as readonly string[]
