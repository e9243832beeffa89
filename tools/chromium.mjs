import { spawn } from 'node:child_process'
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

const ofPlaywright = (prefix, programs) => {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  try {
    return readdirSync(cache)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => programs.map((program) => join(cache, name, program)))
  } catch {
    return []
  }
}

/** Chromium without windows: opens a page with 0.4 s less processor time than the full browser. */
const SHELLS = [
  '/usr/bin/chromium-headless-shell',
  ...ofPlaywright('chromium_headless_shell-', [
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
  ]),
]
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  ...ofPlaywright('chromium-', ['chrome-linux/chrome', 'chrome-linux64/chrome']),
]

const isShell = (path) => /headless.shell/.test(path)

/** The browser that CHROMIUM_PATH names, else an installed one. `whole`: the full browser, not a headless shell. */
export const findChromium = ({ whole = false } = {}) =>
  [process.env.CHROMIUM_PATH ?? '', ...SHELLS, ...BROWSERS].find(
    (path) => path !== '' && isRunnable(path) && !(whole && isShell(path)),
  )

const run = (program, words, env = {}) =>
  new Promise((done) => {
    spawn(program, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
      .on('error', () => done(false))
      .on('close', (code) => done(code === 0))
  })

const byApt = async (name) =>
  process.getuid?.() === 0 &&
  isRunnable('/usr/bin/apt-get') &&
  (await run('apt-get', ['update', '-qq'])) &&
  run('apt-get', ['install', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  })

const byPlaywright = (name) => {
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', 'cli.js')
  return run(process.execPath, [cli, 'install', name])
}

/**
 * A browser for the journeys: the system's, else installed with apt as root, else Playwright's. Undefined when there is
 * none. `whole`: the full browser, since a headless shell shows no system notifications.
 */
export const ensureChromium = async ({ whole = false } = {}) => {
  const found = findChromium({ whole })
  if (found) return found
  return step(`Installing ${whole ? 'Chromium' : 'a headless Chromium'} for the journeys`, async () => {
    // Not every distribution has the shell as a package.
    const names = whole ? ['chromium'] : ['chromium-headless-shell', 'chromium']
    let installed = false
    for (const name of names) installed ||= await byApt(name)
    if (!installed && !(await byPlaywright(names[0]))) print('  it could not be installed')
    return findChromium({ whole })
  })
}
