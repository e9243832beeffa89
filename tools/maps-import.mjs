import { existsSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { startChild, stopChildren } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp } from './terminal.mjs'

// `npm run maps:<command>`: the command is the first word.
if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
let child
let asked = false
// The first signal lets an import remove what it has written; a second one ends it at once.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (asked || !child) void stopChildren().then(() => process.exit(1))
    else child.kill('SIGTERM')
    asked = true
  })
}
try {
  checkNode()
  await installIfStale()
  await buildIfStale(['server'])
  child = startChild('maps', ['--enable-source-maps', 'server/dist/import-cli.mjs', ...process.argv.slice(2)], {
    input: true,
    onExit: (code, signal) => process.exit(signal ? 1 : (code ?? 1)),
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
