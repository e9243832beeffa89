import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import { print, step } from './terminal.mjs'

const isRunnable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ofPlaywright = () => {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  try {
    return readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => join(cache, name, folder, 'chrome')))
  } catch {
    return []
  }
}

const find = () =>
  [
    process.env.CHROMIUM_PATH ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    ...ofPlaywright(),
  ].find((path) => path !== '' && isRunnable(path))

const run = (program, words, env = {}) =>
  spawnSync(program, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
    .status === 0

const byApt = () =>
  process.getuid?.() === 0 &&
  isRunnable('/usr/bin/apt-get') &&
  run('apt-get', ['update', '-qq']) &&
  run('apt-get', ['install', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', 'chromium'], {
    DEBIAN_FRONTEND: 'noninteractive',
  })

const byPlaywright = () => {
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js')
  return run(process.execPath, [cli, 'install', 'chromium-headless-shell', 'chromium'])
}

/**
 * A browser for the journeys: the system's, else installed with apt as root, else Playwright's. Undefined when there is
 * none.
 */
export const ensureChromium = async () => {
  const found = find()
  if (found) return found
  return step('Installing Chromium for the journeys', () => {
    if (!byApt() && !byPlaywright()) print('  it could not be installed')
    return find()
  })
}
