import { chromium, type Browser, type BrowserServer } from 'playwright-core'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../../tools/chromium.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** addresses of the browsers that all stories of a project share */
    browsers: { plain: string; map: string }
  }
}

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

const serveChromium = (executablePath: string, more: readonly string[]): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath, args: [...flags, ...more], host: '127.0.0.1' })

/** Starts two browsers for all stories of a project: a start for each story would take a tenth of the time. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH')
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

/** Starts the full browser for one file of stories: a headless shell shows no system notifications. */
export const launchWholeBrowser = (): Promise<Browser> => {
  const executablePath = findChromium({ whole: true })
  if (executablePath === undefined) throw new Error('No Chromium: install it (Debian: apt-get install chromium)')
  return chromium.launch({ executablePath, args: [...flags, '--disable-3d-apis'] })
}
