import { chromium, type Browser, type Page } from 'playwright-core'

/** Lighthouse's slow 4G, here by throttling the connection and the processor. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}

const phone = { width: 412, height: 823 }

const slowPage = async (browser: Browser): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** ms until the largest contentful paint, with every script held back. */
const withoutScripts = async (browser: Browser, url: string): Promise<number> => {
  const page = await slowPage(browser)
  await page.route(/\.m?js$/, (route) => route.abort())
  await page.goto(url, { waitUntil: 'load' })
  const drawn = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let last = 0
        new PerformanceObserver((list) => {
          last = list.getEntries().at(-1)?.startTime ?? last
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => done(last), 1000)
      }),
  )
  await page.context().close()
  return drawn
}

/** ms until pressing the list of car types opens it with its types; tried before each frame. */
const untilUsable = async (browser: Browser, url: string): Promise<number> => {
  const page = await slowPage(browser)
  await page.goto(url, { waitUntil: 'commit' })
  const usable = await page.waitForFunction(
    () => {
      const button = document.querySelector<HTMLButtonElement>('form button[role="combobox"]:not(:disabled)')
      button?.click()
      const listed = document.querySelectorAll('form [role="listbox"] [role="option"]').length
      if (listed > 1) return performance.now()
      if (button?.ariaExpanded === 'true') button.click()
      return 0
    },
    undefined,
    { timeout: 60_000, polling: 'raf' },
  )
  const at = (await usable.jsonValue()) as number
  await page.context().close()
  return at
}

export interface UsablePair {
  readonly withoutScripts: number
  readonly usable: number
}

/** G11: one after the other, so that both see the same machine. */
export const measureUsable = async (url: string, executablePath: string, pairs: number): Promise<UsablePair[]> => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  const measured: UsablePair[] = []
  for (let pair = 0; pair < pairs; pair++)
    measured.push({ withoutScripts: await withoutScripts(browser, url), usable: await untilUsable(browser, url) })
  await browser.close()
  return measured
}
