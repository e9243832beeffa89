import { existsSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { startChild, stopChildren } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp } from './terminal.mjs'

// `npm run maps:<command>`: the command is the first word.
if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stopChildren())
try {
  checkNode()
  await installIfStale()
  await buildIfStale(['server'])
  startChild('maps', ['--enable-source-maps', 'server/dist/import-cli.mjs', ...process.argv.slice(2)], {
    onExit: (code, signal) => process.exit(signal ? 1 : (code ?? 1)),
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
