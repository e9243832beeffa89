import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserServer } from 'playwright-core'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** addresses of the browsers that all stories of a project share */
    browsers: { plain: string; map: string }
  }
}

/**
 * The pages of the address bar's popup take a tenth of a story's time in a window that has no address bar. Chromium
 * reads only the last list of features, so Playwright's (chromiumSwitches.ts) is repeated.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Headless, without background requests. */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // a process less that every frame is sent to: a tenth of a browser's time
  '--in-process-gpu',
  `--disable-features=${featuresOff.join()}`,
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
const findChromium = (): string | undefined =>
  [
    process.env['CHROMIUM_PATH'] ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    ...playwrightBuilds(),
  ].find((path) => path !== '' && isRunnable(path))

const serveChromium = (executablePath: string, more: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath, args: [...flags, ...more], host: '127.0.0.1' })

/** Starts two browsers for all stories of a project: a start for each story would take a tenth of the time. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH')
  const [plain, map] = await Promise.all([
    serveChromium(executablePath, ['--disable-3d-apis']),
    serveChromium(executablePath, mapFlags),
  ])
  project.provide('browsers', { plain: plain.wsEndpoint(), map: map.wsEndpoint() })
  return async () => {
    await Promise.all([plain.close(), map.close()])
  }
}

/**
 * A connection to a shared browser; closing it closes its windows. With `map` it draws maps; otherwise it has no WebGL
 * and the texts beside the map must suffice: drawing in software takes a third of a story's time.
 */
export const openBrowser = ({ map = false } = {}): Promise<Browser> => {
  const { plain, map: drawing } = inject('browsers')
  return chromium.connect(map ? drawing : plain)
}
