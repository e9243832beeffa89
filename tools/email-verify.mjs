import { existsSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { startChild } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp } from './terminal.mjs'

if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
try {
  checkNode()
  await installIfStale()
  await buildIfStale(['server'])
  const args = ['--enable-source-maps', 'server/dist/email-verify-cli.mjs', ...process.argv.slice(2)]
  startChild('email-verify', args, { onExit: (code) => process.exit(code ?? 1) })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
