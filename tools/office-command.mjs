import { existsSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { startChild, stopChildren } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot, loadEnvFile } from './root.mjs'
import { checkNotRunning } from './running-program.mjs'
import { giveUp } from './terminal.mjs'

/**
 * `node tools/office-command.mjs <name> …`: builds the server if it has changed and does not run, then runs
 * `<name>-cli`. A backup runs the existing build: after `git pull` an older version may still be running
 * [design/data-96], [design/data-116].
 */
const [name, ...args] = process.argv.slice(2)
/** `npm run maps:…` */
const isImport = name === 'import'
loadEnvFile()
let child
let asked = false
// The command stops its database first; an import removes what it has written, and a second signal ends it at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (!child || (isImport && asked)) void stopChildren().then(() => process.exit(1))
    else child.kill('SIGTERM')
    asked = true
  })
try {
  checkNode()
  if (name !== 'backup' || !existsSync(inRoot('server/dist/backup-cli.mjs'))) {
    await installIfStale(checkNotRunning)
    await buildIfStale(['server'], checkNotRunning)
  }
  child = startChild(name, ['--enable-source-maps', `server/dist/${name}-cli.mjs`, ...args], {
    input: isImport,
    onExit: (code) => process.exit(code ?? 1),
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
