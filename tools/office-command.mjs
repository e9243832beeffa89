import { existsSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { startChild } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp } from './terminal.mjs'

/**
 * `node tools/office-command.mjs <name> …`: builds the server if it has changed, then runs `<name>-cli`. A backup runs
 * what is built: after `git pull` the version that still runs may be another one, and an install would take the
 * packages away from it [design/data-96].
 */
const [name, ...args] = process.argv.slice(2)
if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
try {
  checkNode()
  if (name !== 'backup' || !existsSync(inRoot('server/dist/backup-cli.mjs'))) {
    await installIfStale()
    await buildIfStale(['server'])
  }
  const child = startChild(name, ['--enable-source-maps', `server/dist/${name}-cli.mjs`, ...args], {
    onExit: (code) => process.exit(code ?? 1),
  })
  // The command stops its database first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
