import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** Headless, without background requests. */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]
/** WebGL in software. */
const mapFlags = ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const isRunnable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const playwrightBuilds = (): string[] => {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright')
  try {
    return readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .flatMap((name) => [join(cache, name, 'chrome-linux', 'chrome'), join(cache, name, 'chrome-linux64', 'chrome')])
  } catch {
    return []
  }
}

/** The system's Chromium, else one that Playwright installed. */
export const findChromium = (): string | undefined =>
  [
    process.env['CHROMIUM_PATH'] ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    ...playwrightBuilds(),
  ].find((path) => path !== '' && isRunnable(path))

/**
 * With `map` it draws maps; otherwise it has no WebGL and the texts beside the map must suffice: drawing in software
 * takes a third of a story's time.
 */
export const launchChromium = async ({ map = false } = {}): Promise<Browser> => {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: [...flags, ...(map ? mapFlags : ['--disable-3d-apis'])] })
}
