import { readFileSync } from 'node:fs'

/** Node's options for the built server, as `npm start` sets them. */
export const nodeOptions = JSON.parse(
  readFileSync(new URL('../node-options.json', import.meta.url), 'utf8'),
) as readonly string[]
