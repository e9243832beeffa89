import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../tools/chromium.mjs'

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
  // Most pages are closed before optimized code pays off: without it they take a third less processor time.
  '--js-flags=--no-opt --no-maglev',
]
/** WebGL in software. */
const mapFlags = ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const launch = (whole: boolean, more: readonly string[]): Promise<Browser> => {
  const executablePath = findChromium({ whole })
  const name = whole ? 'chromium' : 'chromium-headless-shell'
  if (executablePath === undefined)
    throw new Error(`No Chromium: install it (Debian: apt-get install ${name}) or set CHROMIUM_PATH`)
  return chromium.launch({ executablePath, args: [...flags, ...more] })
}

/** with maps or without; a start for each file of stories would take a tenth of the time */
const browsers = new Map<boolean, Promise<Browser>>()

/**
 * A browser that all files of a project share. With `map` it draws maps; otherwise it has no WebGL and the texts beside
 * the map must suffice: drawing in software takes a third of a story's time.
 */
export const openBrowser = ({ map = false } = {}): Promise<Browser> => {
  const open = browsers.get(map) ?? launch(false, map ? mapFlags : ['--disable-3d-apis'])
  browsers.set(map, open)
  return open
}

/** Closes the windows of a file of stories. */
export const closeWindows = async (): Promise<void> => {
  for (const browser of await Promise.all(browsers.values()))
    await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Starts the full browser for one file of stories: a headless shell shows no system notifications. */
export const launchWholeBrowser = (): Promise<Browser> => launch(true, ['--disable-3d-apis'])
