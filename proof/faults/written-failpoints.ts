import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../server', import.meta.url))

/** Failpoints written in the server's code with their whole name; moves, calls and consumers build their names. */
export const writtenFailpoints = (): string[] =>
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('node_modules'))
    .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/failpoint\.at\('([^']+)'\)/g)])
    .map(([, name = '']) => name)
